"""Make the corpora of the search benchmark: paragraphs that answer questions, among noise.

The answering paragraphs and their questions are XQuAD's (English) where a folder has them, else
generated from templates. Noise is a bigram chain of the answering paragraphs in which every eighth
word is replaced by a made-up one, so that the vocabulary grows with the corpus as it does in text.
"""

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

TOPICS = 10
"""Values of the metadata field; a filter by one leaves a tenth of the corpus."""
PER_DOCUMENT = 10
"""Paragraphs of one Markdown file."""
_SEED = 7
_MADE_UP_SHARE = 0.125
_MADE_UP_WORDS = 200_000
_SYLLABLES = tuple(c + v for c in "bdfgklmnprstvz" for v in "aeiou")


@dataclass(frozen=True)
class Question:
    """A question, the id of the paragraph that answers it, and the topic of that paragraph."""

    text: str
    paragraph: str
    topic: str


@dataclass(frozen=True)
class Corpus:
    """Paragraphs in order, and questions about some of them; a paragraph's id is its index."""

    paragraphs: tuple[str, ...]
    questions: tuple[Question, ...]

    def topic(self, paragraph: int) -> str:
        """Return the topic of a paragraph: all paragraphs of a file share it."""
        return f"t{paragraph // PER_DOCUMENT % TOPICS}"


def make_corpus(size: int, data: Path | None, most_questions: int) -> Corpus:
    """Return ``size`` paragraphs with questions that some of them answer."""
    facts, questions = _xquad(data) if data else _made_up_facts()
    chance = random.Random(_SEED)
    places = sorted(chance.sample(range(size), len(facts)))
    noise = _noise(facts, chance)
    place_of = dict(zip(range(len(facts)), places, strict=True))
    at = {place: facts[number] for number, place in place_of.items()}
    paragraphs = tuple(at.get(place) or next(noise) for place in range(size))
    corpus = Corpus(paragraphs, ())
    asked = chance.sample(questions, min(most_questions, len(questions)))
    return Corpus(
        paragraphs,
        tuple(
            Question(text, str(place_of[fact]), corpus.topic(place_of[fact]))
            for text, fact in asked
        ),
    )


def write_corpus(corpus: Corpus, folder: Path) -> None:
    """Write the files that both sides read: Markdown for a workspace, JSON lines for the peers."""
    documents = folder / "documents"
    documents.mkdir(parents=True)
    for first in range(0, len(corpus.paragraphs), PER_DOCUMENT):
        parts = enumerate(corpus.paragraphs[first : first + PER_DOCUMENT], first)
        body = "\n\n".join(f"## {number}\n\n{text}" for number, text in parts)
        front = f"---\ntitle: {first}\ntopic: {corpus.topic(first)}\n---\n\n"
        (documents / f"{first:07}.md").write_text(f"{front}{body}\n", "utf-8")
    _write_lines(
        folder / "chunks.jsonl",
        (
            {"id": str(number), "text": text, "topic": corpus.topic(number)}
            for number, text in enumerate(corpus.paragraphs)
        ),
    )
    _write_lines(folder / "questions.jsonl", (vars(question) for question in corpus.questions))


def read_questions(folder: Path) -> list[Question]:
    """Read the questions of a corpus."""
    return [Question(**row) for row in read_lines(folder / "questions.jsonl")]


def read_lines(path: Path) -> list[dict[str, str]]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _write_lines(path: Path, rows: Iterator[Mapping[str, str]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def _xquad(folder: Path) -> tuple[list[str], list[tuple[str, int]]]:
    documents = read_lines(folder / "xquad_en.docs.jsonl")
    number = {row["id"]: at for at, row in enumerate(documents)}
    rows = read_lines(folder / "xquad_en.queries.jsonl")
    questions = [(row["text"], number[next(iter(row["rel"]))]) for row in rows]
    return [" ".join(row["text"].split()) for row in documents], questions


def _made_up_facts() -> tuple[list[str], list[tuple[str, int]]]:
    """Return 240 paragraphs of eight statements, and one question about each statement."""
    chance = random.Random(_SEED)
    verbs = ("founded", "repaired", "described", "measured", "painted", "sold", "crossed", "won")
    paragraphs: list[str] = []
    questions: list[tuple[str, int]] = []
    for number in range(240):
        sentences = []
        for verb in verbs:
            who, what, where = (_made_up(chance).title() for _ in range(3))
            year = chance.randrange(1200, 2020)
            sentences.append(f"The engineer {who} {verb} the {what} bridge near {where} in {year}.")
            questions.append((f"When was the {what} bridge {verb} by {who}?", number))
        paragraphs.append(" ".join(sentences))
    return paragraphs, questions


def _noise(facts: Sequence[str], chance: random.Random) -> Iterator[str]:
    """Yield paragraphs of 60 to 140 words."""
    following: dict[str, list[str]] = defaultdict(list)
    for text in facts:
        words = text.split()
        for word, after in pairwise(words):
            following[word].append(after)
    starts = [word for word in following if word[:1].isupper()]
    made_up = [_made_up(chance) for _ in range(_MADE_UP_WORDS)]
    while True:
        words = [chance.choice(starts)]
        for _ in range(chance.randrange(60, 140)):
            words.append(chance.choice(following.get(words[-1]) or starts))
        yield " ".join(
            # Squaring makes low numbers likelier: some made-up words are common, most are rare.
            made_up[int(chance.random() ** 2 * _MADE_UP_WORDS)]
            if chance.random() < _MADE_UP_SHARE
            else word
            for word in words
        )


def _made_up(chance: random.Random) -> str:
    return "".join(chance.choice(_SYLLABLES) for _ in range(chance.randrange(2, 5)))
