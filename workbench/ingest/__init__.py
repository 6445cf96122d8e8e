"""Ingest document files: parse, chunk and index them."""
