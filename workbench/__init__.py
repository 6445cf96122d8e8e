"""Analyst workbench: ask a question of a workspace, see why the answer is what it is."""
