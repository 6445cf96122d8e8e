"""Fit the estimate that an answer is right, and report it on the set of questions left out."""
