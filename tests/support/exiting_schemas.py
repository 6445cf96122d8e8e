"""A module that exits when it is imported, like a script without a main guard."""

raise SystemExit(5)
