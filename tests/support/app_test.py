"""The app without a browser, as Streamlit tests it."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from workbench.ui import session_reload

MAIN = Path(__file__).resolve().parents[2] / "workbench" / "ui" / "main.py"


def app_test() -> AppTest:
    """The app in a tab that is known, which no browser has to tell; it has not run yet."""
    test = AppTest.from_file(str(MAIN), default_timeout=60)
    test.session_state[session_reload.TAB] = "tab"
    return test
