"""People sign in at an OpenID provider, and what they may do follows from the settings."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import free_port, served
from tests.support.oidc_server import OidcServer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def provider() -> Iterator[OidcServer]:
    with OidcServer() as server:
        yield server


@pytest.fixture(scope="module")
def address(provider: OidcServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over the fake workbench, with a role for two addresses."""
    home, port = tmp_path_factory.mktemp("sign_in"), free_port()
    secrets = home / "secrets.toml"
    secrets.write_text(provider.secrets(f"http://127.0.0.1:{port}"), "utf-8")
    settings = {
        "WORKBENCH_EDITORS": "ann@example.org",
        "WORKBENCH_VIEWERS": "@example.org",
        "STREAMLIT_SECRETS_FILES": str(secrets),
    }
    with served("tests/browser/fake_app.py", home, port=port, **settings) as found:
        yield found


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    found = browser.new_context(locale="en-GB")
    yield found
    found.close()


def signed_in(
    context: BrowserContext, provider: OidcServer, address: str, **claims: object
) -> Page:
    provider.person = claims
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_test_id("stSidebar")).to_have_count(0)
    page.get_by_role("button", name="Sign in").click()
    return page


def test_an_editor_signs_in_asks_and_signs_out(
    context: BrowserContext, provider: OidcServer, address: str
) -> None:
    page = signed_in(context, provider, address, email="ann@example.org", email_verified=True)
    expect(page.get_by_text("ann@example.org · editor")).to_be_visible()
    expect(page.get_by_placeholder("Ask a question")).to_be_enabled()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def test_a_viewer_looks_and_changes_nothing(
    context: BrowserContext, provider: OidcServer, address: str
) -> None:
    page = signed_in(context, provider, address, email="bob@example.org")
    expect(page.get_by_text("bob@example.org · viewer")).to_be_visible()
    expect(page.get_by_placeholder("Ask a question")).to_be_disabled()
    expect(page.get_by_text("needs the role of an analyst").first).to_be_visible()
    example = page.locator("[class*='st-key-wb_example_'] button").first
    expect(example).to_be_disabled()
    example.locator("xpath=..").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("needs the role of an analyst")
    expect(page.locator(".wb-strip")).to_have_count(0)


@pytest.mark.parametrize(
    "claims",
    [
        {"email": "eve@elsewhere.net"},
        {"email": "ann@example.org", "email_verified": False},
        {"email": "ann@example.org.elsewhere.net"},
    ],
)
def test_nobody_else_gets_in(
    context: BrowserContext, provider: OidcServer, address: str, claims: dict[str, object]
) -> None:
    page = signed_in(context, provider, address, **claims)
    expect(page.get_by_text("has no access")).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).to_have_count(0)
    expect(page.get_by_test_id("stChatInput")).to_have_count(0)
