"""The command line: results on standard output, everything else on standard error."""

from workbench.cli.main import main

__all__ = ["main"]
