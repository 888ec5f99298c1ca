"""More words for the training stream: names of items and furniture and everyday phrases (*.txt beside this file)."""
