"""Immutable values that the stages, the app, the CLI and notebooks share."""
