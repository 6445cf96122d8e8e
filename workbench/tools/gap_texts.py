"""The message of a gap in the reader's language, from the sentence that the run recorded."""

from collections.abc import Collection, Mapping

from workbench.domain.evidence import FactsPayload
from workbench.domain.local_text import LANGUAGES, Language, LocalText, localize
from workbench.i18n.recorded_text import translate_sentences
from workbench.workspace import Workspace

_CALLS = """
    unknown_entity no_path filtered filtered_all absent absent_all no_passage_filtered no_passage
    no_rows no_rows_all no_values not_computed not_bound fits_columns values_of fits_tables
    needs_tables nearest_names nearest_row needs_year no_such_time other_script columns_of
"""
_QUERIES = """
    absent unclear unclear_all unlabelled unknown_name empty no_edge no_path no_value no_prior
    unread
"""
_MESSAGES = frozenset((*_CALLS.split(), *(f"query.{name}" for name in _QUERIES.split())))
"""The templates of the package that state why a call found nothing."""
_LISTS = ("names", "filters")
"""Fields that list several labels."""


def gap_text(message: str, named: Collection[str], workspace: Workspace, language: Language) -> str:
    """Return why a call found nothing, as a sentence in a language.

    Labels of the workspace are put into the language too; words of the question and phrases of a
    query stay as they were recorded. A message that no template has written is returned unchanged.

    Args:
        message: of the gap, as the run recorded it.
        named: the intent of the gap, its entity, and the ids that its call is filtered by.
        workspace: of the run, whose labels the message names.
        language: the reader's.
    """
    labels = _labels(named, workspace)

    def value(_: str, field: str, recorded: Mapping[str, str]) -> str:
        parts = recorded[field].split(", ") if field in _LISTS else [recorded[field]]
        return ", ".join(localize(labels[one], language) if one in labels else one for one in parts)

    return translate_sentences("workbench.tools", message, language, value, _MESSAGES)


def labels_of_gaps(facts: FactsPayload | None, workspace: Workspace) -> Mapping[str, LocalText]:
    """Return the labels that a sentence about the gaps of facts may name."""
    gaps = facts.meta.gaps if facts is not None else ()
    named = [name for gap in gaps for name in (gap.relation, gap.entity_id) if name]
    return _labels(named, workspace)


def _labels(named: Collection[str], workspace: Workspace) -> Mapping[str, LocalText]:
    """The labels that a message may name, by what they are in each language."""
    spec = workspace.spec
    known: list[LocalText] = [kind.label for kind in spec.node_types.values()]
    known += [one.label for slot in spec.slots.values() for one in slot.values.values()]
    known += [spec.intents[one].description for one in named if one in spec.intents]
    nodes = (workspace.nodes.get(one) for one in named)
    names: dict[str, LocalText] = {
        node.label(said): {one: node.label(one) for one in LANGUAGES}
        for node in nodes
        if node is not None
        for said in LANGUAGES
    }
    return names | {
        localize(label, said).rstrip("."): {
            one: localize(label, one).rstrip(".") for one in LANGUAGES
        }
        for label in known
        for said in LANGUAGES
    }
