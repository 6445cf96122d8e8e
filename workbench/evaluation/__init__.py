"""Evaluate runs against labelled questions."""
