"""A bundle verifies itself in an empty home, and every change to it is found."""

import io
import json
import shutil
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbclient import NotebookClient

from tests.conftest import IndexedHome
from tests.modelserver.insurance_model import QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from workbench.bootstrap import Workbench
from workbench.bootstrap.bundles import BundleReport, _files
from workbench.domain.given_facts import given_execution, note
from workbench.domain.run import Run
from workbench.errors import InputError
from workbench.export import bundle as bundles
from workbench.export import formats
from workbench.export.formats import EXPORT_FORMATS
from workbench.export.report import Report
from workbench.settings import Settings
from workbench.workspace import Workspace

MANIFEST = "manifest.json"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A workbench with an empty home and no workspaces but the samples."""
    return Workbench.open(Settings(workbench_home=tmp_path_factory.mktemp("elsewhere")))


@pytest.fixture(scope="module")
def file(asked: Run, workbench: Workbench) -> bytes:
    return workbench.sync.export(asked, "bundle")


@pytest.fixture(scope="module")
def parts(file: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


def forged(file: bytes, **changes: Any) -> bytes:
    """The bundle with another run, its hashes written anew."""
    content = bundles.read_bundle(file).content
    run = content.run.model_copy(update=changes)
    return bundles.write_bundle(content.model_copy(update={"run": run}), "0")


def states(report: BundleReport) -> dict[str, str]:
    return {step.name: step.state for step in report.steps}


def different(report: BundleReport) -> set[str]:
    return {step.name for step in report.steps if step.state == "differs"}


@pytest.mark.parametrize(
    ("workspace", "question"),
    [
        ("portfolio", "Какие достижения на проекте АЛОР Брокер?"),
        ("portfolio", "Сколько проектов без RAG?"),
        ("portfolio", "Какая завтра погода?"),
        ("insurance", "Compare windscreen cover of Car and Motorcycle insurance"),
        ("insurance", "How do I make a claim after an accident?"),
    ],
)
def test_a_bundle_verifies_where_nothing_else_is_known(
    workspace: str, question: str, workbench: Workbench, elsewhere: Workbench
) -> None:
    run = workbench.sync.ask(question, workspace=workspace)
    report = elsewhere.sync.verify_bundle(workbench.sync.export(run, "bundle"))
    assert report.is_same, report.steps
    assert {"render", "write", "check", "diagnose"} <= set(states(report))
    assert report.run_id == run.id


def test_calls_to_the_graph_are_repeated_and_searches_are_not(
    asked: Run, searched: Run, workbench: Workbench
) -> None:
    for run, state in ((asked, "same"), (searched, "skipped")):
        report = workbench.sync.verify_bundle(workbench.sync.export(run, "bundle"))
        assert states(report)["execute"] == state
        assert states(report)["evidence"] == "same"


def test_a_fork_and_a_follow_up_verify(asked: Run, workbench: Workbench) -> None:
    assert asked.plan is not None
    plan = asked.plan.model_dump(mode="json")
    plan["limits"]["max_items"] = 2
    fork = workbench.sync.fork(asked, "plan", plan)
    first = workbench.sync.ask("Где применял RAG?", workspace="portfolio", thread="bundle-thread")
    second = workbench.sync.ask("А Redis?", workspace="portfolio", thread=first.thread_id)
    edited = workbench.sync.fork(asked, "write", "Закрыто 95 % обращений [Source 1].")
    for run in (fork, second, edited):
        report = workbench.sync.verify_bundle(workbench.sync.export(run, "bundle"))
        assert report.is_same, (run.question, report.steps)


def test_a_fork_with_edited_facts_verifies_and_says_so(asked: Run, workbench: Workbench) -> None:
    assert asked.facts is not None
    items = asked.facts.items
    added = note("Закрыто 95 % обращений.", "Звонок")
    for facts in (items[:1], (*items, added), items[::-1]):
        fork = workbench.sync.fork(asked, "execute", given_execution(asked, facts))
        again = workbench.sync.fork(fork, "write", "Закрыто 95 % обращений [Source 1].")
        for run in (fork, again):
            report = workbench.sync.verify_bundle(workbench.sync.export(run, "bundle"))
            assert report.is_same, report.steps
            (step,) = (one for one in report.steps if one.name == "execute")
            assert (step.state, step.detail) == ("skipped", "facts edited by hand")


def test_a_fact_that_no_call_found_is_found_among_edited_ones(
    asked: Run, workbench: Workbench
) -> None:
    assert asked.facts is not None
    first = asked.facts.items[0]
    forged_fact = first.model_copy(update={"text": "Закрыто 95 % обращений."})
    edited = given_execution(asked, (forged_fact, *asked.facts.items[1:]))
    fork = workbench.sync.fork(asked, "execute", edited)
    report = workbench.sync.verify_bundle(workbench.sync.export(fork, "bundle"))
    assert "execute" in different(report)


def test_a_fact_of_a_call_that_failed_contradicts_it(
    asked: Run, file: bytes, elsewhere: Workbench
) -> None:
    calls = tuple(one.model_copy(update={"status": "failed"}) for one in asked.tool_calls)
    report = elsewhere.sync.verify_bundle(forged(file, tool_calls=calls))
    assert "execute" in different(report)


@pytest.fixture(scope="module")
def modelled(tmp_path_factory: pytest.TempPathFactory, indexed_home: IndexedHome) -> bytes:
    """The bundle of a run whose plan and answer a scripted model wrote."""
    with ModelServer() as server:
        server.choose(insurance_model())
        settings = Settings(
            _env_file=None,
            workbench_home=indexed_home(tmp_path_factory.mktemp("modelled")),
            compatible_base_url=server.openai_url,
            planner_model="compatible:scripted",
            answer_model="compatible:scripted",
        )
        workbench = Workbench.open(settings).sync
        run = workbench.ask(QUESTION, workspace="insurance")
        assert run.plan_origin == "model" and run.answer is not None
        assert run.answer.model == "compatible:scripted"
        return workbench.export(run, "bundle")


def test_a_models_answer_verifies_by_its_record_without_key(
    modelled: bytes, elsewhere: Workbench
) -> None:
    report = elsewhere.sync.verify_bundle(modelled)
    assert report.is_same, report.steps
    assert states(report)["execute"] == states(report)["write"] == "same"


def test_a_reply_that_was_never_given_is_found(modelled: bytes, elsewhere: Workbench) -> None:
    content = bundles.read_bundle(modelled).content
    replies = tuple(
        one.model_copy(update={"reply": one.reply.replace("$100", "$900")})
        for one in content.run.exchanges
    )
    report = elsewhere.sync.verify_bundle(forged(modelled, exchanges=replies))
    assert "check" in different(report)


def test_another_template_asks_another_question(modelled: bytes, elsewhere: Workbench) -> None:
    content = bundles.read_bundle(modelled).content
    prompt = {"prompts/grounded.en.jinja": "Answer in verse.\n"}
    forgery = content.model_copy(update={"files": {**content.files, **prompt}})
    report = elsewhere.sync.verify_bundle(bundles.write_bundle(forgery, "0"))
    assert "write" in different(report)


def test_a_run_that_does_not_verify_discloses_no_more_of_the_graph(
    asked: Run, file: bytes, workbench: Workbench
) -> None:
    assert asked.answer is not None
    altered = asked.model_copy(
        update={"answer": asked.answer.model_copy(update={"text": "Иначе."})}
    )
    exported = bundles.read_bundle(workbench.sync.export(altered, "bundle")).content
    expected = bundles.read_bundle(file).content
    assert (exported.nodes, exported.edges) == (expected.nodes, expected.edges)
    assert len(exported.nodes) < len(workbench.sync.workspace("portfolio").nodes)


def test_a_bundle_holds_templates_alone_and_the_live_ones(
    museum: Workspace, tmp_path: Path
) -> None:
    root = tmp_path / museum.id
    shutil.copytree(museum.root, root)
    (root / "prompts").mkdir(exist_ok=True)
    for name in ("grounded.en.jinja", "notes copy.txt", ".DS_Store"):
        (root / "prompts" / name).write_text("stored")
    live = {"grounded.en.jinja": "live"}
    files = _files(replace(museum, root=root).with_prompts(live))
    assert files["prompts/grounded.en.jinja"] == "live"
    assert not {"prompts/notes copy.txt", "prompts/.DS_Store"} & set(files)


async def test_a_report_is_written_beside_the_event_loop(
    asked: Run, workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(_: Report) -> bytes:
        return threading.current_thread().name.encode()

    written = {"json": replace(EXPORT_FORMATS["json"], write=write)}
    monkeypatch.setattr(formats, "EXPORT_FORMATS", written)
    found = await Workbench.open(workbench.settings).export(asked, "json")
    assert found != threading.current_thread().name.encode()


def test_equal_runs_give_equal_bytes(asked: Run, file: bytes, workbench: Workbench) -> None:
    assert workbench.sync.export(asked, "bundle") == file


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    members = (
        value.items() if isinstance(value, dict)
        else enumerate(value) if isinstance(value, list) else None
    )  # fmt: skip
    if members is None:
        yield path
        return
    for name, member in members:
        yield from leaves(member, (*path, name))


def changed(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return f"{value}x" if isinstance(value, str) else "x"


@given(part=st.integers(0, 99), place=st.integers(0, 100_000))
def test_any_changed_value_is_found(
    part: int, place: int, parts: dict[str, bytes], elsewhere: Workbench
) -> None:
    name = sorted(parts)[part % len(parts)]
    content = with_changed_value(parts[name], place)
    try:
        report = elsewhere.sync.verify_bundle(zipped({**parts, name: content}))
    except InputError:
        return
    assert content == parts[name] or "hashes" in different(report)


def with_changed_value(part: bytes, place: int) -> bytes:
    """The part with one of its values changed; one without values stays as it is."""
    try:
        value = json.loads(part)
    except ValueError:
        at = place % len(part)
        return part[:at] + (b"#" if part[at : at + 1] != b"#" else b"x") + part[at + 1 :]
    places = list(leaves(value))
    if not places:
        return part
    *way, last = places[place % len(places)]
    holder = value
    for step in way:
        holder = holder[step]
    holder[last] = changed(holder[last])
    return json.dumps(value, ensure_ascii=False).encode()


def test_a_part_that_is_added_or_missing_is_found(
    parts: dict[str, bytes], elsewhere: Workbench
) -> None:
    more = {**parts, "workspace/prompts/extra.jinja": b"{{ x }}"}
    assert different(elsewhere.sync.verify_bundle(zipped(more))) == {"hashes"}
    fewer = {name: content for name, content in parts.items() if name != "run.json"}
    with pytest.raises(InputError, match=r"run\.json"):
        elsewhere.sync.verify_bundle(zipped(fewer))


def test_changes_with_hashes_written_anew_contradict_what_is_recomputed(
    asked: Run, file: bytes, elsewhere: Workbench
) -> None:
    assert asked.answer and asked.facts and asked.rendered and asked.diagnostics and asked.plan
    fact = asked.facts.items[0]
    claim = asked.diagnostics.claims[1].model_copy(update={"verdict": "contradicted"})
    grounding = asked.diagnostics.grounding.model_copy(update={"score": 0.5})
    quote = asked.answer.citations[0].model_copy(update={"start_pos": 3})
    forgeries: dict[str, tuple[dict[str, Any], str]] = {
        "answer": ({"answer": asked.answer.model_copy(update={"text": "Иначе."})}, "check"),
        "citation": (
            {"answer": asked.answer.model_copy(update={"citations": (quote,)})}, "check",
        ),
        "fact": (
            {"facts": asked.facts.model_copy(
                update={"items": (fact.model_copy(update={"text": "x"}), *asked.facts.items[1:])}
            )}, "execute",
        ),
        "rendered": (
            {"rendered": asked.rendered.model_copy(update={"text": "x"})}, "render",
        ),
        "claim": (
            {"diagnostics": asked.diagnostics.model_copy(update={"claims": (claim,)})}, "diagnose",
        ),
        "grounding": (
            {"diagnostics": asked.diagnostics.model_copy(update={"grounding": grounding})},
            "diagnose",
        ),
        "plan": (
            {"plan": asked.plan.model_copy(update={"intents": ("NO_SUCH_INTENT",)})}, "plan",
        ),
    }  # fmt: skip
    for what, (changes, step) in forgeries.items():
        report = elsewhere.sync.verify_bundle(forged(file, **changes))
        assert states(report)["hashes"] == "same"
        assert step in different(report), (what, report.steps)


def test_a_forged_graph_contradicts_the_facts(file: bytes, elsewhere: Workbench) -> None:
    content = bundles.read_bundle(file).content
    fewer = content.model_copy(update={"edges": content.edges[1:]})
    report = elsewhere.sync.verify_bundle(bundles.write_bundle(fewer, "0"))
    assert "execute" in different(report)


def test_a_forged_document_contradicts_the_quotes(file: bytes, elsewhere: Workbench) -> None:
    content = bundles.read_bundle(file).content
    altered = tuple(
        one.model_copy(update={"text": one.text.replace("62 %", "95 %")})
        for one in content.documents
    )
    forgery = content.model_copy(update={"documents": altered})
    report = elsewhere.sync.verify_bundle(bundles.write_bundle(forgery, "0"))
    assert "evidence" in different(report)


def test_the_digest_names_the_content(file: bytes, asked: Run) -> None:
    again = bundles.read_bundle(forged(file, question=f"{asked.question}?"))
    assert again.digest != bundles.read_bundle(file).digest


# --- files from anywhere ------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["../run.json", "/etc/passwd", "workspace/../../x", "workspace/a/b/c", "C:\\x", "extra.json"],
)
def test_a_name_that_no_bundle_has_is_refused(name: str, parts: dict[str, bytes]) -> None:
    with pytest.raises(InputError, match="not the bundle"):
        bundles.read_bundle(zipped({**parts, name: b"{}"}))


def test_what_cannot_be_read_is_not_written(file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    content = bundles.read_bundle(file).content
    copied = {**content.files, "prompts/notes copy.jinja": "x"}
    with pytest.raises(InputError, match=r"notes copy\.jinja"):
        bundles.write_bundle(content.model_copy(update={"files": copied}), "0")
    monkeypatch.setattr(bundles, "LARGEST_CONTENT", 1000)
    with pytest.raises(InputError, match="exceeds"):
        bundles.write_bundle(content, "0")


@pytest.mark.parametrize(
    "name", ["../x", "{outside}", "a/../../x", "..", ".", "", "a\\b", "Portfolio", "portfolio\n"]
)
def test_a_workspace_whose_name_is_no_folders_name_is_refused(
    name: str, file: bytes, elsewhere: Workbench, tmp_path: Path
) -> None:
    hostile = forged(file, workspace=name.format(outside=tmp_path / "outside"))
    with pytest.raises(InputError, match=r"run\.workspace"):
        elsewhere.sync.verify_bundle(hostile)
    assert not list(tmp_path.iterdir())


def test_the_same_name_twice_is_refused(parts: dict[str, bytes]) -> None:
    made = io.BytesIO(zipped(parts))
    with zipfile.ZipFile(made, "a") as archive, pytest.warns(UserWarning):
        archive.writestr("run.json", b"{}")
    with pytest.raises(InputError, match="not the bundle"):
        bundles.read_bundle(made.getvalue())


def test_a_bomb_is_refused_before_it_is_unpacked(
    parts: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundles, "LARGEST_CONTENT", 1_000_000)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**parts, "documents.json": b" " * 5_000_000}.items():
            archive.writestr(name, content)
    assert len(made.getvalue()) < 200_000
    with pytest.raises(InputError, match="exceeds 1 MB"):
        bundles.read_bundle(made.getvalue())


def test_a_large_file_is_refused(monkeypatch: pytest.MonkeyPatch, file: bytes) -> None:
    monkeypatch.setattr(bundles, "LARGEST_FILE", 1000)
    with pytest.raises(InputError, match="exceeds"):
        bundles.read_bundle(file)


@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b"{", b"null", b"[]", b"\xff", b'{"id": 1}', b'"' + b"a" * 99]
)
@pytest.mark.parametrize("name", ["run.json", MANIFEST, "nodes.json", "checks.json"])
def test_a_part_that_cannot_be_read_is_an_input_error_or_found(
    name: str, content: bytes, parts: dict[str, bytes], elsewhere: Workbench
) -> None:
    try:
        report = elsewhere.sync.verify_bundle(zipped({**parts, name: content}))
    except InputError:
        return
    assert "hashes" in different(report)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no archive", b"PK\x05\x06" + b"\0" * 18])
def test_a_file_that_is_no_archive_is_refused(content: bytes) -> None:
    with pytest.raises(InputError):
        bundles.read_bundle(content)


@given(cut=st.integers(1, 2000), at=st.integers(0, 10_000))
def test_a_damaged_archive_is_an_input_error(cut: int, at: int, file: bytes) -> None:
    at %= len(file)
    damaged = file[:at] + file[at + cut :]
    try:
        assert bundles.read_bundle(damaged)
    except InputError:
        return


# --- the notebook and the command ---------------------------------------------------------


def test_the_notebook_runs_and_verifies_its_bundle(asked: Run, workbench: Workbench) -> None:
    notebook = nbformat.reads(workbench.sync.export(asked, "ipynb").decode(), as_version=4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=120).execute()
    printed = "".join(
        output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", ())
    )
    assert "same     execute" in printed
    assert "differs" not in printed
