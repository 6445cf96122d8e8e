"""Propose entities, fields and slots of a workspace from its documents, without a model."""
