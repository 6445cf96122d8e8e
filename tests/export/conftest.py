"""Runs to export: one asked of a sample workspace, one with hostile text everywhere."""

import pytest

from workbench.bootstrap import Workbench
from workbench.domain.run import Run


@pytest.fixture(scope="session")
def asked(workbench: Workbench) -> Run:
    """A question answered from the graph, with quotes of documents behind the facts."""
    return workbench.sync.ask("Какие достижения на проекте АЛОР Брокер?", workspace="portfolio")


@pytest.fixture(scope="session")
def searched(workbench: Workbench) -> Run:
    """A question answered from passages of documents."""
    question = "Почему на проекте АЛОР Брокер отказались от поиска только по векторам?"
    return workbench.sync.ask(question, workspace="portfolio")
