"""Rendered facts -> streamed Answer with canonical citation markers."""
