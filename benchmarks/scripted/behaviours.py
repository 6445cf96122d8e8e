"""What scripted models write: an obedient one, and one for each way to go wrong."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from benchmarks.scripted.prompt_reading import GivenSource, Reading
from workbench.domain.answer import marker
from workbench.extractive.sentence_selection import Source, best_statements
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.terms import term_set

PASSAGE = "passage"
_MOST_FACTS = 40
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*")
ADDED: Mapping[str, Sequence[str]] = {
    "en": (
        "This was decided by Margaret Thornfield in 2013",
        "The fee for it is $4,700 a year",
        "It is reviewed every 23 weeks by an outside auditor",
        "Since the last reform it also applies in Portugal",
    ),
    "ru": (
        "Это решение приняла Маргарита Торнфилд в 2013 году",
        "Плата за это составляет 4700 рублей в год",
        "Каждые 23 недели это проверяет внешний аудитор",
        "После реформы это действует и в Португалии",
    ),
}
"""Facts that no source has, one of them by question: a person, a sum, a period, a place."""
INVENTED: Mapping[str, Sequence[str]] = {
    "en": ("It is $3,260", "It takes 17 days", "It was 1987", "It is Harold Whitcombe"),
    "ru": (
        "Это 3260 рублей",
        "Это занимает 17 дней",
        "Это было в 1987 году",
        "Это Гарольд Уиткомб",
    ),
}
"""Answers to questions that the sources do not answer."""


@dataclass(frozen=True)
class Line:
    """A statement of an answer, and the number of the source that it cites."""

    text: str
    source: int

    @property
    def marked(self) -> str:
        """The statement with its citation."""
        return f"{self.text.rstrip(' .')} {marker(self.source)}."


@dataclass(frozen=True)
class Scripted:
    """An answer as lines, and the lines in which it is not true to the sources, or lacks."""

    lines: tuple[Line, ...]
    wrong: tuple[Line, ...] = ()
    dropped: tuple[Line, ...] = ()

    @property
    def text(self) -> str:
        """The reply: one line as a sentence, several as a list."""
        if len(self.lines) == 1:
            return self.lines[0].marked
        return "\n".join(f"- {line.marked}" for line in self.lines)


Behaviour = Callable[[Reading], Scripted | None]
"""Writes an answer; None where the behaviour has nothing to go wrong with."""


def obedient(reading: Reading) -> Scripted:
    """Every fact of the sources, or the statements of the passages that answer the question."""
    facts = [one for one in reading.sources if one.kind != PASSAGE]
    if facts:
        return Scripted(tuple(_line(one) for one in facts[:_MOST_FACTS]))
    return Scripted(tuple(_statements(reading)))


def reworded(reading: Reading) -> Scripted:
    """The same in other words: amounts with the word for their sign, a dash as a verb."""
    lines = [Line(_reworded(one.text), one.source) for one in obedient(reading).lines]
    return Scripted(tuple(lines))


def adds_a_fact(reading: Reading) -> Scripted | None:
    """The obedient answer, and a fact that no source has, with a citation."""
    lines = obedient(reading).lines
    if not lines:
        return None
    added = Line(_pick(ADDED[reading.language], reading), lines[0].source)
    return Scripted((*lines, added), wrong=(added,))


def swaps_numbers(reading: Reading) -> Scripted | None:
    """The obedient answer with the first number replaced by another one of the sources."""
    lines = list(obedient(reading).lines)
    numbers = [found for one in reading.sources for found in _NUMBER.findall(one.text)]
    for place, line in enumerate(lines):
        own = _NUMBER.search(line.text)
        other = next((one for one in numbers if own and one not in line.text), None)
        if own and other:
            text = f"{line.text[: own.start()]}{other}{line.text[own.end() :]}"
            lines[place] = Line(text, line.source)
            return Scripted(tuple(lines), wrong=(lines[place],))
    return None


def drops_items(reading: Reading) -> Scripted | None:
    """The first half of a list of facts."""
    lines = obedient(reading).lines
    if len(lines) < 4 or any(one.kind == PASSAGE for one in reading.sources):
        return None
    half = len(lines) // 2
    return Scripted(lines[:half], dropped=lines[half:])


def answers_the_unanswerable(reading: Reading) -> Scripted | None:
    """A value of the kind asked for, made up, with a citation."""
    if not reading.sources:
        return None
    made_up = Line(_pick(INVENTED[reading.language], reading), reading.sources[0].number)
    return Scripted((made_up,), wrong=(made_up,))


def cites_the_wrong_source(reading: Reading) -> Scripted | None:
    """The obedient answer with the first citation moved to a source that says the least of it."""
    lines = list(obedient(reading).lines)
    others = [one for one in reading.sources if lines and lines[0].text not in one.text]
    if not others:
        return None
    words = term_set(lines[0].text)
    least = min(others, key=lambda one: len(words & term_set(one.text)))
    lines[0] = Line(lines[0].text, least.number)
    return Scripted(tuple(lines), wrong=(lines[0],))


OBEDIENT: Mapping[str, Behaviour] = {"obedient": obedient, "obedient, reworded": reworded}
FAULTY: Mapping[str, Behaviour] = {
    "adds a fact": adds_a_fact,
    "swaps numbers": swaps_numbers,
    "drops list items": drops_items,
    "cites the wrong source": cites_the_wrong_source,
    "answers the unanswerable": answers_the_unanswerable,
}


def _line(one: GivenSource) -> Line:
    return Line(" ".join(one.text.split()), one.number)


def _statements(reading: Reading) -> Iterator[Line]:
    sources = [
        Source(one.text, one.headings, 1.0 / place) for place, one in enumerate(reading.sources, 1)
    ]
    for one in best_statements(reading.question, sources):
        text = " ".join(one.text.split())
        yield Line(text, reading.sources[one.source].number)


def _reworded(text: str) -> str:
    dollars, per_cent = ("долларов", "процентов") if is_cyrillic(text) else ("dollars", "per cent")
    text = re.sub(r"\$(\d+(?:,\d{3})*(?:\.\d+)?)", rf"\1 {dollars}", text)
    text = re.sub(r"(\d) ?%", rf"\1 {per_cent}", text)
    return text.replace(" — ", ": ")


def _pick(options: Sequence[str], reading: Reading) -> str:
    return options[crc32(reading.question.encode()) % len(options)]
