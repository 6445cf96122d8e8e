"""Score how well a statement answers a question, with its headings, neighbours and passage."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from workbench.domain.evidence import Evidence, title_and_headings
from workbench.nlp.amounts import amounts
from workbench.nlp.asked_relation import relation_names, relation_of, relation_stems, tells_of
from workbench.nlp.asked_value import ADDRESSES, asked_value
from workbench.nlp.by_script import ByScript, list_by_script
from workbench.nlp.code_names import opens_with_option, option_label
from workbench.nlp.cross_language import is_in_other_language
from workbench.nlp.fields import field_of
from workbench.nlp.grammar import in_word_list
from workbench.nlp.held_value import holds_value
from workbench.nlp.month_ranges import is_in_months
from workbench.nlp.noun_phrases import is_general
from workbench.nlp.number_roles import counted_word, holds_number, shares_number
from workbench.nlp.phrases import has_phrase
from workbench.nlp.quantity_ranges import is_in_range, lies_in_stated_range
from workbench.nlp.query_words import irregular_forms
from workbench.nlp.question_type import (
    QuestionType,
    asks_for_reason,
    holds_new_name,
    holds_new_number,
    holds_time,
    opens_with_yes_or_no,
)
from workbench.nlp.roots import roots
from workbench.nlp.synonyms import synonym_keys
from workbench.nlp.terms import Term, Weights, contains, content_terms, stem_key, term_set
from workbench.nlp.tokens import tokens
from workbench.nlp.weekdays import weekdays
from workbench.nlp.word_families import family_keys
from workbench.nlp.word_lists import word_list
from workbench.text.statements import Statement, statements

SAME_QUESTION = 0.5
"""From this likeness up, a heading or FAQ question counts as the question itself."""
_COMMON_WEIGHT = 0.5
"""Weight factor of words of general use, such as «account» or «approach»."""
TRANSLATED_CREDIT = 0.8
"""Credit for a word of the other language that means or sounds the same: «скидка», «трафик»."""
RELATED_CREDIT = 0.7
"""Credit for another word of the same root: «delivery» for «deliver», "kept" for "keep"."""
SYNONYM_CREDIT = 0.5
"""Credit for a word of the same relation: "price" for "cost"."""
_LABELLED = 0.3
"""What a field is worth more whose label the question has."""
_MAIL_FIELD = 0.5
"""What a line above a message counts where it is not asked for."""
_FEW_WORDS = 4
"""A sentence of fewer words is a fragment."""

# Credit for a question word outside the statement: in its FAQ question or list lead-in, nearest
# heading, other headings, neighbouring statements, anywhere in the passage.
_IN_ASKED, _IN_HEADING, _IN_TITLE, _NEARBY, _IN_PASSAGE = 0.8, 0.8, 0.7, 0.4, 0.3

# How much the likeness counts of content words alone ("How do I cancel my subsidy?" above
# "Cancelling a subsidy"), of a title whose words the question has, and of such a title of one word.
_CONTENT, _TITLE_KNOWN, _TITLE_OF_ONE_WORD = 0.8, 0.7, 0.5


@dataclass(frozen=True)
class Source:
    """A passage to select statements from: text, heading path, and relevance on 0-1."""

    text: str
    headings: tuple[str, ...] = ()
    relevance: float = 1.0
    document: str = ""

    @classmethod
    def of(cls, item: Evidence) -> "Source":
        """Return a passage as a source; one without a score counts as fully relevant."""
        return cls(
            item.content,
            title_and_headings(item),
            1.0 if item.score is None else item.score,
            item.span.document_id if item.span else "",
        )


class SourceSet:
    """The sources of one question, and the weight of each term among them."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        found = [one for source in sources for one in statements(source.text)]
        self._weights = Weights([f"{one.text} {one.lead} {one.asked}" for one in found])
        self._texts = [text for one in sources for text in (one.text, *one.headings)]
        self._words = term_set("\n".join(self._texts))

    def weight(self, term: Term) -> float:
        """Return the weight of a term: its rarity, halved for words of general use.

        A word for the sources themselves, such as "FAQ", weighs nothing unless one of them has it.
        """
        if in_word_list(term.text, "source_words") and not contains(term, self._words):
            return 0.0
        common = term.key in _common_keys() or term.folded in _common_keys()
        return self._weights(term) * (_COMMON_WEIGHT if common else 1.0)

    def has(self, term: Term) -> bool:
        """Whether a source or a heading has a term, or a word of its meaning."""
        return any(match_credit(term, text) for text in self._texts)

    def share(self, asked: QuestionType, text: str) -> float:
        """Return the weighted share of the question's terms that a text has, on 0-1."""
        total = sum(self.weight(term) for term in asked.terms)
        found = sum(self.weight(term) * match_credit(term, text) for term in asked.terms)
        return found / total if total else 0.0


@cache
def _common_keys() -> ByScript[str]:
    return list_by_script("common", lambda word: (stem_key(word),))


def match_credit(term: Term, text: str) -> float:
    """Return 1 if a text has the term, less for a translation or a word of the same root, else 0.

    A day of the week is in "Wed" and in "Mon-Fri" too, and a month in "May to September"; a number
    with a unit is in no other one, and counts less in a range of it.
    """
    if days := weekdays(term.text):
        return float(days <= weekdays(text))
    if term.unit:
        return _number_credit(float(term.text), term.unit, text)
    if contains(term, term_set(text)) or is_in_months(term.text, text):
        return 1.0
    if is_in_other_language(term, text):
        return TRANSLATED_CREDIT
    if _is_related(term, text) or _has_irregular_form(term, text):
        return RELATED_CREDIT
    names = relation_stems(term.text)
    is_synonym = not names.isdisjoint(relation_stems(text)) or not term_set(text).isdisjoint(
        synonym_keys(term.text)
    )
    return SYNONYM_CREDIT if is_synonym else 0.0


def _is_related(term: Term, text: str) -> bool:
    """Whether a text has another word of the root of a term."""
    if not roots(term.key).isdisjoint(_roots_of_text(text)):
        return True
    return not term_set(text).isdisjoint(family_keys(term.key))


def _has_irregular_form(term: Term, text: str) -> bool:
    """Whether a text has a form of a word that no stem tells: "kept" of "keep".

    That of a verb that tells little says nothing: "got orders" and "getting married".
    """
    forms = [form for form in irregular_forms(term.text) if not is_general(form)]
    return bool(forms) and not term_set(text).isdisjoint(map(stem_key, forms))


def _number_credit(value: float, unit: str, text: str) -> float:
    if holds_number(value, unit, text):
        return 1.0
    return RELATED_CREDIT if lies_in_stated_range(value, unit, text) else 0.0


@lru_cache(maxsize=20_000)
def _roots_of_text(text: str) -> frozenset[str]:
    return frozenset(root for term in content_terms(text) for root in roots(term.key))


def score_statement(asked: QuestionType, library: SourceSet, source: Source, place: int) -> float:
    """Return a score for the statement at index ``place`` of a source; 0 if it is unrelated.

    The statement itself counts most, then its FAQ question, headings and neighbours, then the
    passage.
    """
    one = statements(source.text)[place]
    score = _term_score(asked, library, source, place)
    titled = question_similarity(asked, one, source)
    if titled >= SAME_QUESTION:
        score += max(0.6 * titled - 0.05 * one.place, 0.0)
    if not score:
        return 0.0
    field = _label_share(asked, one)
    score = score + _shape_bonus(asked, one) + (_LABELLED * field or -_fragment_penalty(one))
    score *= _mail_field_factor(asked, one)
    if asked.wants_reason and asks_for_reason(f"{one.asked} {heading_of(one, source)}"):
        score += 0.15
    return score * _other_question_factor(asked, one, source) * (0.5 + 0.5 * source.relevance)


def _term_score(asked: QuestionType, library: SourceSet, source: Source, place: int) -> float:
    layers = _layers(source, place)
    total = sum(library.weight(term) for term in asked.terms)
    found = sum(
        library.weight(term) * max(credit * match_credit(term, text) for text, credit in layers)
        for term in asked.terms
    )
    return found / total if total else 0.0


def _layers(source: Source, place: int) -> list[tuple[str, float]]:
    """Return the statement and the texts around it, each with the credit for a word found there."""
    found = statements(source.text)
    one = found[place]
    nearby = " ".join(
        other.text for other in found[max(0, place - 1) : place + 2] if same_section(other, one)
    )
    titles = " ".join((*source.headings, *one.headings))
    return [
        (one.text, 1.0),
        (f"{one.asked} {one.lead} {_first_column(one)}", _IN_ASKED),
        (heading_of(one, source), _IN_HEADING),
        (nearby, _NEARBY),
        (titles, _IN_TITLE),
        (source.text, _IN_PASSAGE),
    ]


def same_section(one: Statement, other: Statement) -> bool:
    """Return True if two statements have the same headings and the same FAQ question."""
    return (one.asked, one.headings) == (other.asked, other.headings)


def question_similarity(asked: QuestionType, one: Statement, source: Source) -> float:
    """Return how similar the heading or FAQ question above is to the question, on 0-1."""
    title = question_above(one, source) or heading_of(one, source)
    nearest = _title_likeness(asked, title) if title else 0.0
    section = "".join([*source.headings, *one.headings][-2:-1])
    return max(nearest, _shared_words(asked, section))


def question_above(one: Statement, source: Source) -> str:
    """Return the FAQ question that a statement answers, from the text or its heading; else ""."""
    heading = heading_of(one, source)
    return one.asked or (heading if heading.endswith("?") else "")


def heading_of(one: Statement, source: Source) -> str:
    """Return the nearest heading unless its words are all in the document title; else ""."""
    title, *path = [*source.headings, *one.headings] or [""]
    own = [heading for heading in path if not term_set(heading) <= term_set(title)]
    return own[-1] if own and own[-1] == path[-1] else ""


def _title_likeness(asked: QuestionType, title: str) -> float:
    """Return the largest likeness of all words, of content words, and of the title's own words."""
    terms = content_terms(title)
    known = sum(match_credit(term, asked.text) for term in terms) / len(terms) if terms else 0.0
    content = _dice({term.key for term in asked.terms}, {term.key for term in terms})
    known_factor = _TITLE_KNOWN if len(terms) > 1 else _TITLE_OF_ONE_WORD
    return max(_shared_words(asked, title), _CONTENT * content, known_factor * known)


def _shared_words(asked: QuestionType, title: str) -> float:
    """Return the likeness of all words; 0 where only such as "does anyone get" are shared."""
    terms = [term for term in content_terms(title) if not is_general(term.text)]
    if terms and not any(match_credit(term, asked.text) for term in terms):
        return 0.0
    return _dice(_all_words(asked.text), _all_words(title))


def _dice(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """Return the Dice coefficient of two sets; 0 if the second is empty."""
    return 2 * len(one & other) / (len(one) + len(other)) if other else 0.0


@lru_cache(maxsize=4096)
def _all_words(text: str) -> frozenset[str]:
    return frozenset(stem_key(token.text) for token in tokens(text))


def _other_question_factor(asked: QuestionType, one: Statement, source: Source) -> float:
    """Return less than 1 for the answer to another FAQ question, lowest for its «yes» or «no»."""
    answered = question_above(one, source)
    if not answered or question_similarity(asked, one, source) >= SAME_QUESTION:
        return 1.0
    if opens_with_yes_or_no(one.text):
        return 0.5
    return 0.7 if asked.wants_reason and not asks_for_reason(answered) else 0.85


def _shape_bonus(asked: QuestionType, one: Statement) -> float:
    """Return a bonus for the asked kind of answer (amount, name, reason …) and for word order."""
    bonus = 0.2 * _pairs_kept(asked.terms, one.text)
    kind = asked_value(asked)
    if kind in ADDRESSES:
        bonus += 0.4 * holds_value(asked, kind, [one.text])
    elif kind == "clock":
        bonus += 0.15 * holds_value(asked, kind, [one.text])
    elif asked.wants_time:
        bonus += 0.15 * holds_time(one.text)
    elif asked.wants_amount:
        bonus += 0.15 * holds_new_number(asked, one.text)
    if asked.wants_name:
        bonus += 0.1 * holds_new_name(asked, one.text)
    if asked.wants_definition and _defines(asked.terms, one):
        bonus += 0.3
    if asked.wants_reason:
        bonus += 0.1 * has_phrase(one.text, word_list("reasons"))
        bonus -= 0.2 * (one.kind == "row")
    subject = label_of(one)
    bonus += 0.3 * _names_number(asked.text, subject)
    if asked.listed:
        bonus += 0.2 * _is_one_listed(asked, one)
    return bonus


def _mail_field_factor(asked: QuestionType, one: Statement) -> float:
    """Return less than 1 for "To: All members", unless a person or a time is asked for."""
    is_field = one.kind == "item" and in_word_list(label_of(one), "mail_fields")
    asks_for_one = asked.wants_name or asked.wants_time or asked_value(asked) == "email"
    return _MAIL_FIELD if is_field and not asks_for_one else 1.0


def _names_number(question: str, subject: str) -> bool:
    """Whether a row is on a number or a month of the question, or on a range that holds it."""
    holds = (shares_number, is_in_range, is_in_months)
    return any(one(question, subject) for one in holds)


def _label_share(asked: QuestionType, one: Statement) -> float:
    """Return the share of the words of a field's label that the question has: "Author: Ann Reed".

    It is 0 of a statement that is no field, or has no name where one is asked for. Items of a list
    are kinds or steps: "Permanent: 36 hours a week".
    """
    field = field_of(one.text) if one.kind == "sentence" else None
    if field is None or (asked.wants_name and not holds_new_name(asked, field.value)):
        return 0.0
    terms = content_terms(field.label)
    known = sum(match_credit(term, asked.text) for term in terms)
    tells = not relation_names(field.label).isdisjoint(relation_names(asked.text))
    return max(known / len(terms) if terms else 0.0, SYNONYM_CREDIT * tells)


def label_of(one: Statement) -> str:
    """Return what a row or an item is on: its first cell, or the words before its colon; else "".

    An item without a colon may open with an option: "-k, --keep Keep the files".
    """
    if one.cells:
        return one.cells[0][1]
    if one.kind == "item" and opens_with_option(one.text):
        return option_label(one.text)
    label, colon, _ = one.text.partition(": ")
    return label if colon and one.kind == "item" else ""


def _is_one_listed(asked: QuestionType, one: Statement) -> bool:
    """Whether a row or an item is one of what the question lists: of the column "Channel"."""
    above = _first_column(one) or one.lead
    return any(match_credit(term, above) == 1.0 for term in content_terms(asked.listed))


def _first_column(one: Statement) -> str:
    """Return the label of a row's first cell, which the text of the row does not have."""
    return one.cells[0][0] if one.cells else ""


def gives_what_is_asked(asked: QuestionType, one: Statement) -> bool:
    """Return True for a value of the kind asked for beside the word for its relation.

    "The skipper is Magnus Rae." names no trip, and yet it answers who the skipper of a trip is.
    """
    kind, relation = asked_value(asked), relation_of(asked.text)
    if kind is None or not relation or not tells_of(relation, f"{one.lead} {one.text}"):
        return False
    return holds_value(asked, kind, [one.text])


def counts(counted: Sequence[Term], text: str) -> bool:
    """Return True if a text has a number of the things that the terms name: "126 flats"."""
    words = (counted_word(one, text) for one in amounts(text))
    return any(word and match_credit(term, word) for word in words for term in counted)


def names_subject(asked: QuestionType, subject: str) -> bool:
    """Return True if the question has a word or a number of a row's first cell."""
    known = term_set(subject)
    is_numbered = _names_number(asked.text, subject)
    return is_numbered or any(contains(term, known) for term in asked.terms)


def _pairs_kept(terms: Sequence[Term], text: str) -> float:
    """Return the share of adjacent question terms that are adjacent in the text, in any order."""
    pairs = list(pairwise(terms))
    if not pairs:
        return 0.0
    keys = [term.key for term in content_terms(text)]
    near = {(a, b) for a, b in pairwise(keys)}
    near |= {(b, a) for a, b in near}
    return sum((a.key, b.key) in near for a, b in pairs) / len(pairs)


def _defines(terms: Sequence[Term], one: Statement) -> bool:
    """Return True if a question term comes before «—», "is", "means" … in the statement."""
    head, mark, _ = one.text.partition("—")
    if not mark:
        found = _definition_verb(one.text)
        head = one.text[:found] if found else ""
    return bool(head) and len(tokens(head)) <= 8 and any(contains(t, term_set(head)) for t in terms)


def _definition_verb(text: str) -> int:
    for token in tokens(text)[1:9]:
        if token.text.lower() in word_list("definitions"):
            return token.start
    return 0


def _fragment_penalty(one: Statement) -> float:
    few = len(tokens(one.text)) < _FEW_WORDS
    return 0.1 if few and not one.asked and one.kind == "sentence" else 0.0
