"""Ask the questions of foreign document sets and graphs, and score the answers."""
