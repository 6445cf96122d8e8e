"""A module that raises when it is imported."""

raise KeyError("a mistake in somebody's module")
