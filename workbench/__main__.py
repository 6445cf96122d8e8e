"""Run the command line with ``python -m workbench``."""

from workbench.cli import main

main()
