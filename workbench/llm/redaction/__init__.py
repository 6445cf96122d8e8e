"""Redact API keys from texts, streams and recorded bodies."""
