"""The app over a scripted model and a workspace with a run and a candidate template."""

import os
import sys
from pathlib import Path

import streamlit as st
from pydantic import SecretStr

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.modelserver.server import ModelServer
from tests.support.portfolio_model import QUESTION, portfolio_model
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.settings import Settings
from workbench.ui import asgi, session

SERVER = ModelServer().__enter__()  # for as long as the process runs
SERVER.choose(portfolio_model)
BENCH = Workbench.open(
    Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=Path(os.environ["WORKBENCH_HOME"]),
        planner_model="openai:gpt-4o",
        answer_model="openai:gpt-4o",
        openai_api_key=SecretStr("key"),
        openai_base_url=SERVER.openai_url,
    )
)
BENCH.sync.ask(QUESTION, workspace="portfolio", options=AskOptions(mode="grounded"))
session.open_workbench = lambda: BENCH

app = st.App(asgi.SCRIPT, routes=asgi.ROUTES, middleware=asgi.MIDDLEWARE, lifespan=asgi.lifespan)
