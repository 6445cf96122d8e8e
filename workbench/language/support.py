"""Which statements of the passages answer a question best, or support a sentence best."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from workbench.language.amounts import amounts
from workbench.language.lists import word_list
from workbench.language.phrases import has_phrase
from workbench.language.statements import Statement, statements, told_row
from workbench.language.terms import Term, Weights, bag, content_terms, coverage, key, stands_in
from workbench.language.tokens import tokens

MAX_STATEMENTS = 4
MAX_PASSAGES = 3
_NEAR_BEST = 0.6
_SAID_ALREADY = 0.6
_WELL_COVERED = 0.85
_WIDE_TABLE = 3
_SAME_QUESTION = 0.5


@dataclass(frozen=True)
class Source:
    """A passage as it is searched: its words, where it stands, and its relevance on 0-1."""

    text: str
    headings: tuple[str, ...] = ()
    relevance: float = 1.0


@dataclass(frozen=True)
class Support:
    """A statement chosen from the source with this index; ``text`` is what the reader sees."""

    source: int
    statement: Statement
    score: float
    text: str


@dataclass(frozen=True)
class _Question:
    text: str
    terms: tuple[Term, ...]
    wants_amount: bool
    wants_definition: bool
    wants_reason: bool


def best_statements(
    question: str,
    sources: Sequence[Source],
    *,
    limit: int = MAX_STATEMENTS,
    passages: int = MAX_PASSAGES,
) -> tuple[Support, ...]:
    """The few statements that answer the question, the best first; the fewest that cover it."""
    ranked = rank_statements(question, sources)
    if not ranked:
        return ()
    asked = _read(question)
    weights = _weights(sources)
    chosen = [ranked[0]]
    for candidate in ranked[1:]:
        if len(chosen) >= limit or candidate.score < _NEAR_BEST * ranked[0].score:
            break
        if len({one.source for one in (*chosen, candidate)}) > passages:
            continue
        if _adds(candidate, chosen, asked, sources, weights):
            chosen.append(candidate)
    if asked.wants_amount and not any(amounts(one.text) for one in chosen):
        chosen[1:1] = _amount_below(chosen[0], sources)
    with_antecedents = [one for each in chosen for one in _with_antecedent(each, sources)]
    return tuple(_in_reading_order(list(dict.fromkeys(with_antecedents))[:limit]))


def rank_statements(question: str, sources: Sequence[Source]) -> tuple[Support, ...]:
    """Every statement with a word of the question, best first."""
    asked = _read(question)
    weights = _weights(sources)
    scored = [
        Support(index, statement, score, _shown(statement, asked))
        for index, source in enumerate(sources)
        for statement in statements(source.text)
        if (score := _score(asked, statement, source, weights)) > 0
    ]
    return tuple(sorted(scored, key=lambda one: -one.score))


def best_support(sentence: str, passage: str) -> Statement | None:
    """The statement of one passage that a sentence was most likely taken from."""
    terms = content_terms(sentence)
    candidates = statements(passage)
    weights = Weights([one.text for one in candidates])
    return max(candidates, key=lambda one: _closeness(terms, sentence, one, weights), default=None)


def _closeness(terms: Sequence[Term], sentence: str, one: Statement, weights: Weights) -> float:
    found = coverage(terms, bag(f"{one.lead} {one.text}"), weights)
    values = {amount.value for amount in amounts(sentence)}
    shared = sum(amount.value in values for amount in amounts(one.text))
    return found + 0.1 * min(shared, 3) - 0.001 * len(tokens(one.text))


def _read(question: str) -> _Question:
    return _Question(
        text=question,
        terms=content_terms(question),
        wants_amount=has_phrase(question, word_list("amount_questions")),
        wants_definition=has_phrase(question, word_list("definition_questions")),
        wants_reason=has_phrase(question, word_list("reason_questions")),
    )


def _weights(sources: Sequence[Source]) -> Weights:
    told = [one for source in sources for one in statements(source.text)]
    return Weights([f"{one.text} {one.lead} {one.asked}" for one in told])


def _titled(question: str, one: Statement) -> float:
    """How nearly a heading or FAQ question above the statement asks the same, on 0-1."""
    asked = _all_words(question)
    titles = [_all_words(title) for title in (one.asked, *one.headings[-2:]) if title]
    return max((2 * len(asked & title) / (len(asked) + len(title)) for title in titles), default=0)


@lru_cache(maxsize=4096)
def _all_words(text: str) -> frozenset[str]:
    return frozenset(key(token.text) for token in tokens(text))


def _score(asked: _Question, one: Statement, source: Source, weights: Weights) -> float:
    """How much of the question the statement says itself, then how much its surroundings say."""
    own = bag(one.text)
    near = bag(f"{one.asked} {one.lead}")
    around = bag(" ".join((*one.headings[-2:], *source.headings))) | bag(source.text)
    total = sum(weights(term) for term in asked.terms)
    if not total:
        return 0.0
    said = sum(weights(term) * _credit(term, own, near, around) for term in asked.terms) / total
    titled = _titled(asked.text, one)
    if titled >= _SAME_QUESTION:
        said += max(0.6 * titled - 0.05 * one.place, 0.0)
    if not said:
        return 0.0
    return (said + _bonus(asked, one) - _length_cost(one)) * (0.5 + 0.5 * source.relevance)


def _credit(term: Term, own: frozenset[str], near: frozenset[str], around: frozenset[str]) -> float:
    if stands_in(term, own):
        return 1.0
    if stands_in(term, near):
        return 0.8
    return 0.3 if stands_in(term, around) else 0.0


def _bonus(asked: _Question, one: Statement) -> float:
    """For the shape that the question asks for: a number, definition, reason, words in a row."""
    bonus = 0.15 * _pairs_kept(asked.terms, one.text)
    if asked.wants_amount and amounts(one.text):
        bonus += 0.15
    if asked.wants_definition and _defines(asked.terms, one):
        bonus += 0.3
    if asked.wants_reason and has_phrase(one.text, word_list("reasons")):
        bonus += 0.1
    return bonus


def _pairs_kept(terms: Sequence[Term], text: str) -> float:
    """The share of neighbouring question words that are neighbours in the text as well."""
    pairs = list(pairwise(terms))
    if not pairs:
        return 0.0
    keys = [term.key for term in content_terms(text)]
    near = {(a, b) for a, b in pairwise(keys)}
    near |= {(b, a) for a, b in near}
    return sum((a.key, b.key) in near for a, b in pairs) / len(pairs)


def _defines(terms: Sequence[Term], one: Statement) -> bool:
    """The asked-for words come first and a word of definition follows."""
    head, mark, _ = one.text.partition("—")
    if not mark:
        found = _definition_verb(one.text)
        head = one.text[:found] if found else ""
    return bool(head) and len(tokens(head)) <= 8 and any(stands_in(t, bag(head)) for t in terms)


def _definition_verb(text: str) -> int:
    for token in tokens(text)[1:9]:
        if token.text.lower() in word_list("definitions"):
            return token.start
    return 0


def _length_cost(one: Statement) -> float:
    words = len(tokens(one.text))
    return 0.1 if words < 4 and not one.asked and one.kind == "sentence" else min(words, 80) * 0.001


def _adds(
    candidate: Support,
    chosen: Sequence[Support],
    asked: _Question,
    sources: Sequence[Source],
    weights: Weights,
) -> bool:
    """True when the candidate says more of what was asked, and is no repetition."""
    if any(_alike(candidate.text, one.text) for one in chosen):
        return False
    if any(_same_list(candidate, one) or _same_answer(asked, candidate, one) for one in chosen):
        return True
    said = bag(" ".join(f"{one.text} {one.statement.asked} {one.statement.lead}" for one in chosen))
    said |= bag(" ".join(" ".join(sources[one.source].headings) for one in (*chosen, candidate)))
    if coverage(asked.terms, said, weights) >= _WELL_COVERED:
        return False
    new = bag(candidate.text)
    return any(stands_in(term, new) and not stands_in(term, said) for term in asked.terms)


def _same_list(one: Support, other: Support) -> bool:
    """Two items that complete one sentence, or stand under one heading."""
    a, b = one.statement, other.statement
    return (
        one.source == other.source
        and a.kind == b.kind == "item"
        and (a.lead, a.headings) == (b.lead, b.headings)
    )


def _same_answer(asked: _Question, one: Support, other: Support) -> bool:
    """Two statements of one section whose heading asks what is asked."""
    return _same_section(one, other) and _titled(asked.text, one.statement) >= _SAME_QUESTION


def _same_section(one: Support, other: Support) -> bool:
    a, b = one.statement, other.statement
    return one.source == other.source and (a.asked, a.headings) == (b.asked, b.headings)


def _alike(one: str, other: str) -> bool:
    a, b = bag(one), bag(other)
    return bool(a and b) and len(a & b) / len(a | b) >= _SAID_ALREADY


def _amount_below(best: Support, sources: Sequence[Source]) -> list[Support]:
    """The next statement of the section that names a number, where the best one names none."""
    section = (best.statement.headings, best.statement.asked)
    for one in statements(sources[best.source].text):
        below = one.start > best.statement.start and (one.headings, one.asked) == section
        if below and amounts(one.text):
            return [Support(best.source, one, best.score, one.text)]
    return []


def _with_antecedent(one: Support, sources: Sequence[Source]) -> list[Support]:
    """A sentence that opens with «it» or «this» brings along the one it leans on."""
    if one.statement.kind != "sentence" or not _leans(one.text):
        return [one]
    before = [
        other
        for other in statements(sources[one.source].text)
        if other.start < one.statement.start
        and (other.headings, other.asked) == (one.statement.headings, one.statement.asked)
    ]
    if not before:
        return [one]
    return [Support(one.source, before[-1], one.score, before[-1].text), one]


def _leans(text: str) -> bool:
    opening = " ".join(token.text.lower() for token in tokens(text)[:3])
    return any(f"{opening} ".startswith(f"{word} ") for word in word_list("anaphora"))


def _in_reading_order(chosen: Sequence[Support]) -> list[Support]:
    """The best source first, inside it the best statement first; list items as they stand."""
    order = list(dict.fromkeys(one.source for one in chosen))
    best, *others = chosen
    best_of_list = any(_same_list(best, other) for other in others)

    def place(one: Support) -> tuple[int, bool, int]:
        leads = one is best and not best_of_list
        return (order.index(one.source), not leads, one.statement.start)

    return sorted(chosen, key=place)


def _shown(one: Statement, asked: _Question) -> str:
    """What the reader sees: of a wide table row, the columns that the question names."""
    if len(one.cells) > _WIDE_TABLE:
        subject, *rest = one.cells
        named = [cell for cell in rest if any(stands_in(t, bag(cell[0])) for t in asked.terms)]
        if named:
            return told_row([subject, *named])
    return one.text
