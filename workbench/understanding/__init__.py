"""Normalize a question, decide whether it is a follow-up, and resolve its entities."""
