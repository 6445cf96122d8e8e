"""What a stretch of a question may mean in a graph."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from workbench.domain.graph import Scalar
from workbench.nlp.operators import Degree, Operator, Quantity, Rank
from workbench.nlp.periods import Period
from workbench.nlp.recurring_dates import RecurringDate


@dataclass(frozen=True, slots=True)
class Named:
    """Nodes of one type, named: one, or several in a row («A, B и C»)."""

    type: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypeName:
    """A node type: "countries"."""

    type: str


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge type: "borders"."""

    edge: str
    is_inverse: bool = False
    """Named from its other end: "student of" for ``TEACHES``."""


@dataclass(frozen=True, slots=True)
class PropertyName:
    """A property of a node type: "area"."""

    type: str
    name: str


@dataclass(frozen=True, slots=True)
class EdgePropertyName:
    """A property of an edge type: "since" of "works at"."""

    edge: str
    name: str


@dataclass(frozen=True, slots=True)
class Condition:
    """A value of a property: "landlocked", "open"."""

    type: str
    property: str
    value: Scalar


@dataclass(frozen=True, slots=True)
class EdgeCondition:
    """A value of a property of an edge type: "goalkeeper" of the position of "plays for"."""

    edge: str
    property: str
    value: str


@dataclass(frozen=True, slots=True)
class Measure:
    """A question for a number: "how old" asks for an age, or else for a time of birth."""

    dimensions: tuple[str, ...]
    """What it may measure, the likeliest first."""


Meaning: TypeAlias = (
    Named
    | TypeName
    | Relation
    | PropertyName
    | EdgePropertyName
    | Condition
    | EdgeCondition
    | Measure
    | Period
    | RecurringDate
    | Operator
    | Degree
    | Quantity
    | Rank
)


class Option(NamedTuple):
    """One meaning of a stretch, and how well its words fit, on 0-1."""

    meaning: Meaning
    fit: float


class Mention(NamedTuple):
    """A stretch of words, by index, with everything that it may mean, best first."""

    start: int
    end: int
    options: tuple[Option, ...]
