"""Values that cross a boundary: pure, frozen, and the same in the app, the CLI and notebooks."""
