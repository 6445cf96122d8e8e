"""Correct an answer before it is shown: violations, rewrite, cleaning, replacement."""
