"""Find the node types of persons, whom "who" asks for, by labels and properties."""

from workbench.domain.local_text import all_texts
from workbench.nlp.query_words import has_listed_form, query_words
from workbench.retrieval.graph_query.graph_schema import GraphSchema
from workbench.workspace.content import WorkspaceContent

_OF_PERSONS = frozenset({"age", "birth"})
"""Dimensions of properties that only people have, in most graphs."""


def person_types(content: WorkspaceContent, schema: GraphSchema) -> frozenset[str]:
    """Return the types whose nodes have an age or a birth, or whose label is a word for people."""
    by_property = {
        one.type for one, dimensions in schema.dimensions.items() if dimensions & _OF_PERSONS
    }
    return frozenset(by_property | {name for name in schema.sizes if _is_person(content, name)})


def _is_person(content: WorkspaceContent, name: str) -> bool:
    labels = all_texts(content.spec.node_types[name].label)
    heads = (word for text in labels for word in query_words(text)[-1:])
    return any(has_listed_form(word, "person_nouns") for word in heads)
