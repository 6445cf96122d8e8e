"""A PostgreSQL server for the run store, where one can be started."""

from collections.abc import Iterator
from itertools import count

import pytest
from sqlalchemy import create_engine, text

from tests.support.postgres import missing, postgres

_numbers = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server's first database."""
    if reason := missing():
        pytest.skip(reason)
    with postgres() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of an empty database, which goes with the test."""
    name = f"test{next(_numbers)}"
    server = create_engine(
        postgres_server.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT"
    )
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield postgres_server.removesuffix("postgres") + name
    with server.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.dispose()
