"""Check that an answer to a list question names every fact that the renderer shows."""

import re
from collections.abc import Sequence

from workbench.checks.grounding.cross_lingual import language_of_script
from workbench.checks.grounding.evidence_index import provided_evidence
from workbench.checks.postcheck.inspection import Fix, Inspection, Violation
from workbench.domain.answer import EDITED, AskOptions, Rendered, Template
from workbench.domain.evidence import Evidence, FactsPayload
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Question
from workbench.nlp.grammar import in_word_list
from workbench.nlp.question_type import read_question
from workbench.nlp.terms import Weights, contains, content_terms, coverage, term_set
from workbench.nlp.tokens import tokens
from workbench.render_styles import RENDER_STYLES
from workbench.settings import OFFLINE
from workbench.text.citation_marks import Unmarked
from workbench.text.draft import Draft
from workbench.workspace.answer_styles import AnswerStyle

_SAID = 0.4
"""From this weighted share of its words on, a fact counts as stated in other words."""
_HEAD = re.compile(r"\s[—–-]\s|[:,(;]")
"""Ends the name that a fact begins with: "Python — expert", "RAG: two projects"."""


def asks_for_all(
    question: Question, style: AnswerStyle, options: AskOptions, shown: Rendered
) -> bool:
    """Return True if every fact shown belongs in the answer.

    False if the question asks for one thing, a number or date without "every", or a reason, if the
    facts are shown as running text, and for a brief answer, a summary, or one too short for all.
    """
    asked = read_question(question.text)
    words = [word.text for word in tokens(question.text)]
    asks_one = any(in_word_list(word, "single_item") for word in words)
    asks_each = asked.wants_list or any(in_word_list(word, "every_words") for word in words)
    is_pointed = (asked.is_pointed and not asks_each) or asked.wants_reason
    is_brief = style.brief or options.template is Template.SUMMARIZATION
    fits = len(shown.text.split()) <= options.max_response_length
    layout = RENDER_STYLES.get(shown.style)
    is_list = layout is not None and not layout.is_prose
    return is_list and fits and not (is_pointed or asks_one or is_brief)


def incomplete(draft: Draft, inspection: Inspection) -> Violation | None:
    """Return what a model's answer leaves out of the facts shown, as one violation.

    The answer is rewritten once, then replaced by the rendered facts. It is only flagged if a
    person wrote it, or if the question singles out one of the facts and the answer style is not
    one that enumerates.
    """
    plan, rendered = inspection.plan, inspection.rendered
    if plan is None or draft.answer.model == OFFLINE or draft.answer.partial:
        return None
    style = inspection.workspace.spec.answer_style(plan.answer_style, inspection.language)
    if not asks_for_all(inspection.question, style, inspection.options, rendered):
        return None
    listed = _listed(rendered, inspection.facts)
    missing = missing_facts(draft.clean, rendered, inspection.facts)
    if not missing:
        return None
    names = "; ".join(_head(item) for item in missing)
    wants_list = style.enumerates or not _singles_out(inspection.question, plan, listed)
    fix: Fix = "replace" if wants_list and draft.answer.model != EDITED else "flag"
    return Violation("incomplete", 0, 0, names, fix)


def _singles_out(question: Question, plan: QueryPlan, listed: Sequence[Evidence]) -> bool:
    """Return True if the question has words by which one of the facts differs from the others.

    "What is Dmitry's e-mail?" singles out "E-mail: …" from a list of contacts. The names of the
    plan's entities single out nothing: they select the list.
    """
    entities = term_set(" ".join(entity.name for entity in plan.entities))
    asked = [term for term in content_terms(question.text) if not contains(term, entities)]
    heads = [term_set(_head(item)) for item in listed]
    return any(0 < sum(contains(term, head) for head in heads) < len(heads) for term in asked)


def missing_facts(clean: Unmarked, rendered: Rendered, facts: FactsPayload) -> tuple[Evidence, ...]:
    """Return the graph facts shown that an answer does not state; none if it is a single fact.

    A fact counts as stated by the name that it begins with, where no other fact begins so, or by
    enough of the words that it alone has, or of all its words if it has none alone. Facts in
    another script than the answer need a citation: their words cannot be compared.
    """
    listed = _listed(rendered, facts)
    if len(listed) < 2:
        return ()
    script, words = language_of_script(clean.text), term_set(clean.text)
    cited = {mark.number for mark in clean.markers}
    contents = [item.content for item in listed]
    heads = [_head(item) for item in listed]
    return tuple(
        item
        for item, head in zip(listed, heads, strict=True)
        if not _names(head, words, heads)
        and not _tells(item.content, words, contents)
        and not (
            language_of_script(item.content) != script
            and rendered.sources.index(item.id) + 1 in cited
        )
    )


def _listed(rendered: Rendered, facts: FactsPayload) -> list[Evidence]:
    """Return the graph facts among the sources shown."""
    return [item for item in provided_evidence(facts, rendered) if item.span is None]


def _head(item: Evidence) -> str:
    return _HEAD.split(item.content, maxsplit=1)[0]


def _names(head: str, words: frozenset[str], heads: Sequence[str]) -> bool:
    terms = content_terms(head)
    return bool(terms) and heads.count(head) == 1 and all(contains(one, words) for one in terms)


def _tells(fact: str, words: frozenset[str], facts: Sequence[str]) -> bool:
    others = term_set(" ".join(other for other in facts if other != fact))
    terms = content_terms(fact)
    own = [term for term in terms if not contains(term, others)]
    return coverage(own or terms, words, Weights(facts)) >= _SAID
