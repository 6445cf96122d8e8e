"""Whatever a workspace's files hold, reading it ends with a reason, and the others still open."""

import json
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.support.museum_workspace import NODES, spec, write_museum
from workbench import Workbench
from workbench.domain.local_text import LANGUAGES
from workbench.errors import WorkspaceError
from workbench.i18n.errors import error_text
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace
from workbench.workspace.graph_builder import Graph

Damage = Callable[[Path], None]

SPEC = "workspace.yaml"
SOON = 5.0
"""Seconds; every file here is refused within half of one on a quiet machine."""


def in_spec(line: str) -> Damage:
    def damage(museum: Path) -> None:
        with (museum / SPEC).open("a", encoding="utf-8") as file:
            file.write(line)

    return damage


def graph_file(name: str, content: str | bytes) -> Damage:
    def damage(museum: Path) -> None:
        raw = content.encode() if isinstance(content, str) else content
        (museum / "graph" / name).write_bytes(raw)

    return damage


def replace_spec(make: Callable[[Path], Any]) -> Damage:
    def damage(museum: Path) -> None:
        (museum / SPEC).unlink()
        make(museum / SPEC)

    return damage


def node(**values: Any) -> str:
    return json.dumps({**NODES[0], "id": "painter:new", **values})


ALIASES = "a0: &a0 [x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12)
)

BAD: dict[str, tuple[Damage, str]] = {
    "a date that is none": (in_spec("created: 2026-02-30\n"), "workspace.yaml: line"),
    "a long integer": (in_spec(f"size: {'9' * 6000}\n"), "workspace.yaml: line"),
    "a long hexadecimal": (in_spec(f"size: 0x{'f' * 6000}\n"), "workspace.yaml: line"),
    "no finite number": (in_spec("size: .inf\n"), "workspace.yaml: line"),
    "deep nesting": (in_spec(f"deep: {'[' * 5000}{']' * 5000}\n"), "workspace.yaml: line"),
    "aliases of aliases": (in_spec(ALIASES), "workspace.yaml"),
    "an alias of itself": (in_spec("loop: &a [*a]\n"), "workspace.yaml"),
    "a large yaml": (in_spec(f"text: {'x' * 30_000_000}\n"), "workspace.yaml"),
    "a yaml that is not UTF-8": (replace_spec(lambda p: p.write_bytes(b"id: \xff")), SPEC),
    "a yaml that is a pipe": (replace_spec(os.mkfifo), SPEC),
    "a yaml that is a folder": (replace_spec(Path.mkdir), SPEC),
    "a yaml that leads nowhere": (replace_spec(lambda p: p.symlink_to("none")), SPEC),
    "a yaml that is empty": (replace_spec(Path.touch), SPEC),
    "a graph that is not UTF-8": (
        graph_file("nodes-x.jsonl", b'{}\n{"id": "\xff"}'), "graph/nodes-x.jsonl",
    ),
    "a cell of 200 KB": (
        graph_file("nodes-x.csv", f"id,type,name\npainter:x,painter,{'y' * 200_000}\n"),
        "graph/nodes-x.csv: line 2",
    ),
    "name beside name.en": (
        graph_file("nodes-x.csv", "id,type,name,name.en\npainter:x,painter,X,X\n"),
        "graph/nodes-x.csv: line 2",
    ),
    "name.en beside name": (
        graph_file("nodes-x.csv", "id,type,name.en,name\npainter:x,painter,X,X\n"),
        "graph/nodes-x.csv: line 2",
    ),
    "a folder as a graph file": (lambda m: (m / "graph/nodes-x.jsonl").mkdir(), "nodes-x.jsonl"),
    "a dangling link": (
        lambda m: (m / "graph/nodes-x.jsonl").symlink_to("none"), "graph/nodes-x.jsonl",
    ),
    "a pipe as a graph file": (lambda m: os.mkfifo(m / "graph/edges-x.csv"), "edges-x.csv"),
    "a long integer in JSON": (
        graph_file("nodes-x.jsonl", node(properties={"year": 1}).replace(" 1}", f"{'9' * 6000}}}")),
        "graph/nodes-x.jsonl: line 1",
    ),
    "NaN in JSON": (graph_file("nodes-x.jsonl", node(name=float("nan"))), "nodes-x.jsonl: line 1"),
    "deep nesting in JSON": (
        graph_file("nodes-x.jsonl", "[" * 100_000), "graph/nodes-x.jsonl: line 1",
    ),
    "half a character": (graph_file("nodes-x.jsonl", node(name="\ud800")), "nodes-x.jsonl: line 1"),
}  # fmt: skip


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A workspace to damage, and one beside it."""
    write_museum(tmp_path)
    good = write_museum(tmp_path / "aside", {**spec(), "id": "gallery"})
    return tmp_path / "museum", good.rename(tmp_path / "gallery")


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_a_reason_with_its_place(folders: tuple[Path, Path], case: str) -> None:
    damage, place = BAD[case]
    museum, _ = folders
    damage(museum)
    started = time.monotonic()

    with pytest.raises(WorkspaceError) as refused:
        open_workspace(museum, TOOL_SPECS)

    assert time.monotonic() - started < SOON
    assert place in refused.value.place
    assert refused.value.code != "workspace.broken"
    for language in LANGUAGES:
        told = error_text(refused.value.code, refused.value.words, language)
        assert told and place in told.message


@pytest.mark.parametrize(
    "case", ["a date that is none", "a yaml that is a pipe", "a dangling link"]
)
def test_one_bad_workspace_is_listed_beside_good_ones(
    folders: tuple[Path, Path], case: str, settings: Settings
) -> None:
    museum, _ = folders
    BAD[case][0](museum)
    places = settings.model_copy(update={"workbench_workspaces": (museum.parent,)})
    workbench = Workbench.open(places)

    listed = {one.id: one.error for one in workbench.workspaces()}

    assert BAD[case][1] in (listed["museum"] or "")
    assert listed["gallery"] is None
    assert workbench.prepare("gallery").workspace.id == "gallery"
    with pytest.raises(WorkspaceError):
        workbench.prepare("museum")


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\u0085"])
def test_a_line_separator_inside_a_json_string_is_part_of_it(
    tmp_path: Path, separator: str
) -> None:
    museum = write_museum(tmp_path)
    raw = json.dumps(
        {**NODES[0], "id": "painter:new", "name": f"a{separator}b"}, ensure_ascii=False
    )
    (museum / "graph" / "nodes-x.jsonl").write_text(raw.replace("\\u001c", "\\u001c"), "utf-8")

    assert open_workspace(museum, TOOL_SPECS).nodes["painter:new"].name == f"a{separator}b"


PIECES = (
    b"", b"\x00", b"\xff\xfe", b"\n", b"  ", b"- ", b": ", b"[", b"{", b"}", b'"', b"&a ", b"*a",
    b"!!python/object:os.system ", b"!!binary x", b"2026-02-30", b"0x" + b"f" * 5000, b"9" * 5000,
    b"1e999", b"\xe2\x80\xa8", b"\\ud800", b"{a", b"<<: 1", b"? ", b"null", b"- [" * 60, b"id",
)  # fmt: skip


@given(seed=st.integers(0, 2**32), cuts=st.integers(1, 4))
@hypothesis_settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_damage_ends_in_a_workspace_or_in_a_reason(
    tmp_path_factory: pytest.TempPathFactory, seed: int, cuts: int
) -> None:
    chance = random.Random(seed)
    museum = write_museum(tmp_path_factory.mktemp("mutated"))
    file = museum / chance.choice((SPEC, "graph/nodes.jsonl", "graph/edges.jsonl"))
    raw = file.read_bytes()
    for _ in range(cuts):
        at = chance.randrange(len(raw) + 1)
        until = min(len(raw), at + chance.choice((0, 1, 5, 40)))
        raw = raw[:at] + chance.choice(PIECES) + raw[until:]
    file.write_bytes(raw)

    try:
        read = open_workspace(museum, TOOL_SPECS)
        assert Graph(read.nodes, read.edges).files()
    except WorkspaceError as reason:
        assert reason.place
        assert reason.code != "workspace.broken", reason
