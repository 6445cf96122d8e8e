"""What a failure of the database says: where, and the driver's cause in one line."""

import pytest
from sqlalchemy.exc import OperationalError

from workbench.errors import RunStoreError
from workbench.runs.engine import open_engine
from workbench.runs.store_errors import store_errors


def test_the_host_and_the_cause_are_given_without_the_password() -> None:
    pytest.importorskip("psycopg")
    engine = open_engine("postgresql://me:secret@db.example.org:5433/name")
    cause = Exception("me:secret has no access\nDETAIL: Key (id)=(a question)")

    with pytest.raises(RunStoreError) as refused, store_errors(engine):
        raise OperationalError("SELECT 1", {}, cause)

    message = refused.value.message
    assert message.endswith("did not respond: db.example.org:5433: me:*** has no access")
    assert refused.value.retryable
