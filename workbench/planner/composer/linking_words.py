"""Words that only join what they stand between: "belong", "plan" of "plan gold"."""

from workbench.domain.local_text import all_texts
from workbench.nlp.query_words import has_listed_form, query_words
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import Condition, Named, PropertyName
from workbench.planner.composer.readings import Reading


def stands_beside_value(
    asked: LinkedQuestion, reading: Reading, at: int, named: PropertyName
) -> bool:
    """Whether a property stands beside its value: "plan gold", "the gold plan"."""
    beside = [one for one in (at - 1, at + 1) if 0 <= one < asked.size and reading.reads(one)]
    return reading.type == named.type and any(
        (one.type, one.property) == (named.type, named.name)
        for place in beside
        for one in asked.meanings(place, Condition)
    )


def names_property(asked: LinkedQuestion, reading: Reading, at: int) -> bool:
    """Whether a verb only names the property of a value: "taught in English".

    It has a root of the property's name: "teaching language".
    """
    said = asked.words[asked.mentions[at].start].keys
    beside = [one for one in (at - 1, at + 1) if 0 <= one < asked.size and reading.reads(one)]
    conditions = (one for place in beside for one in asked.meanings(place, Condition))
    own = asked.evaluator.content.spec.node_types[reading.type].properties
    labels = (all_texts(own[one.property].label) for one in conditions if one.property in own)
    words = (word for texts in labels for text in texts for word in query_words(text))
    return any(word.keys & said for word in words)


def only_links(asked: LinkedQuestion, at: int) -> bool:
    """Whether a mention says no more than that there is a relation: "belong", «стоит»."""
    mention = asked.mentions[at]
    said = asked.words[mention.start : mention.end]
    return all(has_listed_form(word, "linking_verbs") for word in said)


def joins_test(asked: LinkedQuestion, reading: Reading, at: int) -> bool:
    """Whether a verb joins a name to what it is tested for: "Does X belong to the UN?"."""
    term = reading.term
    if not asked.is_yes_no or reading.op != "where" or term is None or not 0 < at < asked.size - 1:
        return False
    is_between = reading.reads(at - 1) and reading.reads(at + 1)
    is_test = term.inputs[0].set.op == "nodes" and bool(asked.meanings(at + 1, Condition))
    return is_between and is_test and bool(asked.meanings(at - 1, Named))
