"""Embedders that call a provider, and the query vectors of a run."""
