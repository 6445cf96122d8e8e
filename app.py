"""The workbench as an ASGI app: ``streamlit run app.py``."""

import streamlit as st

from workbench.ui import asgi

app = st.App(asgi.SCRIPT, routes=asgi.ROUTES, middleware=asgi.MIDDLEWARE, lifespan=asgi.lifespan)
