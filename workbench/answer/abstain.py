"""Answers that need no evidence: nothing found, off topic, empty question, list at its end."""

from workbench.answer.prompt_files import Prompts
from workbench.domain.answer import Answer, Outcome
from workbench.domain.evidence import FactsPayload
from workbench.domain.local_text import Language, localize
from workbench.domain.plan import GRAPH_QUERY, QueryPlan
from workbench.domain.question import Question
from workbench.domain.table_query import TABLE_QUERY
from workbench.i18n.messages import messages
from workbench.nlp.morphology import is_cyrillic
from workbench.workspace.load import Workspace

_EXAMPLES = 3
"""Example questions suggested to the reader, at most."""
_UNSEEN = 3
"""Most unseen words that are named; a longer list would not show what is missing."""


def abstain(
    question: Question,
    plan: QueryPlan | None,
    facts: FactsPayload,
    workspace: Workspace,
    all_shown: int = 0,
) -> Answer | None:
    """Return the reply to an unanswerable question, else None. No model is called.

    ``all_shown`` is the length of a list whose rest was requested after its last page.
    """
    if all_shown:
        return _all_shown(all_shown, question.language)
    if question.is_empty:
        return _answer("empty_question", question, workspace)
    if plan is not None and plan.scope == "off_topic":
        return _answer("off_topic", question, workspace)
    if not facts.items and not any(group.items for group in facts.groups):
        return _nothing_in_data(facts, question) or no_answer(question, workspace, facts)
    return None


def _nothing_in_data(facts: FactsPayload, question: Question) -> Answer | None:
    """Return why a query to the graph or a table has no answer: nothing such, or not computed."""
    reason = unanswered(facts)
    if not reason or any(gap.reason == "failed" for gap in facts.meta.gaps):
        return None
    is_unclear = any(gap.reason == "unclear" for gap in facts.meta.gaps)
    outcome: Outcome = "not_understood" if is_unclear else "no_answer"
    return _stated(outcome, reason, question.language)


def unanswered(facts: FactsPayload) -> str:
    """Return why queries to the graph or to tables have no answer; "" if all have one.

    Words that an answered query left unread stand beside its answer.
    """
    messages = [
        gap.message
        for gap in facts.meta.gaps
        if gap.relation in (GRAPH_QUERY, TABLE_QUERY) and gap.reason != "filtered"
    ]
    return " ".join(dict.fromkeys(messages))


def no_answer(
    question: Question, workspace: Workspace, facts: FactsPayload | None = None
) -> Answer:
    """Return the workspace's "not found in the sources" answer, with the words that none has."""
    unseen = _unseen(facts, question, workspace) if facts is not None else ()
    return _answer("no_answer", question, workspace, unseen)


def _unseen(facts: FactsPayload, question: Question, workspace: Workspace) -> tuple[str, ...]:
    """Return the sentence on words that no passage has; nothing if there are none, or many.

    Of a question in another language than the documents, only names in their script are compared.
    """
    words = dict.fromkeys(word for gap in facts.meta.gaps for word in gap.unseen)
    if question.language != workspace.spec.language:
        words = {one: None for one in words if is_cyrillic(one) != (question.language == "ru")}
    if not 0 < len(words) <= _UNSEEN:
        return ()
    text = str(messages("workbench.answer")[question.language]["unseen"])
    return (text.format(words=", ".join(words)),)


def _all_shown(count: int, language: Language) -> Answer:
    text = messages("workbench.answer")[language]["list_shown"].format(count=count)
    return _stated("all_shown", text, language)


def _answer(
    outcome: Outcome, question: Question, workspace: Workspace, unseen: tuple[str, ...] = ()
) -> Answer:
    prompts = {"no_answer": "no_context", "off_topic": "off_topic"}
    text = reply_text(prompts.get(outcome, "empty_question"), question, workspace)
    notes = [] if outcome == "empty_question" else _notes(outcome, question, workspace)
    return _stated(outcome, "\n\n".join((text, *unseen, *notes)), question.language)


def _notes(outcome: Outcome, question: Question, workspace: Workspace) -> list[str]:
    """Return what a refusal adds: the documents beside a graph, and a difference of languages."""
    texts = messages("workbench.answer")[question.language]
    has_documents, has_graph = workspace.has_documents, bool(workspace.nodes)
    has_own_words = any(one.is_structured for one in workspace.spec.intents.values())
    if outcome == "off_topic" and has_documents and has_graph and not has_own_words:
        return [texts["documents_too"]]
    is_other = question.language != workspace.spec.language
    return [texts["languages"]] if has_documents and not has_graph and is_other else []


def reply_text(prompt: str, question: Question, workspace: Workspace) -> str:
    """Return the text of a reply that no model writes, such as ``no_context``."""
    scope, language = workspace.spec.scope, question.language
    examples = workspace.spec.examples
    return Prompts(workspace).fill(
        prompt,
        language,
        question=question.text,
        no_answer=localize(scope.no_answer, language),
        off_topic=localize(scope.off_topic, language),
        examples=examples.get(language, next(iter(examples.values()), ()))[:_EXAMPLES],
    )


def _stated(outcome: Outcome, text: str, language: Language) -> Answer:
    return Answer(
        outcome=outcome,
        text=text,
        marked=text,
        display=text,
        reasoning=messages("workbench.answer")[language][outcome],
        confidence=0.0,
    )
