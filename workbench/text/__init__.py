"""Markdown and citation marks: passages and answers as blocks, sentences and statements."""
