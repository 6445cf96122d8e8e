"""The name and the colour of a verdict, the same on every page and in every export."""

from collections.abc import Mapping
from functools import cache

from workbench.domain.local_text import Language
from workbench.package_yaml import package_yaml

_SURE = 0.8
"""Below this share of right answers an answer is called likely, and nothing is green."""
_GROUNDED = 1.0
"""Below this share of supported claims, that is with a doubtful one, neither."""
_HALF_GROUNDED = 0.5
"""Below this share of supported claims it is red."""


@cache
def _verdicts() -> Mapping[str, Mapping[str, str]]:
    """Names by language, and the tone, of each label of an AnswerVerdict and of three more.

    ``likely`` is an answer that may well be wrong; a run that ``failed`` and one that is
    ``unknown``, since it was made before there were verdicts, have none of the labels.
    """
    found: Mapping[str, Mapping[str, str]] = package_yaml("workbench.i18n", "verdicts.yaml")
    return found


def verdict_name(
    label: str,
    language: Language,
    probability: float | None = None,
    grounding: float | None = None,
) -> str:
    """Return a verdict in words.

    "Answered" is "Likely answer" if its probability is moderate or one of its claims is doubtful.
    """
    is_likely = label == "answered" and not _is_sure(probability, grounding)
    return _verdicts()["likely" if is_likely else label][language]


def verdict_names(label: str, language: Language) -> str:
    """Return all names that a verdict may have: "Answered / Likely answer"."""
    names = (verdict_name(label, language, probability) for probability in (1.0, 0.0))
    return " / ".join(dict.fromkeys(names))


def verdict_tone(
    label: str, probability: float | None = None, grounding: float | None = None
) -> str:
    """Return a verdict's colour: green, orange, red or gray."""
    tone = _verdicts()[label]["tone"]
    return "orange" if tone == "green" and not _is_sure(probability, grounding) else tone


def probability_tone(probability: float | None, grounding: float | None = None) -> str:
    """Return the colour of a probability beside no verdict; gray for None."""
    return "gray" if probability is None else verdict_tone("answered", probability, grounding)


def grounding_tone(grounding: float | None) -> str:
    """Return the colour of the share of supported claims; gray for None."""
    if grounding is None:
        return "gray"
    if grounding >= _GROUNDED:
        return "green"
    return "orange" if grounding >= _HALF_GROUNDED else "red"


def _is_sure(probability: float | None, grounding: float | None) -> bool:
    """Whether the probability, as it is shown, is high and every claim that was checked is true.

    Releases before the probability recorded none; a grounding of None has no claim to check.
    """
    is_likely_right = probability is None or round(probability, 2) >= _SURE
    return is_likely_right and (grounding is None or grounding >= _GROUNDED)
