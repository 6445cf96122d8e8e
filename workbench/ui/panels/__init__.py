"""The panels of the Ask page: each draws one part of a run."""
