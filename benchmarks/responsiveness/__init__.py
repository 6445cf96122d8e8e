"""How fast the app feels in Chromium, as ratios against a trivial Streamlit app."""
