"""The migration scripts, in the order of their numbers."""
