"""Extract an answer from passages, sentence by sentence, without a model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from workbench.answer.protocol import WriteRequest
from workbench.answer.running_text import running_text, sentence_text
from workbench.domain.answer import with_marker
from workbench.domain.evidence import Evidence, title_and_headings
from workbench.domain.local_text import Language
from workbench.extractive.answerability import (
    Answerability,
    assess_answer,
    shares_informative_word,
)
from workbench.extractive.compared_statements import lacking_side
from workbench.extractive.compared_values import compared_values
from workbench.extractive.disagreement import Disagreement, disagreement
from workbench.extractive.nearest import nearest_statements
from workbench.extractive.premise import absent_name, contradicted_premise, unsupported_premise
from workbench.extractive.respelling import Respelling, respelling
from workbench.extractive.sentence_selection import (
    Source,
    SupportingStatement,
    best_statements,
    rank_statements,
)
from workbench.extractive.sources import SourceSet
from workbench.i18n.messages import messages
from workbench.i18n.quotation import nested
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.question_type import read_question
from workbench.nlp.sub_questions import completed_questions
from workbench.nlp.terms import contains, term_set
from workbench.text.blocks import in_one_item
from workbench.text.citation_marks import neutralised
from workbench.text.statements import Statement
from workbench.workspace.answer_styles import AnswerStyle


@dataclass(frozen=True)
class Extract:
    """The sentences chosen, with markers.

    ``opening`` stands before them if they are only the nearest, contradict the question, or
    differ among themselves.
    """

    marked: str
    opening: str = ""
    is_related: bool = True
    """Whether they have an informative word of the question."""

    @property
    def text(self) -> str:
        """The whole answer."""
        return "\n\n".join(filter(None, (self.opening, self.marked)))


def extract(
    request: WriteRequest, passages: Sequence[tuple[int, Evidence]], style: AnswerStyle
) -> Extract:
    """Return the sentences that answer the question, best first, each with its source's marker.

    Without a sentence that has a word of the question, it is the rendering of the passages.

    Args:
        request: the question, and the plan, whose search query helps to select sentences.
        passages: pairs of source number and passage, most relevant first.
        style: a brief answer has fewer sentences.
    """
    sources = [Source.of(item) for _, item in passages]
    read = respelling(asked_question(request), sources)
    found = _extract(request, passages, sources, read, brief=style.brief)
    note = _read_otherwise(read, request.question.language)
    return replace(found, opening=" ".join(filter(None, (note, found.opening))))


def _extract(
    request: WriteRequest,
    passages: Sequence[tuple[int, Evidence]],
    sources: Sequence[Source],
    read: Respelling,
    *,
    brief: bool,
) -> Extract:
    question = read.apply(asked_question(request))
    parts = completed_questions(question) if not request.memory.rewritten else ()
    if len(parts) > 1:
        return _of_parts(parts, request, passages, sources)
    chosen = best_statements(read.apply(_query(request, sources)), sources, brief=brief)
    differs = disagreement(question, chosen, sources)
    if differs is not None:
        return Extract(
            _paragraphs(differs.with_other(chosen), passages),
            _differing(differs, passages, request.question.language),
        )
    opening, shown = _opened(question, chosen, sources, request)
    is_related = not opening or shares_informative_word(
        question, _with_headings(question, shown, sources)
    )
    if not opening:
        language = request.question.language
        opening = _lacking(question, sources, language) or _compared(question, shown, language)
    return Extract(_paragraphs(shown, passages) or request.rendered.marked, opening, is_related)


def _with_headings(
    question: str, chosen: Sequence[SupportingStatement], sources: Sequence[Source]
) -> list[str]:
    """Return the statements with their lead-ins and headings.

    The title of a document counts if it has several words of the question.
    """
    texts, _ = _in_context(chosen, sources)
    terms = read_question(question).terms
    for one in chosen:
        title, *path = sources[one.source].headings or ("",)
        texts += [heading for heading in (*path, *one.statement.headings) if heading != title]
        texts += [title] * (sum(contains(term, term_set(title)) for term in terms) > 1)
    return texts


def _lacking(question: str, sources: Sequence[Source], language: Language) -> str:
    """Return the sentence that names which of two things has no answer; empty if both have one."""
    name = lacking_side(question, sources, rank_statements(question, sources))
    return (
        str(messages("workbench.answer")[language]["side_lacking"].format(name=name))
        if name
        else ""
    )


def _compared(question: str, shown: Sequence[SupportingStatement], language: Language) -> str:
    """Return the sentence on which of two things is cheaper, longer …; empty if it is not clear."""
    found = compared_values(question, shown)
    if found is None:
        return ""
    text = messages("workbench.answer")[language]["compared" if found.name else "compared_equal"]
    return str(text.format(**found._asdict()))


def _read_otherwise(read: Respelling, language: Language) -> str:
    """Return the sentence on the misspelt words of a question; empty if it has none."""
    text = str(messages("workbench.answer")[language]["respelled"])
    return " ".join(text.format(word=word, read=other) for word, other in read.words)


def _differing(
    differs: Disagreement, passages: Sequence[tuple[int, Evidence]], language: Language
) -> str:
    """Return the sentence before statements of two documents that give different values."""
    one, other = (
        nested(title_and_headings(passages[at][1])[0], language)
        for at in (differs.shown.source, differs.other.source)
    )
    return str(messages("workbench.answer")[language]["differ"].format(one=one, other=other))


def _opened(
    question: str,
    chosen: Sequence[SupportingStatement],
    sources: Sequence[Source],
    request: WriteRequest,
) -> tuple[str, Sequence[SupportingStatement]]:
    """Return the sentence to open with, and the statements to show after it.

    The sentence is empty if the statements answer the question outright; if not, few are shown.
    """
    shown, headings = _in_context(chosen, sources)
    texts = [" ".join((one.text, *one.headings)) for one in sources]
    if contradicted_premise(question, shown):
        return premise_opening(question, shown, texts, request), chosen
    nearest = nearest_statements(question, chosen, sources)
    if opening := premise_opening(question, shown, texts, request):
        return opening, nearest
    if name := absent_name(question, request.mentions, texts):
        return _absent(name, request.question.language), nearest
    found = assess_answer(question, sources, shown, headings)
    if found.is_outright:
        return "", chosen
    opening = _nearest(found, request.question.language)
    if not _is_in_other_script(question, texts):
        return opening, nearest
    note = messages("workbench.answer")[request.question.language]["other_language"]
    return f"{opening.removesuffix(':')} ({note}):", nearest


def _is_in_other_script(question: str, texts: Sequence[str]) -> bool:
    """Return True for a Russian question about English texts, or the reverse."""
    return bool(texts) and all(is_cyrillic(question) != is_cyrillic(one) for one in texts)


def premise_opening(
    question: str, shown: Sequence[str], found: Sequence[str], request: WriteRequest
) -> str:
    """Return the sentence on a premise of the question that the sources deny or lack.

    Args:
        question: the question, or a part of it.
        shown: the statements of the answer, with their lead-ins.
        found: the texts and headings of all sources found.
        request: for the language, and the names that the question was recognised to have.
    """
    texts = messages("workbench.answer")[request.question.language]
    if denied := contradicted_premise(question, shown):
        return str(texts["otherwise"].format(value=denied))
    unsupported = unsupported_premise(question, request.mentions, found)
    return _absent(unsupported, request.question.language) if unsupported else ""


def _absent(words: str, language: Language) -> str:
    """Return the sentence that names what the sources do not have."""
    return str(messages("workbench.answer")[language]["absent"].format(words=words))


def _of_parts(
    parts: Sequence[str],
    request: WriteRequest,
    passages: Sequence[tuple[int, Evidence]],
    sources: Sequence[Source],
) -> Extract:
    """Answer each part of a question briefly; a part that is not answered outright says so."""
    answers: list[str] = []
    used: set[tuple[int, Statement]] = set()
    for part in parts:
        chosen = best_statements(part, sources, brief=True)
        opening, shown = _opened(part, chosen, sources, request)
        new = [one for one in shown if (one.source, one.statement) not in used]
        used.update((one.source, one.statement) for one in new)
        answers.append(opening if new else _announcing_nothing(opening))
        answers.append(_paragraphs(new, passages))
    return Extract("\n\n".join(filter(None, answers)) or request.rendered.marked)


def _announcing_nothing(opening: str) -> str:
    """Return an opening without the words that announce the nearest statements."""
    start, semicolon, _ = opening.rpartition(";")
    return f"{start}." if semicolon else opening


def _paragraphs(
    chosen: Sequence[SupportingStatement], passages: Sequence[tuple[int, Evidence]]
) -> str:
    return "\n\n".join(
        _paragraph(list(same), passages) for _, same in groupby(chosen, key=_part_of_text)
    )


def _part_of_text(one: SupportingStatement) -> tuple[int, str, str]:
    """Return what the statements of one paragraph or list share; headings are one list.

    Two lists below each other have a lead-in each.
    """
    if one.heading:
        return -1, "", ""
    kind = one.statement.kind
    return one.source, kind, one.statement.lead if kind == "item" else ""


def _in_context(
    chosen: Sequence[SupportingStatement], sources: Sequence[Source]
) -> tuple[list[str], str]:
    """Return the statements with their lead-ins, and the headings above them."""
    shown = [f"{one.text} {one.statement.asked} {one.statement.lead}" for one in chosen]
    used = dict.fromkeys(one.source for one in chosen)
    return shown, " ".join(title for index in used for title in sources[index].headings)


def _nearest(found: Answerability, language: Language) -> str:
    """Return the sentence before statements that are only the nearest; it names what is missing."""
    texts = messages("workbench.answer")[language]
    if found.absent_value is not None:
        return str(texts["without_value"].format(value=texts[f"value_{found.absent_value}"]))
    if found.missing_relation:
        return _absent(found.missing_relation, language)
    if not found.missing:
        return str(texts["nearest"])
    return str(texts["nearest_lacking"].format(words=", ".join(found.missing)))


def asked_question(request: WriteRequest) -> str:
    """Return the question, a follow-up in its rewritten form."""
    return request.memory.rewritten or request.question.text


def _query(request: WriteRequest, sources: Sequence[Source]) -> str:
    """Return the question; if a word of it is in no source, with the plan's search query.

    That query has other names for what the question names. Several are for its parts.
    """
    question = asked_question(request)
    library = SourceSet(sources)
    if all(library.has(term) for term in read_question(question).terms):
        return question
    searched = list(filter(None, (call.args.search_text for call in request.plan.tool_calls)))
    own = searched if len(searched) == 1 else []
    return " ".join(dict.fromkeys([request.question.text, *own]))


def _paragraph(
    chosen: Sequence[SupportingStatement], passages: Sequence[tuple[int, Evidence]]
) -> str:
    """Format one passage's sentences as running text, its items and rows as a list."""
    if chosen[0].heading:
        sentences = ((sentence_text(one), passages[one.source][0]) for one in chosen)
        return "\n".join(f"- {with_marker(text, number)}" for text, number in sentences)
    number, passage = passages[chosen[0].source]
    if chosen[0].statement.kind == "sentence":
        return running_text(chosen, number, passage.content)
    items = _items(chosen, passage.content)
    texts = [" ".join(with_marker(sentence_text(one), number) for one in item) for item in items]
    lead = chosen[0].statement.lead
    same_lead = bool(lead) and all(one.statement.lead == lead for one in chosen)
    lead = f"{lead[:-1]}:" if lead.endswith(".") else lead
    if len(texts) == 1:
        return f"{neutralised(lead)} {texts[0]}" if same_lead else texts[0]
    bullets = [f"- {text}" for text in texts]
    is_list = same_lead and chosen[0].statement.kind == "item"
    return "\n".join([neutralised(lead), "", *bullets] if is_list else bullets)


def _items(chosen: Sequence[SupportingStatement], text: str) -> list[list[SupportingStatement]]:
    """Group the sentences of one list item of the passage, or on one line of it."""
    items: list[list[SupportingStatement]] = []
    for one in chosen:
        if items and _goes_on(items[-1][-1].statement, one.statement, text):
            items[-1].append(one)
        else:
            items.append([one])
    return items


def _goes_on(before: Statement, one: Statement, text: str) -> bool:
    is_same_line = "\n" not in text[before.end : one.start]
    return is_same_line or in_one_item(text, before.start, one.end)
