"""Measure whether the verdicts on claims can be believed."""
