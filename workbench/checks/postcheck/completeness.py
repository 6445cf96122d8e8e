"""Completeness: an answer that lists facts names every one that the renderer shows."""

import re
from collections.abc import Sequence

from workbench.checks.postcheck.inspection import Inspection, Violation
from workbench.domain.answer import AskOptions, Rendered, Template
from workbench.domain.evidence import Evidence, FactsPayload
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Question
from workbench.nlp.grammar import in_word_list
from workbench.nlp.question_type import read_question
from workbench.nlp.terms import Weights, contains, content_terms, coverage, term_set
from workbench.nlp.tokens import tokens
from workbench.settings import OFFLINE
from workbench.text.draft import Draft

_LISTS = ("BULLETS", "GROUPED_BULLETS", "TABLE")
"""Render styles of enumerations; SHORT is an account of the facts."""
_BRIEF_STYLES = ("CONCISE",)
_ENUMERATION = "ENUMERATION"
_SAID = 0.4
"""From this weighted share of its words on, a fact counts as told in other words."""
_HEAD = re.compile(r"\s[—–-]\s|[:,(;]")
"""Ends the name that a fact begins with: "Python — expert", "RAG: two projects"."""


def asks_for_all(question: Question, plan: QueryPlan, options: AskOptions, shown: Rendered) -> bool:
    """True where every fact shown belongs into the answer.

    Not where the question asks for one thing, a number, a date or a reason, and not where a brief
    answer or a summary was asked for, or one too short for all of them.
    """
    asked = read_question(question.text)
    is_pointed = asked.is_pointed or asked.wants_reason
    asks_one = any(in_word_list(word.text, "single_item") for word in tokens(question.text))
    is_brief = plan.answer_style in _BRIEF_STYLES or options.template is Template.SUMMARIZATION
    fits = len(shown.text.split()) <= options.max_response_length
    return shown.style in _LISTS and fits and not (is_pointed or asks_one or is_brief)


def incomplete(draft: Draft, inspection: Inspection) -> Violation | None:
    """What a model's answer leaves out of the facts shown, as one violation.

    A plan that asks for an enumeration is held to it: the writer is asked once more, and then the
    rendered facts stand in. Other answers are flagged.
    """
    plan, rendered = inspection.plan, inspection.rendered
    if plan is None or draft.answer.model == OFFLINE or draft.answer.partial:
        return None
    if not asks_for_all(inspection.question, plan, inspection.options, rendered):
        return None
    missing = missing_facts(draft.clean.text, rendered, inspection.facts)
    if not missing:
        return None
    names = "; ".join(_head(item) for item in missing)
    is_held = plan.answer_style == _ENUMERATION
    return Violation("incomplete", 0, 0, names, "replace" if is_held else "flag")


def missing_facts(text: str, rendered: Rendered, facts: FactsPayload) -> tuple[Evidence, ...]:
    """The graph facts shown that an answer does not tell; none where there is one fact alone.

    A fact is told by the name that it begins with, where no other fact begins so, or by enough of
    the words that tell it from the others, in any form.
    """
    evidence = facts.evidence_by_id()
    shown = [evidence[one] for one in rendered.sources if one in evidence]
    listed = [item for item in shown if item.span is None]
    if len(listed) < 2:
        return ()
    words = term_set(text)
    weights = Weights([item.content for item in listed])
    heads = [_head(item) for item in listed]
    return tuple(
        item
        for item, head in zip(listed, heads, strict=True)
        if not _names(head, words, heads) and not _tells(item, words, weights)
    )


def _head(item: Evidence) -> str:
    return _HEAD.split(item.content, maxsplit=1)[0]


def _names(head: str, words: frozenset[str], heads: Sequence[str]) -> bool:
    terms = content_terms(head)
    return bool(terms) and heads.count(head) == 1 and all(contains(one, words) for one in terms)


def _tells(item: Evidence, words: frozenset[str], weights: Weights) -> bool:
    return coverage(content_terms(item.content), words, weights) >= _SAID
