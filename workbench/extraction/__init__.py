"""Draft edges of a graph from passages of documents with a model, for review."""
