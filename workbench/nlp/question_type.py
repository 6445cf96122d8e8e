"""Classify a question by the kind of answer it asks for: amount, time, name, definition, reason."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import isfinite

from workbench.nlp.amounts import CALENDAR, TIME_UNITS, Amount, amounts
from workbench.nlp.asked_subject import classifying_words, doing_word
from workbench.nlp.clock_phrases import clock_words
from workbench.nlp.defined_terms import term_noun
from workbench.nlp.grammar import in_word_list
from workbench.nlp.lead_times import lead_time_words
from workbench.nlp.listed_things import read_listed
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.number_roles import COUNT, implied_unit
from workbench.nlp.phrasal_verbs import phrasal_verbs
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.semi_modals import semi_modal_words
from workbench.nlp.terms import Term, content_terms, stem_key, term_set
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

# Between the sentences of a question: "I leave in May. How much is it?".
_SENTENCE_END = re.compile(r"(?<=[?!])\s+|(?<=\.)\s+(?=[A-Z\u0410-\u042f\u0401])")
_LISTING = ("whole_list", "listing_openings")
_DEFINED_WORDS = 3
"""A longer «What is …» asks for a detail («What is the price of the basic plan»)."""
_COMPLETE_WORDS = 2
"""Content words of a follow-up that may do without those of the question before it."""
_REFERRING = ("personal_pronouns", "anaphoric_words", "place_references")
# A name in code: "Readme.md", "workbench.Run".
_DOTTED = re.compile(r"\w\.\w")
# A number without a unit in this range is taken for a year.
_YEARS = range(1000, 2200)


@dataclass(frozen=True)
class QuestionType:
    """The content words of a question, once each in order, and the kinds of answer it asks for."""

    text: str
    terms: tuple[Term, ...]
    wants_amount: bool
    wants_time: bool
    wants_name: bool
    wants_definition: bool
    wants_reason: bool
    wants_verdict: bool = False
    """True for a question that yes or no answers."""
    wants_list: bool = False
    """True for a question that several things answer."""
    listed: str = ""
    """What the answers are: the plural noun after "which", "card" of "what kinds of card"."""
    listed_kind: str = ""
    """The same with the words between: "Linux distributions"."""
    wants_steps: bool = False
    """True for a question that asks how something is done."""
    carried: frozenset[str] = frozenset()
    """The keys of words that only an earlier question before the last one has."""

    @property
    def is_pointed(self) -> bool:
        """True if a single number, date or name answers the question."""
        pointed = self.wants_amount or self.wants_time or self.wants_name
        return pointed and not self.wants_reason


@lru_cache(maxsize=1024)
def read_question(text: str) -> QuestionType:
    """Classify a question."""
    found = _with_whole_verbs(_with_whole_numbers(content_terms(text), text), text)
    unique = {term.key: term for term in reversed(found)}
    listed = read_listed(text)
    named = term_noun(text) or (0, 0)
    reading = (_meaning_words, _doing_words, _degree_words, _excluded_words)
    asking_words = frozenset().union(
        listed.asking,
        *(words(text) for words in (clock_words, lead_time_words, semi_modal_words, *reading)),
    )
    terms = tuple(
        _with_unit(one, text)
        for one in sorted(unique.values(), key=_start)
        if one.start not in asking_words and not named[0] <= one.start < named[1]
    )
    asking = asking_part(text)
    is_of_word = asks_for_meaning(asking)
    defining = is_of_word or has_phrase(asking, word_list("definition_questions"))
    wants_value = has_phrase(asking, word_list("amount_questions") + word_list("time_questions"))
    return QuestionType(
        text=text,
        terms=terms,
        wants_amount=has_phrase(asking, word_list("amount_questions")) and not is_of_word,
        wants_time=has_phrase(asking, word_list("time_questions")),
        wants_name=has_phrase(asking, word_list("name_questions")),
        wants_definition=defining and len(terms) <= _DEFINED_WORDS,
        wants_reason=asks_for_reason(asking),
        wants_verdict=_asks_for_verdict(asking),
        wants_list=bool(listed.kind) or _requests_list(text),
        listed=listed.noun,
        listed_kind=listed.kind,
        wants_steps=_asks_for_steps(asking, wants_value=wants_value),
        carried=_carried(text, asking),
    )


def _carried(text: str, asking: str) -> frozenset[str]:
    """Return the words of the questions before the last one, which a follow-up may not need.

    "Founded" of "Who founded the club? And in which town is the hall?". A statement before the
    question tells what it is about; a question that is elliptic or has a pronoun needs the earlier
    ones.
    """
    own = {term.key for term in content_terms(asking)}
    refers = any(in_word_list(word.text, name) for word in tokens(asking) for name in _REFERRING)
    if refers or len(own) < _COMPLETE_WORDS:
        return frozenset()
    before = _SENTENCE_END.split(text[: text.rindex(asking)].strip())
    earlier = [one for one in before if one.endswith("?")]
    return frozenset({term.key for one in earlier for term in content_terms(one)} - own)


def asks_for_meaning(asking: str) -> bool:
    """Whether a question asks what a word says: "What does excess mean?", «Что такое франшиза?»."""
    last = tokens(asking)[-1:]
    return has_phrase(asking, word_list("meaning_questions")) or any(
        in_word_list(word.text, "meaning_verbs") for word in last
    )


def _meaning_words(text: str) -> frozenset[int]:
    """Return where the words that ask for a meaning begin, which a definition need not have."""
    words = tokens(text)
    phrases = list(find_phrases(text, word_list("meaning_questions")))
    found = {
        word.start for word in words if any(one.start <= word.start < one.end for one in phrases)
    }
    verbs = (word.start for word in words[-1:] if in_word_list(word.text, "meaning_verbs"))
    return frozenset({*found, *verbs})


def _doing_words(text: str) -> frozenset[int]:
    """Return where the verb of «Что делает программа lintian?» and its noun begin.

    No answer need have them.
    """
    doing = doing_word(text)
    return frozenset() if doing is None else classifying_words(text) | {doing.start}


def _degree_words(text: str) -> frozenset[int]:
    """Return where "long" of "How long does it take?" begins: "long days" answer nothing.

    "How long is the bridge?" asks for a length, which a text may call "long".
    """
    words = tokens(text)
    phrases = list(find_phrases(text, word_list("time_questions")))
    after = {one.start: other.text for one, other in pairwise(words)}
    return frozenset(
        word.start
        for before, word in pairwise(words)
        if in_word_list(before.text, "degree_questions")
        and any(one.start <= before.start and word.end <= one.end for one in phrases)
        and not in_word_list(after.get(word.start, ""), "forms_of_be")
    )


def _excluded_words(text: str) -> frozenset[int]:
    """Return where the words of sentences after the question begin that exclude something.

    "What does a pass cost? No parking needed." asks for no pass with parking.
    """
    asking = asking_part(text)
    at = text.rindex(asking) + len(asking)
    found: set[int] = set()
    for sentence in _SENTENCE_END.split(text[at:].strip()):
        start = text.index(sentence, at)
        at = start + len(sentence)
        if _opens_with_exclusion(sentence):
            found |= {word.start for word in tokens(text) if start <= word.start < at}
    return frozenset(found)


def _opens_with_exclusion(sentence: str) -> bool:
    lists = ("negative_determiners", "narrow_negation")
    return any(in_word_list(one.text, name) for one in tokens(sentence)[:1] for name in lists)


def _asks_for_steps(asking: str, *, wants_value: bool) -> bool:
    """Return False for «как зовут» and «как называется», which ask for a name."""
    names = find_phrases(asking, word_list("name_questions"))
    steps = find_phrases(asking, word_list("procedure_questions"))
    named = {one.start for one in names}
    return not wants_value and any(one.start not in named for one in steps)


def asking_part(text: str) -> str:
    """Return the last sentence that asks: "How much is it?" of "I leave in May. How much is it?".

    A text is returned whole if none of its sentences has a question word.
    """
    sentences = _SENTENCE_END.split(text.strip())
    asking = (one for one in reversed(sentences) if _asks(one))
    return next(asking, text.strip())


def _asks(sentence: str) -> bool:
    return any(in_word_list(word.text, "question_words") for word in tokens(sentence))


def _start(term: Term) -> int:
    return term.start


def _with_whole_numbers(terms: Sequence[Term], text: str) -> list[Term]:
    """Return the terms with one for each number that is written in groups: "3,000", «15 000»."""
    parts_of = {
        number: [one for one in terms if number.start <= one.start and one.end <= number.end]
        for number in amounts(text)
    }
    whole = [
        _whole_number(number, parts[0].start, text)
        for number, parts in parts_of.items()
        if len(parts) > 1 and all(one.text.isdecimal() for one in parts) and isfinite(number.value)
    ]
    kept = [one for one in terms if not any(new.start <= one.start < new.end for new in whole)]
    return sorted([*kept, *whole], key=_start)


def _whole_number(number: Amount, start: int, text: str) -> Term:
    written = str(int(number.value)) if number.value.is_integer() else str(number.value)
    unit = implied_unit(number, text) or COUNT
    return Term(written, written, written, start, number.end, unit)


def _with_whole_verbs(terms: Sequence[Term], text: str) -> list[Term]:
    """Return the terms with one for each phrasal verb: "expire" for "run out"."""
    phrases = phrasal_verbs(text)
    whole = [Term(stem_key(one.verb), one.verb, one.verb, one.start, one.end) for one in phrases]
    kept = [term for term in terms if not any(one.start <= term.start < one.end for one in phrases)]
    return sorted([*kept, *whole], key=_start)


def _with_unit(term: Term, text: str) -> Term:
    """Return a term, that of a number with its unit: "year" of the 20 of "aged 20"."""
    same = (one for one in amounts(text) if one.start <= term.start and one.end == term.end)
    number = next(same, None)
    is_number = number is not None and term.text.isdecimal()
    if term.unit or number is None or not is_number:
        return term
    return term._replace(unit=implied_unit(number, text))


def _asks_for_verdict(text: str) -> bool:
    """Return True for "may I …" and «можно ли …», not for «сколько можно …» and "when may I …"."""
    words = tokens(text)
    if words and words[0].text.lower() in word_list("verdict_openings"):
        return True
    phrases = list(find_phrases(text, word_list("verdict_questions")))
    inside = [range(one.start, one.end) for one in phrases]
    others = (
        word.start
        for word in words
        if in_word_list(word.text, "question_words") and not any(word.start in it for it in inside)
    )
    other = next(others, len(text))
    return any(one.start < other for one in phrases)


def _requests_list(text: str) -> bool:
    """Return True for "list the forms" and "all forms", «перечислите …», "what does it include"."""
    words = [token.text for token in tokens(text)]
    requests = any(in_word_list(word, name) for word in words[:2] for name in _LISTING)
    asking = asking_part(text)
    is_of_parts = _asks_for_parts([token.text for token in tokens(asking)])
    return requests or is_of_parts or asks_for_factors(asking)


def _asks_for_parts(words: Sequence[str]) -> bool:
    """Return True for "What should the note include?", «Что входит в набор?»."""
    at = next(
        (at for at, word in enumerate(words) if in_word_list(word, "content_questions")), None
    )
    if at is None or at > 1:
        return False
    after = words[at + 1 :]
    opens_verb = any(in_word_list(word, "auxiliaries") or is_cyrillic(word) for word in after[:1])
    return opens_verb and any(in_word_list(word, "inclusion_verbs") for word in after)


def asks_for_factors(text: str) -> bool:
    """Return True for "What does the price depend on?", which no price answers."""
    return has_phrase(text, word_list("dependence_questions"))


def asks_for_reason(text: str) -> bool:
    """Return True if a question or a heading asks why, in any wording."""
    return has_phrase(text, word_list("reason_questions") + word_list("cause_questions"))


def has_time(text: str) -> bool:
    """Return True if a text has a date, a year or a period."""
    return any(_is_date(amount) or amount.unit in TIME_UNITS for amount in amounts(text))


def _is_date(amount: Amount) -> bool:
    return amount.unit == CALENDAR or (not amount.unit and amount.value in _YEARS)


def has_new_number(asked: QuestionType, text: str) -> bool:
    """Return True if a text has a number, other than a date, that the question does not have."""
    known = {amount.value for amount in amounts(asked.text)}
    return any(found.value not in known and not _is_date(found) for found in amounts(text))


def has_new_name(asked: QuestionType, text: str) -> bool:
    """Return True if a text has a capitalised word after its first that the question lacks.

    A file is none: "Readme.md".
    """
    known = term_set(asked.text)
    inside = tokens(text)[1:]
    return any(
        word.text[0].isupper() and term_set(word.text) and term_set(word.text).isdisjoint(known)
        for word in inside
        if not _DOTTED.search(word.text)
    )


def opens_with_yes_or_no(text: str) -> bool:
    """Return True for «Yes.» and «No, …»: the text answers a question that is not part of it."""
    first = next(iter(tokens(text)), None)
    return first is not None and first.text.lower() in word_list("verdicts")
