"""Extractive answering: select the statements of the sources that best answer a question."""
