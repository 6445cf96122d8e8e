"""Check that no two types, relations, properties or slot values share their words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from workbench.domain.local_text import LocalText, all_texts
from workbench.lint.problems import LintProblem, at_path
from workbench.nlp.name_keys import parts
from workbench.workspace import Workspace
from workbench.workspace.read_spec import SPEC_FILE
from workbench.workspace.schema import EdgeType


def shared_word_problems(workspace: Workspace) -> Iterator[LintProblem]:
    """Yield the words that two entries of one section have, in any spelling.

    Two relations may share a word if they connect other types: "in" for cities and for rooms.
    """
    spec = workspace.spec
    types = {name: _words(one.label, one.words) for name, one in spec.node_types.items()}
    yield from _problems(workspace, "node_types", types)
    relations = {name: _words(one.label, one.words) for name, one in spec.edge_types.items()}
    for pair in combinations(spec.edge_types, 2):
        if _connect_the_same(*(spec.edge_types[name] for name in pair)):
            own = {name: relations[name] for name in pair}
            yield from _problems(workspace, "edge_types", own)
    for section, kinds in (("node_types", spec.node_types), ("edge_types", spec.edge_types)):
        for name, kind in kinds.items():
            properties = {key: _words(p.label, p.words) for key, p in kind.properties.items()}
            yield from _problems(workspace, f"{section}.{name}.properties", properties)
    for name, slot in spec.slots.items():
        values = {key: _words(one.label, one.aliases) for key, one in slot.values.items()}
        yield from _problems(workspace, f"slots.{name}.values", values)


def _words(label: LocalText, words: Iterable[str]) -> list[str]:
    return [*all_texts(label), *words]


def _connect_the_same(one: EdgeType, other: EdgeType) -> bool:
    return bool({*one.from_} & {*other.from_} and {*one.to} & {*other.to})


def _problems(
    workspace: Workspace, section: str, entries: Mapping[str, Iterable[str]]
) -> Iterator[LintProblem]:
    owners: dict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    for name, words in entries.items():
        for word in words:
            if key := tuple(part.text.casefold() for part in parts(word)):
                owners[key].setdefault(name, word)
    for own in owners.values():
        first, *others = own
        for other in others:
            yield at_path(
                workspace.root,
                SPEC_FILE,
                f"{section}.{other}",
                "shared_word",
                f"{other} and {first} share “{own[other]}”.",
                "A question that uses it is ambiguous: remove it from one of them.",
                "warning",
            )
