"""A module that leaves the program when it is imported, as a script without a main guard does."""

raise SystemExit(5)
