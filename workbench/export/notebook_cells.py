"""Write a Jupyter notebook of cells, without Jupyter."""

import json
from collections.abc import Iterable
from typing import Any, TypeAlias

Cell: TypeAlias = dict[str, Any]


def markdown_cell(text: str) -> Cell:
    """Return a cell of text."""
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def code_cell(text: str, *, hidden: bool = False) -> Cell:
    """Return a cell of Python that has not been executed."""
    metadata = {"jupyter": {"source_hidden": True}} if hidden else {}
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": metadata,
        "outputs": [],
        "source": text,
    }


def notebook_file(cells: Iterable[Cell]) -> bytes:
    """Return the content of an .ipynb file."""
    notebook = {
        "cells": [{**cell, "id": f"cell-{number}"} for number, cell in enumerate(cells)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return (json.dumps(notebook, ensure_ascii=False, indent=1) + "\n").encode()
