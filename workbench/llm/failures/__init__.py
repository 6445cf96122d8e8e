"""Kinds of provider failure, and their mapping to ProviderError and back from a record."""
