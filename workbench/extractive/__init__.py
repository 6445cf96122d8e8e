"""Extractive answering: the statements of the sources that answer a question best."""
