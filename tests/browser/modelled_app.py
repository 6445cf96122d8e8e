"""The app over scripted models and a store with a few runs: what ``open_modelled`` opens."""

import json
import os
import sys
from pathlib import Path

import streamlit as st
from pydantic import SecretStr

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.modelserver.exchange import Answer, Received
from tests.modelserver.server import ModelServer
from tests.support import overview_model, portfolio_model
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.settings import Settings
from workbench.ui import asgi, session

HOME = Path(os.environ["WORKBENCH_HOME"])


def choose(request: Received) -> Answer:
    """Answer as the model of the workspace that a prompt is about."""
    about_insurance = "insurance" in json.dumps(request.body).lower()
    model = overview_model.overview_model if about_insurance else portfolio_model.portfolio_model
    return model(request)


SERVER = ModelServer().__enter__()  # for as long as the process runs
SERVER.choose(choose)
BENCH = Workbench.open(
    Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=HOME,
        planner_model="openai:gpt-4o",
        answer_model="openai:gpt-4o",
        openai_api_key=SecretStr("key"),
        openai_base_url=SERVER.openai_url,
    )
)
OFFLINE = AskOptions(models={"planner": "offline", "answer": "offline"})


def stored_runs() -> dict[str, str]:
    """Ask what the tests begin with; returns the ids of the runs."""
    bench = BENCH.sync
    bench.ask(portfolio_model.QUESTION, workspace="portfolio")
    home = bench.ask(f"What does {overview_model.HOME} cover?", workspace="insurance")
    rough = bench.ask(
        f"{overview_model.WAVERING}, what is covered by {overview_model.HOME}?",
        workspace="insurance",
    )
    right = bench.ask("What does Pet Insurance cover?", workspace="insurance", options=OFFLINE)
    assert right.plan is not None
    plan = right.plan.model_dump(mode="json")
    plan["limits"]["max_items"] = 1
    wrong = bench.fork(right, "plan", plan)
    return {"home": home.id, "rough": rough.id, "right": right.id, "wrong": wrong.id}


(HOME / "stored_runs.json").write_text(json.dumps(stored_runs()))
session.open_workbench = lambda: BENCH

app = st.App(asgi.SCRIPT, routes=asgi.ROUTES, middleware=asgi.MIDDLEWARE, lifespan=asgi.lifespan)
