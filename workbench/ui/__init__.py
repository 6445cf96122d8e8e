"""Widgets and session state: values in, screens out."""
