"""Studies with people: collecting instructions, human performance, ratings (paper, "Tasks and Data" and "Results")."""
