"""Samples and worlds asked with scripted models behind a real protocol, honest ones and others."""
