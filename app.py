"""The workbench as an ASGI app: ``streamlit run app.py``."""

import streamlit as st

from workbench.ui import server

app = st.App(
    server.SCRIPT, routes=server.ROUTES, middleware=server.MIDDLEWARE, lifespan=server.lifespan
)
