"""The app on a fake workbench: what the browser tests start."""

import sys
from pathlib import Path

import streamlit as st

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support.fake_workbench import FakeWorkbench
from tests.support.hostile_run import hostile_run
from tests.support.long_run import long_run
from tests.support.sample_run import sample_run
from workbench.ui import asgi, session

FAKE = FakeWorkbench(pause=0.25, runs=(sample_run(), hostile_run(), long_run()))
session.open_workbench = lambda: FAKE  # type: ignore[assignment]

app = st.App(asgi.SCRIPT, routes=asgi.ROUTES, middleware=asgi.MIDDLEWARE, lifespan=asgi.lifespan)
