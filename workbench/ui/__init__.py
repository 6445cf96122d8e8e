"""Widgets and session state of the Streamlit app."""
