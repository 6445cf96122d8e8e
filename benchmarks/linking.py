"""Measure entity linking on names written otherwise than in the graph.

    python -m benchmarks.linking [DATA]

For each sample workspace and each `DATA/worlds/*/graph.json`, rewrites every name by fixed rules
and prints the share of the variants that link to their node, to another node, and that stay
ambiguous. Questions that name nothing of a workspace show how often a link is made up: golden
questions of the other workspaces, and `banking77.test.jsonl` and `canard.jsonl` of DATA.

The rules: `reorder` moves the last word of a name to the front; `part` keeps the word that the
fewest names have, `most of it` all words but the last; `inflected` declines each Russian word;
`lower case` writes the whole name in lower case; `hidden` asks by a name or an alias that was taken
out of the graph, in the script of a name that stayed, `other script` otherwise; `shared` keeps one
word that several nodes have, which must not link to one of them in silence.
"""

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pymorphy3

from workbench.domain.entities import ResolvedEntity
from workbench.domain.graph import Node
from workbench.domain.local_text import all_texts
from workbench.domain.question import MemoryDecision
from workbench.nlp.grammar import is_function_word
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.name_keys import parts
from workbench.tools.registry import TOOL_SPECS
from workbench.understanding.entities import resolve
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.normalize import normalize
from workbench.workspace import Workspace, open_workspace
from workbench.workspace.schema import WorkspaceSpec

SAMPLES = Path("data")
INDEPENDENT = MemoryDecision(decision="independent")
FOLDS = 3
"""Parts of the names that are hidden in turn."""
NEGATIVES = 700
"""Foreign questions of each set."""
CASES = {"gent": "Что известно насчёт {}?", "datv": "Что есть по {}?", "ablt": "Что связано с {}?",
         "loct": "Расскажи о {}"}  # fmt: skip
PLAIN = {True: ("Что такое {}?", "{}: подробности"), False: ("Tell me about {}", "What about {}?")}
"""Questions around a name, by whether it is Cyrillic."""


@dataclass(frozen=True)
class Variant:
    """A question about a rewritten name and the nodes that it may mean."""

    kind: str
    question: str
    nodes: frozenset[str]


def main(data: Path | None) -> int:
    """Print a table for every workspace."""
    workspaces = {
        path.parent.name: open_workspace(path.parent, TOOL_SPECS)
        for path in sorted(SAMPLES.glob("*/workspace.yaml"))
    }
    graphs = sorted((data / "worlds").glob("*/graph.json")) if data else []
    workspaces |= {path.parent.name: _graph(path) for path in graphs}
    foreign = {name: list(_golden(name)) for name in workspaces}
    foreign |= _public(data) if data else {}
    for name, workspace in workspaces.items():
        others = {other: texts for other, texts in foreign.items() if other != name and texts}
        _print(name, *_measure(workspace), _made_up(workspace, others))
    return 0


def _print(
    name: str, counts: Mapping[str, Counter[str]], ms: float, made_up: Mapping[str, float]
) -> None:
    print(f"\n{name}: {ms:.2f} ms a question")
    print(f"  {'':14}{'questions':>10}{'linked':>9}{'wrong':>9}{'ambiguous':>11}")
    alone = {kind: found for kind, found in counts.items() if kind != "shared"}
    rows = {**counts, "all but shared": sum(alone.values(), Counter())}
    for kind, found in rows.items():
        total = found.total()
        shares = (found[outcome] / total for outcome in ("linked", "wrong"))
        print(
            f"  {kind:14}{total:10}"
            + "".join(f"{share:9.3f}" for share in shares)
            + f"{found['ambiguous'] / total:11.3f}"
        )
    for other, share in made_up.items():
        print(f"  questions of {other}: {share:.3f} with a link")


def _measure(workspace: Workspace) -> tuple[Mapping[str, Counter[str]], float]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    spent, asked = 0.0, 0
    for registry, variants in _registries(workspace):
        for variant in variants:
            started = time.perf_counter()
            found = _resolved(variant.question, registry)
            spent, asked = spent + time.perf_counter() - started, asked + 1
            counts[variant.kind][_outcome(found, variant.nodes)] += 1
    return counts, spent / asked * 1000


def _resolved(text: str, registry: EntityRegistry) -> Sequence[ResolvedEntity]:
    question = normalize(text, registry.workspace.spec.languages)
    return resolve(question, INDEPENDENT, registry).entities


def _outcome(found: Sequence[ResolvedEntity], nodes: frozenset[str]) -> str:
    ambiguous = [entity for entity in found if entity.is_ambiguous]
    chosen = {entity.canonical_id for entity in found if entity not in ambiguous}
    if chosen:
        return "linked" if len(nodes) == 1 and nodes <= chosen else "wrong"
    offered = {c.canonical_id for entity in ambiguous for c in entity.candidates}
    return "ambiguous" if nodes & offered else "wrong" if offered else "missed"


def _made_up(workspace: Workspace, others: Mapping[str, Sequence[str]]) -> Mapping[str, float]:
    registry = EntityRegistry.build(workspace)
    return {
        name: sum(bool(_resolved(text, registry)) for text in texts) / len(texts)
        for name, texts in others.items()
    }


def _registries(workspace: Workspace) -> Iterator[tuple[EntityRegistry, Iterable[Variant]]]:
    yield EntityRegistry.build(workspace), _rewritten(workspace)
    for fold in range(FOLDS):
        kept, hidden = _hide(workspace, fold)
        yield EntityRegistry.build(replace(workspace, nodes=kept)), hidden


def _hide(workspace: Workspace, fold: int) -> tuple[Mapping[str, Node], Sequence[Variant]]:
    """Take a third of each node's names out, all but the last one; return questions by them."""
    kept, hidden = {}, []
    for at, node in enumerate(workspace.nodes.values()):
        written = _surfaces(node)
        stay = [text for i, text in enumerate(written) if (at + i) % FOLDS != fold] or written[:1]
        kept[node.id] = node.model_copy(update={"name": stay[0], "aliases": tuple(stay[1:])})
        for text in (text for text in written if text not in stay):
            same = is_cyrillic(text) in {is_cyrillic(other) for other in stay}
            hidden.append(_variant("hidden" if same else "other script", text, {node.id}))
    return kept, hidden


def _rewritten(workspace: Workspace) -> Iterator[Variant]:
    holders, exact = _holders(workspace)
    for node in workspace.nodes.values():
        for name in dict.fromkeys(all_texts(node.name)):
            words = [part.text for part in parts(name)]
            content = [word for word in words if _is_content(word)]
            yield _variant("lower case", name.lower(), exact[name.casefold()])
            if is_cyrillic(name):
                yield from _inflected(name, words, exact[name.casefold()])
            if len(content) < 2 or len(words) > 5:
                continue
            yield _variant("reorder", f"{words[-1]} {' '.join(words[:-1])}", {node.id})
            rare = min(content, key=lambda word: (len(holders[lemma(word)]), -len(word)))
            if rare.casefold() not in exact:
                yield _part(rare, "part", holders)
            common = max(content, key=lambda word: len(holders[lemma(word)]))
            if len(holders[lemma(common)]) > 1 and common.casefold() not in exact:
                yield _part(common, "shared", holders)
            if len(content) > 2:
                both = set.intersection(*(holders[lemma(word)] for word in content[:-1]))
                if len(both) == 1:
                    yield _variant("most of it", " ".join(words[: words.index(content[-1])]), both)


def _part(word: str, kind: str, holders: Mapping[str, set[str]]) -> Variant:
    nodes = holders[lemma(word)]
    return _variant(kind if len(nodes) == 1 else "shared", word, nodes)


def _holders(workspace: Workspace) -> tuple[Mapping[str, set[str]], Mapping[str, set[str]]]:
    """Return the nodes by each word of their names and aliases, and by each whole name."""
    words: dict[str, set[str]] = defaultdict(set)
    whole: dict[str, set[str]] = defaultdict(set)
    for node in workspace.nodes.values():
        for text in _surfaces(node):
            whole[text.casefold()].add(node.id)
            for part in parts(text):
                words[lemma(part.text)].add(node.id)
    return words, whole


def _surfaces(node: Node) -> list[str]:
    """A node's names and aliases, each spelling once."""
    texts = (*all_texts(node.name), *node.aliases)
    return list({text.casefold(): text for text in texts}.values())


def _is_content(word: str) -> bool:
    return len(word) > 2 and not is_function_word(word) and not word.isdigit()


def _variant(kind: str, written: str, nodes: Iterable[str]) -> Variant:
    frames = PLAIN[is_cyrillic(written)]
    return Variant(kind, frames[len(written) % len(frames)].format(written), frozenset(nodes))


_ANALYZER = pymorphy3.MorphAnalyzer(lang="ru")


def _inflected(name: str, words: Sequence[str], nodes: Iterable[str]) -> Iterator[Variant]:
    case = list(CASES)[len(name) % len(CASES)]
    declined = [_declined(word, case) for word in words]
    if declined != list(words) and len(words) <= 4:
        yield Variant("inflected", CASES[case].format(" ".join(declined)), frozenset(nodes))


def _declined(word: str, case: str) -> str:
    """Return a noun or an adjective of the nominative in another case."""
    for parse in _ANALYZER.parse(word)[:3] if is_cyrillic(word) else ():
        number = {"plur"} & set(parse.tag.grammemes)
        if "nomn" in parse.tag and (form := parse.inflect({case, *number})):
            text: str = form.word
            return (
                text.upper()
                if word.isupper() and len(word) > 1
                else (text.capitalize() if word[0].isupper() else text)
            )
    return word


def _graph(path: Path) -> Workspace:
    """Read a graph in JSON as a workspace without documents."""
    raw: dict[str, Any] = json.loads(path.read_text("utf-8"))
    nodes = {
        one["id"]: Node(
            id=one["id"], type=one["type"], name=one["names"], aliases=tuple(one["aliases"])
        )
        for one in raw["nodes"]
    }
    sample = open_workspace(next(iter(sorted(SAMPLES.glob("*/workspace.yaml")))).parent, TOOL_SPECS)
    types = {name: {"label": name} for name in raw["meta"]["nodes_by_type"]}
    spec = WorkspaceSpec.model_validate(
        {
            "id": path.parent.name,
            "title": path.parent.name,
            "languages": ["ru", "en"],
            "scope": sample.spec.scope.model_dump(by_alias=True),
            "node_types": types,
            "tools": {"search": "text_tool"},
            "intents": {"GENERAL_UNSTRUCTURED": {"description": "Other", "examples": ["x"]}},
        }
    )
    return replace(sample, spec=spec, nodes=nodes, edges=())


def _golden(name: str) -> Iterator[str]:
    """Yield the golden questions of a sample workspace that stand alone."""
    path = SAMPLES / name / "golden.jsonl"
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        case = json.loads(line)
        if not case.get("history"):
            yield case["question"]


def _public(data: Path) -> dict[str, list[str]]:
    sets = {"banking77.test.jsonl": "text", "canard.jsonl": "rewrite"}
    return {
        name.partition(".")[0]: [
            json.loads(line)[field]
            for line in (data / name).read_text("utf-8").splitlines()[:NEGATIVES]
        ]
        for name, field in sets.items()
        if (data / name).exists()
    }


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
