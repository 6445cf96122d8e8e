"""Name the stage at which a question of a world was lost."""

from collections.abc import Mapping, Sequence
from typing import Any

STAGES = ("memory", "entities", "plan", "retrieval", "sentence", "rendering", "abstention")
MUST_ABSTAIN = ("unanswerable", "false_premise", "off_topic", "injection")


def lost_at(row: Mapping[str, Any], run: Mapping[str, Any], scored: Mapping[str, Any]) -> str:
    """The stage that lost the point of a question that was not answered right.

    - ``abstention``: it should have been declined or corrected and was not, or the reverse with the
      quotes at hand;
    - ``plan``: another tool than search or none was planned, or the question was off the topic;
    - ``memory``: a follow-up whose documents were not found;
    - ``entities``: documents were filtered by an entity, and the right one is not among them;
    - ``retrieval``: the quotes are not in the first five facts;
    - ``sentence``: they are, and the answer does not say them;
    - ``rendering``: the answer says the quotes, and yet not what was asked.
    """
    if row["type"] in MUST_ABSTAIN:
        return "abstention"
    calls = (run["plan"] or {}).get("tool_calls", [])
    searched = all(call["tool"] == "search_tool" for call in calls)
    if not row["quote"] or run["outcome"] == "off_topic" or not searched:
        return "plan"
    if not scored["quotes5"]:
        return _lost_before_writing(row, calls, scored)
    if scored["declined"]:
        return "abstention"
    return "rendering" if scored["said"] else "sentence"


def _lost_before_writing(
    row: Mapping[str, Any], calls: Sequence[Mapping[str, Any]], scored: Mapping[str, Any]
) -> str:
    if scored["source5"]:
        return "retrieval"
    filtered = any(call["args"].get("entity_ids") for call in calls)
    return "memory" if row["follows"] else "entities" if filtered else "retrieval"
