"""Choose among the candidates, and join those that name one thing into entities."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.domain.documents import Document
from workbench.domain.graph import Node, Provenance
from workbench.nlp.grammar import in_word_list, is_known
from workbench.nlp.morphology import is_cyrillic, nominative
from workbench.nlp.name_folding import fold
from workbench.nlp.tokens import tokens
from workbench.proposals.candidates import (
    SOURCES,
    Candidate,
    Key,
    Source,
    Usage,
    count_usage,
)
from workbench.proposals.reading import Reading, read, word_key
from workbench.proposals.shapes import (
    is_acronym,
    is_distinct,
    is_everyday,
    is_excluded,
    is_nominative,
)
from workbench.proposals.sources import find_candidates
from workbench.workspace.graph_tables import slug

TERM, NAME, ORGANIZATION = "term", "name", "organization"
"""The types of proposed entities."""
_LEAST_NAMES = 3
"""Occurrences of a capitalised word inside sentences from which it is a name."""
_MOST_LOWER = 0.1
"""Share of a name's occurrences that may be in lower case."""
_LEAST_PROSE = 3
"""Occurrences in prose from which the phrase of a heading is a term."""
_LEAST_USED = 2
"""Further occurrences that make a term of a phrase that is defined, a title or a table's cell."""
_LEAST_DISTINCT = 3
"""A word whose form makes it a name (GitHub, FMLA) occurs three times, or in two documents."""
_GLOSSARY = 15
"""Terms defined in a document from which it is a glossary, whose terms need no other support."""
_SHORTEST = 2
_SHORTEST_SOUND = 5
"""Letters of a name from which its spelling in another script is looked for."""
_PROSE_SOURCES = frozenset({"definition", "sentence", "table"})
"""Sources whose own sentences count as occurrences in prose."""


@dataclass(eq=False)
class _Group:
    """The candidates of one phrase."""

    key: Key
    candidates: list[Candidate] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    shorts: Counter[str] = field(default_factory=Counter)

    @property
    def sources(self) -> frozenset[Source]:
        return frozenset(one.source for one in self.candidates)

    @property
    def texts(self) -> Counter[str]:
        """The spellings of the phrase, by their number."""
        return Counter(one.text for one in self.candidates) + self.usage.forms


class ProposedEntity(NamedTuple):
    """An entity, and how often the prose of the documents names it."""

    node: Node
    uses: int


def propose_entities(documents: Mapping[str, Document]) -> list[ProposedEntity]:
    """Return the entities that the documents name, ordered by id, each with its evidence."""
    reading = read(documents)
    groups: dict[Key, _Group] = {}
    for candidate in find_candidates(reading):
        group = groups.setdefault(candidate.key, _Group(candidate.key))
        group.candidates.append(candidate)
        if candidate.short:
            group.shorts[candidate.short] += 1
    usages = count_usage(reading, groups)
    prose = (word.text for sentence in reading.prose for word in sentence.words)
    in_lower_case = Counter(word for word in prose if word.islower())
    for key, group in groups.items():
        group.usage = usages.get(key, group.usage)
        group.usage.plain = in_lower_case[key[0]] if len(key) == 1 else 0
    defined = {
        (one.evidence.document, one.key)
        for group in groups.values()
        for one in group.candidates
        if one.source == "definition"
    }
    sizes = Counter(document for document, _ in defined)
    chosen = [group for group in groups.values() if _is_entity(group, sizes)]
    entities = _with_transliterations(_joined(chosen), reading)
    return sorted(entities, key=lambda one: one.node.id)


def _is_entity(group: _Group, glossary_sizes: Mapping[str, int]) -> bool:
    """Whether a phrase has the support that its sources call for."""
    texts, usage, sources = group.texts, group.usage, group.sources
    words = max(texts, key=lambda text: (texts[text], text)).split()
    is_listed = any(
        one.source == "definition" and glossary_sizes[one.evidence.document] >= _GLOSSARY
        for one in group.candidates
    )
    if "abbreviation" in sources or is_listed:
        return True
    if len(words) == 1:
        return _is_single_name(words[0], usage, sources)
    if "name" in sources and _is_used_as_name(usage):
        return True
    if all(is_everyday(word) for word in words):
        return False
    own = sum(one.source in _PROSE_SOURCES for one in group.candidates)
    if sources & {"definition", "sentence", "title", "table", "metadata"}:
        return usage.total - own >= _LEAST_USED
    return "heading" in sources and usage.total >= _LEAST_PROSE


def _is_single_name(word: str, usage: Usage, sources: frozenset[Source]) -> bool:
    """Whether a single word is a name: by its form, by a definition, or by its capitals."""
    if is_excluded(word) or len(word) < _SHORTEST:
        return False
    if is_distinct(word):
        is_plain = word.isupper() and usage.plain > usage.total
        return not is_plain and usage.total + len(usage.documents) > _LEAST_DISTINCT
    if is_everyday(word):
        return False
    if "sentence" in sources:
        return usage.total >= _LEAST_PROSE
    return _is_used_as_name(usage)


def _is_used_as_name(usage: Usage) -> bool:
    return usage.capitals >= _LEAST_NAMES and usage.lower <= _MOST_LOWER * usage.total


def _joined(groups: Sequence[_Group]) -> list[ProposedEntity]:
    """Join the groups of one name: abbreviations, variants, spellings in another script."""
    owners = _owners_of_short_forms(groups)
    by_name: dict[str, list[_Group]] = defaultdict(list)
    for group in groups:
        owner = _owner(group, owners)
        by_name[_sound(_name(owner))].append(group)
    entities: dict[str, ProposedEntity] = {}
    for members in by_name.values():
        node = _node(members, owners)
        uses = sum(group.usage.total for group in members)
        entities.setdefault(node.id, ProposedEntity(node, uses))
    return list(entities.values())


def _owner(group: _Group, owners: Mapping[Key, _Group]) -> _Group:
    """Return the phrase that a group is an abbreviation or a variant of; itself if of none."""
    if group.key in owners:
        return owners[group.key]
    for short in group.shorts:
        owner = owners[name_key(short)]
        shared = len({*owner.key} & {*group.key})
        if shared > 1 or shared == min(len(owner.key), len(group.key)):
            return owner
    return group


def _owners_of_short_forms(groups: Iterable[_Group]) -> dict[Key, _Group]:
    """Return the phrase that each abbreviation stands for most often, by the abbreviation's key."""
    owners: dict[Key, _Group] = {}
    counts: dict[Key, int] = {}
    for group in groups:
        for short, count in group.shorts.items():
            if counts.get(name_key(short), 0) < count:
                owners[name_key(short)], counts[name_key(short)] = group, count
    return owners


def name_key(name: str) -> Key:
    """Return the stems of a name's words."""
    return tuple(word_key(token.text) for token in tokens(name))


def _with_transliterations(
    entities: Iterable[ProposedEntity], reading: Reading
) -> Iterator[ProposedEntity]:
    """Add the Cyrillic spelling of a Latin name where the text has one: «Кубернетес»."""
    words = {word.text for sentence in reading.prose for word in sentence.words}
    spelled: dict[str, set[str]] = defaultdict(set)
    for word in words:
        if is_cyrillic(word) and not is_known(word) and len(word) >= _SHORTEST_SOUND:
            spelled[word_key(fold(word))].add(word)
    for node, uses in entities:
        name = str(node.name)
        found = set() if is_cyrillic(name) else spelled.get(word_key(fold(name)), set())
        aliases = tuple(dict.fromkeys((*node.aliases, *sorted(found)[:1])))
        yield ProposedEntity(node.model_copy(update={"aliases": aliases}), uses)


def _sound(name: str) -> str:
    """Return a key that is equal for the spellings of a name: "HR Links" and "HRLinks".

    Short names of two scripts are different names: "FIO" and «ФИО».
    """
    if len(name) < _SHORTEST_SOUND:
        return name.casefold()
    return fold(name).replace(" ", "")


def _node(groups: Sequence[_Group], owners: Mapping[Key, _Group]) -> Node:
    owning = [group for group in groups if group in owners.values()]
    main = max(owning or groups, key=lambda group: (len(group.key), group.usage.total))
    name = _name(main)
    shorts = [short for group in groups for short, _ in group.shorts.most_common()]
    aliases = [short for short in shorts if owners[name_key(short)] in groups]
    aliases += [_name(group) for group in groups]
    kind = _type(name, groups)
    return Node(
        id=f"{kind}:{slug(name)}",
        type=kind,
        name=name,
        aliases=_distinct(name, aliases),
        evidence=_evidence(groups),
        proposed=True,
    )


def _distinct(name: str, aliases: Iterable[str]) -> tuple[str, ...]:
    """Return the aliases that are not mere forms of the name or of one another."""
    kept = {name_key(name): name}
    for alias in aliases:
        kept.setdefault(name_key(alias), alias)
    return tuple(kept.values())[1:]


def _name(group: _Group) -> str:
    """Return the spelling to show: as it is stated, in the nominative, and the most frequent."""
    stated = Counter(one.text for one in group.candidates if one.source != "name")
    for texts in (stated, group.texts):
        fitting = [text for text in texts if is_nominative(text.split())]
        if fitting:
            return max(fitting, key=lambda text: (texts[text], text[0].isupper(), text))
    best = max(group.texts, key=lambda text: (group.texts[text], text))
    return " ".join(nominative(best.split()))


def _type(name: str, groups: Sequence[_Group]) -> str:
    words = [token.text for token in tokens(name)]
    capitals = sum(word[0].isupper() for word in words)
    if capitals > 1 and any(in_word_list(word, "organization_words") for word in words):
        return ORGANIZATION
    sources = {source for group in groups for source in group.sources}
    return NAME if sources == {"name"} and not all(map(is_acronym, words)) else TERM


def _evidence(groups: Iterable[_Group]) -> Provenance | None:
    """Return the sentence that supports an entity best: a definition before a mere use."""
    found = [candidate for group in groups for candidate in group.candidates]
    best = min(found, key=lambda one: SOURCES.index(one.source))
    uses = [group.usage.first for group in groups if group.usage.first]
    if best.source in ("abbreviation", "definition", "sentence") or not uses:
        return best.evidence
    return uses[0]
