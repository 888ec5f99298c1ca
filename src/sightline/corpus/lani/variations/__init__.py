"""More words for the training stream: names of landmarks and everyday phrases (*.txt beside this file)."""
