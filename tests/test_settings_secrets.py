"""A provider's key, which pydantic keeps among the extra fields of the settings, is never shown."""

import traceback
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from workbench import Settings, Workbench
from workbench.errors import ConfigurationError
from workbench.export.formats import EXPORT_FORMATS
from workbench.logs import configure_logs, log
from workbench.settings import load_settings

KEY = "canary-in-the-settings-4711"
Given = Callable[[pytest.MonkeyPatch, Path], Settings]


def by_keyword(_: pytest.MonkeyPatch, home: Path) -> Settings:
    return load_settings(openai_api_key=KEY, workbench_home=home)


def by_environment(monkeypatch: pytest.MonkeyPatch, home: Path) -> Settings:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return load_settings(workbench_home=home)


def by_file(monkeypatch: pytest.MonkeyPatch, home: Path) -> Settings:
    file = home / "settings.env"
    file.write_text(f"OPENAI_API_KEY={KEY}\nANOTHER_API_KEY={KEY}\n", "utf-8")
    monkeypatch.setenv("WORKBENCH_ENV_FILE", str(file))
    return load_settings(workbench_home=home)


@pytest.fixture(params=[by_keyword, by_environment, by_file])
def settings(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Settings:
    given: Given = request.param
    found = given(monkeypatch, tmp_path)
    key = found.api_key_of("openai")
    assert key is not None and key.get_secret_value() == KEY
    return found


def test_no_form_of_the_settings_has_the_key(settings: Settings) -> None:
    copies = (settings, settings.model_copy(), settings.for_app, settings.with_embedder("hashing"))
    forms = [
        form
        for one in copies
        for form in (
            repr(one),
            str(one),
            repr(one.model_dump()),
            one.model_dump_json(),
            repr(one.__pydantic_extra__),
            repr(vars(one)),
        )
    ]

    assert not [form for form in forms if KEY in form]


def test_no_line_of_the_log_has_the_key(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    configure_logs("debug")
    log.info("opened", settings=settings, extra=settings.__pydantic_extra__)
    try:
        raise RuntimeError(f"not opened: {settings!r}")
    except RuntimeError:
        log.exception("crashed", settings=settings)

    written = "".join(capsys.readouterr())
    assert "opened" in written
    assert KEY not in written


@pytest.mark.parametrize(
    "wrong", [{"max_tool_calls": KEY}, {"openai_api_key": [KEY]}, {"gemini_api_key": {"key": KEY}}]
)
def test_no_error_of_the_settings_has_the_key(wrong: dict[str, object]) -> None:
    with pytest.raises(ConfigurationError) as refused:
        load_settings(**wrong, anthropic_api_key=KEY)

    told = "".join(traceback.format_exception(refused.value)) + str(refused.value.hint)
    assert KEY not in told


@pytest.mark.parametrize("settings", [by_file], indirect=True)
async def test_no_export_of_a_run_and_no_stored_file_has_the_key(
    settings: Settings, tmp_path: Path
) -> None:
    bench = Workbench.open(settings)
    run = await bench.ask("Что такое Car Basic?", workspace="insurance")

    for form in EXPORT_FORMATS:
        data = await bench.export(run, form)
        assert KEY.encode() not in data, form
        if zipfile.is_zipfile(BytesIO(data)):
            with zipfile.ZipFile(BytesIO(data)) as bundle:
                assert not [name for name in bundle.namelist() if KEY.encode() in bundle.read(name)]
    kept = [one for one in tmp_path.rglob("*") if one.is_file() and one.suffix != ".env"]
    assert kept
    assert not [one for one in kept if KEY.encode() in one.read_bytes()]
