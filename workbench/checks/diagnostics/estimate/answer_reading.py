"""Compare an answer with its question and with what else its passages say."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.checks.diagnostics.estimate.answer_type_check import (
    lacks_definition,
    missing_count,
    missing_kind,
)
from workbench.domain.answer import Answer
from workbench.domain.base import Span
from workbench.domain.diagnostics import Claim
from workbench.domain.evidence import Evidence, title_and_headings
from workbench.extractive.answerability import Answerability, assess_answer
from workbench.extractive.disagreement import disagreement
from workbench.extractive.listed_sentences import listed_sentences
from workbench.extractive.premise import absent_name, contradicted_premise, unsupported_premise
from workbench.extractive.question_likeness import question_similarity
from workbench.extractive.respelling import respelling
from workbench.extractive.sentence_selection import (
    Source,
    SupportingStatement,
    rank_statements,
)
from workbench.extractive.sources import SourceSet
from workbench.extractive.word_credit import match_credit
from workbench.nlp.amounts import amounts
from workbench.nlp.answer_type import ValueKind, answer_type, noun_asked_for
from workbench.nlp.asked_relation import read_relation
from workbench.nlp.grammar import in_word_list
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.row_conditions import (
    CHOICES,
    FEW_EXAMPLES,
    row_conditions,
    unsupported_conditions,
)
from workbench.nlp.sub_questions import completed_questions
from workbench.nlp.terms import Term
from workbench.nlp.tokens import tokens
from workbench.text.statements import Statement, statements


@dataclass(frozen=True)
class AnsweredRun:
    """The parts of a run that the signals are computed from."""

    question: str
    """The question, a follow-up in its rewritten form."""
    answer: Answer
    evidence: Sequence[Evidence]
    """What the answer was written from, most relevant first."""
    claims: Sequence[Claim]
    plan_confidence: float
    coverage: float
    """Share of the requested relations that the graph answered."""
    is_sufficient: bool
    """Whether the context sufficed, without a gap or a doubtful claim."""
    examples: Sequence[str] = ()
    """The descriptions and examples of the plan's intents; none of a query over graph or table,
    which leaves no word of the question unread."""
    mentions: Sequence[str] = ()
    """The words of the question that name entities and values."""
    is_queried: bool = False
    """Whether the plan is a query over the graph or a table."""
    chosen_by: Sequence[str] = ()
    """Words of the question that selected the facts of an intent: each fact has them."""
    is_side_by_side: bool = False
    """Whether the facts stand in one table, where a reader sees the largest."""

    @property
    def passages(self) -> list[Evidence]:
        """The evidence from documents; none where the answer cites only what a query found."""
        found = [item for item in self.evidence if item.span is not None]
        cited = {citation.evidence_id for citation in self.answer.citations}
        if self.is_queried and cited and cited.isdisjoint(item.id for item in found):
            return []
        return found

    @property
    def facts_of_intent(self) -> list[Evidence]:
        """The facts that the path of an intent found; none of a query or of documents."""
        is_of_intent = bool(self.examples) and not (self.is_queried or self.passages)
        return [*self.evidence] if is_of_intent else []


@dataclass(frozen=True)
class AnswerReading:
    """An answer compared with its question, and with what else its passages say."""

    asked: QuestionType
    shown: Sequence[Statement]
    cited: Sequence[Evidence]
    ranked: Sequence[SupportingStatement]
    answerability: Answerability
    section_likeness: float = 0.0
    """Similarity of the question to the heading or FAQ question above the best statement."""
    lists_each_thing: bool = False
    """Whether its sentences are each on one of the things that the question lists."""
    parts: Sequence[Answerability] = ()
    """The same for each question that the text joins, if there are several."""
    premise: str = ""
    """The words of the question that assert what the answer contradicts."""
    unsupported: str = ""
    """The value or name that the question asserts and no source has."""
    differing: tuple[str, ...] = ()
    """Two values that documents give for what is asked, as written there."""
    is_of_documents: bool = True
    """False for an answer from a graph or a table."""
    is_computed: bool = False
    """Whether a query over the graph or a table gave a number: the value is of its columns and
    conditions, "Number of rows where Sown: March: 6", whatever words of the question it has."""
    words_read: float = 1.0
    """Share of the question's words that an answer from a graph accounts for."""
    unread: tuple[str, ...] = ()
    """The words that it does not account for."""
    unmet_conditions: tuple[str, ...] = ()
    """Words of the question that set conditions which the plan's intent does not apply."""
    unread_focus: str = ""
    """The noun or event that the question asks about, if the answer does not account for it; or
    the noun that it counts, if no fact of an intent has a number of it."""
    missing_kind: ValueKind | None = None
    """The kind of value that the question asks for and the facts of an intent lack."""
    lacks_definition: bool = False
    """Whether the question asks what something is and the intent is for other questions."""

    @property
    def lacks_value(self) -> bool:
        """Whether the answer has no value of the kind asked for; a corrected premise needs none."""
        return self.answerability.absent_value is not None and not self.premise

    @property
    def unanswered_parts(self) -> int:
        """How many of the questions are not answered outright."""
        return sum(not part.is_outright for part in self.parts)


def _words_used(run: AnsweredRun) -> Iterator[tuple[str, float]]:
    """Yield each word of the question with its credit in mentions, facts and examples.

    "How much is the excess for a phone?" is answered with the telephone numbers of the company:
    neither the examples of its intent nor the numbers have "excess". A word of the same root
    counts less.
    """
    if not run.examples:
        return
    facts = "\n".join(map(_text_of, run.evidence))
    texts = ["\n".join(run.mentions), facts, *_by_script(run.examples)]
    for term in read_question(run.question).terms:
        yield term.text, _best_credit(term, texts)


def _unmet_conditions(run: AnsweredRun) -> tuple[str, ...]:
    """Return the question's words for conditions that no example of the intent has."""
    if not run.facts_of_intent:
        return ()
    asked = row_conditions(run.question, _places(run.mentions, run.question))
    found = unsupported_conditions(asked, run.examples)
    if run.is_side_by_side:
        found.pop("extreme", None)
    elif "extreme" in asked:  # a list has the longest project, but does not tell which one it is
        found |= unsupported_conditions(
            {"extreme": asked["extreme"]}, run.examples, share=FEW_EXAMPLES
        )
    unmet = (words for condition, words in found.items() if condition in CHOICES)
    return tuple(words for words in unmet if not any(one in words for one in run.chosen_by))


def _places(mentions: Iterable[str], question: str) -> Iterator[Span]:
    for mention in mentions:
        start = question.find(mention)
        if start >= 0:
            yield Span(start=start, end=start + len(mention))


def _by_script(texts: Sequence[str]) -> list[str]:
    """Return the Latin texts as one and the Cyrillic ones as one: the dictionary is slow."""
    return [
        "\n".join(text for text in texts if is_cyrillic(text) is cyrillic)
        for cyrillic in (False, True)
    ]


def _best_credit(term: Term, texts: Iterable[str]) -> float:
    """Return the best credit of any text; stop at the first one that has the word itself."""
    best = 0.0
    for text in texts:
        best = max(best, match_credit(term, text))
        if best == 1.0:
            break
    return best


def _unread_focus(asked: QuestionType, unread: Sequence[str]) -> str:
    """Return the noun that the question asks for, or the event whose reason it asks, if unread.

    So is what those did whom it asks for, and what it asks for several of. A long name beside it
    hides it in the share of the words that are read: "What was the budget of the project North
    Shore Lighthouse?", "Why was the project North Shore Lighthouse closed?".
    """
    relation = read_relation(asked.text)
    is_asked = relation.is_noun or relation.is_counted or asked.wants_reason
    is_asked = is_asked or answer_type(asked) == "who"
    things = asked.listed if _opens_with_which(asked.text) else ""
    words = (noun_asked_for(asked.text), relation.word if is_asked else "", things)
    return next((word for word in words if word in unread), "")


def _opens_with_which(question: str) -> bool:
    """Return False for "in which cases", which asks for conditions and not for things."""
    first = tokens(question)[:1]
    lists = ("type_openings", "plain_interrogatives")
    return any(in_word_list(word.text, name) for word in first for name in lists)


def read_answer(run: AnsweredRun) -> AnswerReading:
    """Compare an answer with its question, whose misspelt words are read as in the answer."""
    passages = run.passages
    sources = [Source.of(one) for one in passages]
    run = replace(run, question=respelling(run.question, sources).apply(run.question))
    shown = statements(run.answer.text.removeprefix(run.answer.opening))
    ids = {citation.evidence_id for citation in run.answer.citations}
    cited = [one for one in passages if one.id in ids] or passages[:1]
    headings = " ".join(title for one in cited for title in title_and_headings(one))
    texts = [f"{one.text} {one.lead}" for one in shown]
    headings = " ".join((headings, *(_question_above(one, cited) for one in shown)))
    ranked = rank_statements(run.question, sources)
    parts = completed_questions(run.question)
    used = list(_words_used(run))
    unread = tuple(word for word, credit in used if not credit)
    asked, facts = read_question(run.question), run.facts_of_intent
    return AnswerReading(
        asked=asked,
        shown=shown,
        cited=cited,
        ranked=ranked,
        answerability=assess_answer(run.question, sources, texts, headings),
        section_likeness=_section_likeness(run.question, sources, ranked),
        lists_each_thing=_lists_each_thing(run.question, sources, ranked, texts),
        premise=contradicted_premise(run.question, texts),
        unsupported=_unsupported(run),
        differing=_differing(run, ranked, sources, cited),
        is_of_documents=bool(passages),
        is_computed=run.is_queried and not passages and any(map(amounts, texts)),
        words_read=sum(credit for _, credit in used) / len(used) if used else 1.0,
        unread=unread,
        unmet_conditions=_unmet_conditions(run),
        unread_focus=_unread_focus(asked, unread) or missing_count(run.question, facts),
        missing_kind=missing_kind(asked, facts, run.examples),
        lacks_definition=bool(facts) and lacks_definition(run.question, run.mentions, run.examples),
        parts=[assess_answer(one, sources, texts, headings) for one in parts if len(parts) > 1],
    )


def _question_above(one: Statement, cited: Sequence[Evidence]) -> str:
    """Return the FAQ question that a quoted statement answers in its passage; "" if it has none."""
    asked = (
        statement for item in cited for statement in statements(item.content) if statement.asked
    )
    quoted = (statement for statement in asked if statement.text.startswith(one.text.rstrip()))
    return next((statement.asked for statement in quoted), "")


def _section_likeness(
    question: str, sources: Sequence[Source], ranked: Sequence[SupportingStatement]
) -> float:
    """Return the similarity of the question and the headings above the best statement."""
    best = next(iter(ranked), None)
    if best is None:
        return 0.0
    return question_similarity(read_question(question), best.statement, sources[best.source])


def _lists_each_thing(
    question: str,
    sources: Sequence[Source],
    ranked: Sequence[SupportingStatement],
    shown: Sequence[str],
) -> bool:
    """Return True if the answer has one sentence for each of the things asked for."""
    if not ranked:
        return False
    found = listed_sentences(read_question(question), SourceSet(sources), ranked[0])
    text = " ".join(shown)
    return bool(found) and all(one.text in text for one in found)


def _unsupported(run: AnsweredRun) -> str:
    """Return a premise, or over documents a name, of the question that no source has."""
    texts = [_text_of(one) for one in run.evidence]
    premise = unsupported_premise(run.question, run.mentions, texts)
    return premise or (absent_name(run.question, run.mentions, texts) if run.passages else "")


def _text_of(item: Evidence) -> str:
    """Return the text of a fact or passage with its title and headings."""
    return " ".join((item.content, *title_and_headings(item)))


def _differing(
    run: AnsweredRun,
    ranked: Sequence[SupportingStatement],
    sources: Sequence[Source],
    cited: Sequence[Evidence],
) -> tuple[str, ...]:
    """Return the values that two documents give, if a statement of the answer is one of them.

    An answer in other words counts as the best statement of its cited documents.
    """
    documents = {one.span.document_id for one in cited if one.span}
    close = [one for one in ranked if sources[one.source].document in documents]
    shown = [one for one in close if one.text in run.answer.text] or close[:1]
    found = disagreement(run.question, shown, sources)
    return found.values if found is not None else ()
