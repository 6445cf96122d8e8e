"""A module that cannot be imported: what stands in it raises."""

raise KeyError("a mistake in somebody's module")
