"""Handlers of plan steps, one file for each kind of tool."""
