"""The command line; results go to standard output, everything else to standard error."""

from workbench.cli.main import main

__all__ = ["main"]
