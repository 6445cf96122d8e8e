"""Link the words of a question to what they may mean: the longest stretches that read the most."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from workbench.domain.entities import LEAD, ResolvedEntity
from workbench.nlp.english_forms import is_agent_noun, plural_noun
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.operator_spans import Times, measure_spans, operator_spans
from workbench.nlp.operators import OperatorMention, Quantity, rank_of
from workbench.nlp.periods import Period
from workbench.nlp.query_words import Word, is_filler, is_past_form, plain
from workbench.nlp.recurring_dates import RecurringDate
from workbench.nlp.relation_verbs import relation_verbs
from workbench.planner.composer.meanings import (
    Condition,
    EdgeCondition,
    Measure,
    Mention,
    Named,
    Option,
    Relation,
    TypeName,
)
from workbench.planner.composer.name_rows import in_rows, paired_conjunction
from workbench.planner.composer.unlisted_words import UnlistedWords, adjective_stem
from workbench.planner.composer.vocabulary import Entry, Vocabulary

MOST_MENTIONS = 11
"""Most mentions of a question; a longer one is not composed."""
_LONGEST_GAP = 6
"""Words over which a phrase may stretch, fillers inside it included."""
_FILLER_WEIGHT, _JOINED_WEIGHT = 0.3, 0.35
"""Weights of a filler within a stretch, and of each further word of a phrase."""
_OPERATOR_FIT, _VERBATIM_FIT = 0.9, 0.95
ENTITY_FIT = 0.9
"""Fit of a name that the question gives in part or in another form."""
VERB_GROUP_FIT = 0.8
"""Fit of a verb for a relation whose label has another one."""
_RELIABLE = frozenset({"exact", "alias", "lemma", "part", "manual"})
"""How such a name was matched; other scripts and typos are read here, with limits of their own."""

Spans = dict[tuple[int, int], dict[Option, None]]


class Linker:
    """Links questions to one graph. Holds no state of a question."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._unlisted = UnlistedWords(vocabulary)

    def link(
        self,
        words: Sequence[Word],
        entities: Iterable[ResolvedEntity] = (),
        periods: Times = (),
    ) -> tuple[list[Word], list[Mention]]:
        """Return the words, respelled where needed, and the mentions in order.

        Args:
            words: the words of the question.
            entities: names recognised in it, also those that it gives in part.
            periods: days and months that it names, with a year or without.
        """
        words = [self._unlisted.respelled(word) for word in words]
        spans: Spans = defaultdict(dict)
        for period in periods:
            _add_period(words, period, spans)
        for asked in measure_spans(words):
            measure = Measure(tuple(asked.name.split()))
            spans[asked.start, asked.end][Option(measure, _VERBATIM_FIT)] = None
        for operator in operator_spans(words, periods):
            if not self._is_property(operator, words):
                fit = _VERBATIM_FIT if operator.is_verbatim else _OPERATOR_FIT
                fit = 1.0 if isinstance(operator.meaning, Quantity) else fit
                spans[operator.start, operator.end][Option(operator.meaning, fit)] = None
        for at in range(len(words)):
            if (rank := rank_of(words[at])) is not None:
                spans[at, at + 1][Option(rank, _VERBATIM_FIT)] = None
            self._add_phrases(words, at, spans)
        for entity in entities:
            _add_entity(words, entity, spans)
        self._add_partial_names(words, spans)
        self._add_relation_verbs(words, spans)
        self._add_role_verbs(words, spans)
        self._add_doers(words, spans)
        mentions = [
            Mention(start, end, tuple(sorted(spans[start, end], key=_best_first)))
            for start, end in _best_cover(words, spans)
        ]
        rows = in_rows(mentions, words)
        paired = (
            pair for row in rows if (pair := paired_conjunction(row, words, mentions)) is not None
        )
        return words, sorted([*rows, *paired])[:MOST_MENTIONS]

    def _add_partial_names(self, words: Sequence[Word], spans: Spans) -> None:
        """Add the names that a capitalised word without another meaning begins."""
        taken = {at for start, end in spans for at in range(start, end)}
        for at, word in enumerate(words):
            if at not in taken and word.text[:1].isupper() and not is_filler(word):
                for option in self._unlisted.beginning_with(word):
                    spans[at, at + 1][option] = None

    def _add_relation_verbs(self, words: Sequence[Word], spans: Spans) -> None:
        """Add the relations that a verb of no label may stand for: "created" for "designed by"."""
        taken = {at for start, end in spans for at in range(start, end)}
        for phrase in relation_verbs(words):
            if not taken & {*range(phrase.start, phrase.end)}:
                for relation in self._vocabulary.relations_by_verbs.get(phrase.name, ()):
                    spans[phrase.start, phrase.end][Option(relation, VERB_GROUP_FIT)] = None

    def _add_role_verbs(self, words: Sequence[Word], spans: Spans) -> None:
        """Add the roles on edges that a verb implies: "commanded" for the role "commander"."""
        taken = {at for start, end in spans for at in range(start, end)}
        for at, word in enumerate(words):
            verb = plain(word.text)
            if at in taken or not is_past_form(verb):
                continue
            for noun, roles in self._vocabulary.roles.items():
                if is_agent_noun(noun, verb):
                    options = (Option(role, VERB_GROUP_FIT) for role in roles)
                    spans[at, at + 1].update(dict.fromkeys(options))

    def _add_doers(self, words: Sequence[Word], spans: Spans) -> None:
        """Add the relations of agent nouns: "acted in" for "actors"."""
        taken = {at for start, end in spans for at in range(start, end)}
        for at, word in enumerate(words):
            if at in taken:
                continue
            for verb, relations in self._vocabulary.relations_by_word.items():
                if is_agent_noun(plain(word.text), verb):
                    options = (Option(relation, VERB_GROUP_FIT) for relation in relations)
                    spans[at, at + 1].update(dict.fromkeys(options))

    def _is_property(self, operator: OperatorMention, words: Sequence[Word]) -> bool:
        """Return True if the graph has a "share", else to be computed, or a relation "next to"."""
        named = [one.meaning for one in self._vocabulary.entries(words[operator.start])]
        if operator.meaning == "versus":
            return any(isinstance(one, Relation) for one in named)
        return operator.meaning == "uncomputed" and bool(named)

    def _add_phrases(self, words: Sequence[Word], at: int, spans: Spans) -> None:
        """Add the phrases that begin at a word; a word that begins none may still be a name."""
        found = [
            (entry, end)
            for entry in self._vocabulary.entries(words[at])
            if _may_begin(entry, words[at]) and (end := _end_of(entry.words, words, at))
        ]
        written = {end for entry, end in found if _is_as_written(entry, words[at])}
        named = {end for entry, end in found if _is_name_as_written(entry, words[at:end])}
        for entry, end in found:
            if end in named and _is_other_name(entry, words[at:end]):
                continue
            # "Paintings" is the type "painting", not the relation "painted" that shares its stem.
            shares_stem = end in written and isinstance(entry.meaning, TypeName | Relation)
            if _is_verb_of_value(entry, words[at]) or _is_asked_value(entry, words, at):
                continue
            if at == 0 and _asks_for_names(words):
                continue
            if not shares_stem or is_cyrillic(words[at].text) or _is_as_written(entry, words[at]):
                spans[at, end][Option(entry.meaning, entry.fit)] = None
        if not any(start == at for start, _ in spans) and not is_filler(words[at]):
            for option in self._unlisted.options(words[at]):
                spans[at, at + 1][option] = None


def _asks_for_names(words: Sequence[Word]) -> bool:
    """Whether a question opens with "Name", the verb: "Name all countries", not "Name of X"."""
    first, second = (plain(word.text) for word in words[:2]) if len(words) > 1 else ("", "")
    is_verb = first in word_set("naming_verbs")
    return is_verb and second not in word_set("possessive_prepositions")


def _is_verb_of_value(entry: Entry, word: Word) -> bool:
    """Whether a word shares only its stem with a value: "painted" is not "painting"."""
    is_value = isinstance(entry.meaning, Condition) and isinstance(entry.meaning.value, str)
    said = plain(word.text)
    return is_value and is_past_form(said) and said != plain(entry.words[0].text)


def _is_asked_value(entry: Entry, words: Sequence[Word], at: int) -> bool:
    """Whether a value is what is asked for: «насколько уверенно» is any level."""
    is_value = isinstance(entry.meaning, Condition | EdgeCondition)
    return is_value and at > 0 and plain(words[at - 1].text) in word_set("degree_questions")


def _add_entity(words: Sequence[Word], entity: ResolvedEntity, spans: Spans) -> None:
    """Add a name given in part, unless its words may be meant otherwise.

    A single word is capitalised and has no other meaning; of several, one has none or all are
    capitalised: the "Chennai Classic" is not the city. Of equally good candidates all are kept
    until their type decides.
    """
    if entity.span is None or entity.matched_by not in _RELIABLE:
        return
    inside = [
        at
        for at, word in enumerate(words)
        if entity.span.start < word.end and word.start < entity.span.end
    ]
    taken = {at for start, end in spans for at in range(start, end)}
    is_free = [at not in taken for at in inside]
    is_capitalised = all(words[at].text[0].isupper() for at in inside)
    telling = [at for at in inside if not is_filler(words[at])]
    is_meant = all(is_free) and is_capitalised
    if len(telling) > 1:
        is_meant = any(is_free) or is_capitalised
    if not is_meant:
        return
    named = spans[inside[0], inside[-1] + 1]
    named[Option(Named(entity.type, (entity.canonical_id,)), ENTITY_FIT)] = None
    for one in entity.candidates if entity.is_ambiguous else ():
        if one.confidence > entity.confidence - LEAD:
            named[Option(Named(one.type, (one.canonical_id,)), ENTITY_FIT)] = None


def _add_period(words: Sequence[Word], period: Period | RecurringDate, spans: Spans) -> None:
    """Add a day or a month: «март 2024», "2024-03-05", "August"."""
    inside = [
        at for at, word in enumerate(words) if period.start <= word.start and word.end <= period.end
    ]
    if inside:
        spans[inside[0], inside[-1] + 1][Option(period, 1.0)] = None


def _is_as_written(entry: Entry, word: Word) -> bool:
    """Whether a word is that of a phrase, but for an ending of the plural."""
    if not isinstance(entry.meaning, TypeName | Relation):
        return False
    said, listed = plain(word.text), plain(entry.words[0].text)
    return said == listed or plural_noun(listed) == said or plural_noun(said) == listed


def _is_name_as_written(entry: Entry, words: Sequence[Word]) -> bool:
    """Whether words are a name letter for letter: "Americas", and not "America"."""
    if not isinstance(entry.meaning, Named) or len(entry.words) != len(words):
        return False
    pairs = zip(entry.words, words, strict=True)
    return all(plain(own.text) == plain(said.text) for own, said in pairs)


def _is_other_name(entry: Entry, words: Sequence[Word]) -> bool:
    return isinstance(entry.meaning, Named) and not _is_name_as_written(entry, words)


def _may_begin(entry: Entry, word: Word) -> bool:
    if entry.is_code:
        return word.text == entry.words[0].text
    is_name = isinstance(entry.meaning, Named)
    return not is_name or len(entry.words) > 1 or not is_filler(word)


def _end_of(phrase: Sequence[Word], words: Sequence[Word], at: int) -> int:
    """Return where a phrase that begins at a word ends; 0 if it does not. Fillers may intervene."""
    end = at
    for number, wanted in enumerate(phrase):
        while number and _may_skip(wanted, words, at, end):
            end += 1
        if end >= len(words):
            return 0
        is_last = number == len(phrase) - 1
        is_adjective = number > 0 and is_last and _is_adjective(words[end], wanted)
        if not (wanted.keys & words[end].keys or is_adjective):
            return 0
        end += 1
    return end


def _may_skip(wanted: Word, words: Sequence[Word], at: int, end: int) -> bool:
    return (
        end < len(words)
        and end - at < _LONGEST_GAP
        and not wanted.keys & words[end].keys
        and is_filler(words[end])
    )


def _is_adjective(word: Word, wanted: Word) -> bool:
    return bool(adjective_stem(plain(word.text), plain(wanted.text)))


def _best_cover(words: Sequence[Word], spans: Spans) -> Iterator[tuple[int, int]]:
    """Yield the disjoint stretches that together read most of the question."""
    best: list[tuple[float, tuple[tuple[int, int], ...]]] = [(0.0, ())] * (len(words) + 1)
    for at in reversed(range(len(words))):
        best[at] = best[at + 1]
        for start, end in spans:
            if start == at:
                gain = max(option.fit for option in spans[start, end]) * _weight(words[start:end])
                if gain + best[end][0] > best[at][0] + 1e-9:
                    best[at] = (gain + best[end][0], ((start, end), *best[end][1]))
    yield from best[0][1]


def _weight(stretch: Sequence[Word]) -> float:
    words = sum(_FILLER_WEIGHT if is_filler(word) else 1.0 for word in stretch)
    return words + _JOINED_WEIGHT * (len(stretch) - 1)


def _best_first(option: Option) -> tuple[float, str]:
    return -option.fit, str(option.meaning)
