"""Alembic's scripts: each takes the tables of the run store from one shape to the next."""
