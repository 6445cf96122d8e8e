"""Make questions that a workspace may be able to answer, from its graph, tables and documents."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, islice, zip_longest
from pathlib import PurePath

from workbench.domain.documents import Document
from workbench.domain.graph import Edge, Node
from workbench.domain.local_text import Language, localize
from workbench.domain.tables import TableColumn, TableSchema
from workbench.nlp import english_forms, russian_forms
from workbench.nlp.grammar import is_function_word, readings, word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_in_sentence import name_in_case
from workbench.nlp.query_words import is_past_form
from workbench.package_yaml import package_yaml
from workbench.proposals.entities import NAME, ORGANIZATION, TERM
from workbench.text import parse
from workbench.workspace import Workspace
from workbench.workspace.schema import PropertySpec

_MOST_OF_A_KIND = 4
"""Candidates of each kind: as a rule, half of them are answered."""
_MOST_OF_A_DOCUMENT = 2
"""Headings of one document that become questions of one kind."""
_LONGEST = 90
"""Characters of a question that a button of the start page shows."""
_MOST_READ = 200_000
"""Characters at the beginning of a document whose headings may become questions. Ten megabytes of
short lines take the parser of Markdown minutes."""
_MOST_DOCUMENTS = 40
_TOPIC_WORDS = range(2, 6)
"""Words of a heading that names a topic: one word is seldom specific."""
_NOMINAL = frozenset({"NOUN", "ADJF", "PREP", "CONJ"})
"""Parts of speech, in pymorphy3's names, of the words of such a heading."""
_LEAST_WORDS = 3
"""Words of a heading that asks about something."""
_LEVELS = {"percent", "degree", "celsius", "fahrenheit", "kelvin", "kmh"}
"""Units of numbers whose sum means nothing."""
_MOST_VALUES = 0.9
"""Share of distinct values above which a column names the rows."""


def candidate_questions(
    workspace: Workspace, documents: Mapping[str, Document], language: Language
) -> list[str]:
    """Return questions about a workspace in a language, each kind in turn.

    They are the headings of documents that are questions, and phrases made with the labels of the
    schema, the columns of tables, and the terms and headings of the documents.
    """
    of_schema = SchemaQuestions(workspace, language)
    of_documents = _DocumentQuestions(workspace, documents, language)
    kinds = (
        of_documents.headings(),
        of_schema.relations(),
        of_schema.properties(),
        of_schema.rows(),
        of_documents.steps(),
        of_documents.terms(),
        of_documents.topics(),
        of_schema.columns(),
        of_schema.counts(),
    )
    mixed = chain.from_iterable(zip_longest(*(islice(kind, _MOST_OF_A_KIND) for kind in kinds)))
    return [one for one in dict.fromkeys(mixed) if one and len(one) <= _LONGEST]


class _Phrases:
    """The phrases of a language, and the forms in which labels stand in them."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._by_kind = package_yaml("workbench.proposals", "questions.yaml")[language]

    def make(self, kind: str, **words: str) -> str:
        """Return the question of a kind with its words."""
        return str(self._by_kind[kind].format_map(words))

    def suits(self, *labels: str) -> bool:
        """Return True for labels in the letters of the language that name something: not "to"."""
        wanted = self.language == "ru"
        return all(
            label and is_cyrillic(label) == wanted and not is_function_word(label)
            for label in labels
        )

    def are_nouns(self, *labels: str) -> bool:
        """Return True for labels of columns that can be counted or averaged: not "At most", "#1".

        Of «Квота из CLI» it is not known which of its words are inflected.
        """
        words = [word for label in labels for word in label.split()]
        return self.suits(*labels) and all(
            word.replace("-", "").isalpha() and not is_function_word(word) for word in words
        )

    def many(self, label: str) -> str:
        """Return a type after a number: «пещер» of «Топ-3 пещер», "caves" of "How many caves"."""
        if self.language == "ru":
            return russian_forms.genitive_plural(label)
        return english_forms.plural_noun(label)

    def by(self, label: str) -> str:
        """Return «глубине» of «по глубине»; an English label as it is."""
        return russian_forms.in_case(label, "datv") if self.language == "ru" else label

    def about(self, topic: str) -> str:
        """Return «аренду ульев» of «Расскажи про аренду ульев»; an English topic as it is."""
        return russian_forms.in_case(topic, "accs") if self.language == "ru" else topic

    def each(self, label: str) -> str:
        """Return «каждую культуру» of «на каждую культуру», "each crop" of "for each crop"."""
        if self.language == "ru":
            return russian_forms.in_case(russian_forms.each(label), "accs")
        return f"each {label}"

    def total(self, measured: str, column: str) -> str:
        """Return the question for a total by value: «Цена: сколько всего на каждую печь?»."""
        question = self.make("total", measured=measured, column=column)
        return question[:1].upper() + question[1:]

    def average(self, measured: str, types: str) -> str:
        """Return the question for an average: «Цена пакетов в среднем?»."""
        question = self.make("average", measured=measured, types=types)
        return question[:1].upper() + question[1:]

    def definition(self, name: str) -> str:
        """Return the question for the meaning of a term: "What is a lease?", "What are leases?"."""
        is_plural = self.language == "en" and english_forms.is_plural_noun(
            name.rsplit(maxsplit=1)[-1]
        )
        return self.make("definitions" if is_plural else "definition", name=name)

    def is_verb(self, relation: str) -> bool:
        """Return True for the label of a relation that can be a question's verb."""
        if self.language == "ru":
            return russian_forms.is_verb(relation)
        return english_forms.label_kind(relation) in ("be", "verb")

    def related(self, types: str, relation: str, name: str, kind: str) -> str:
        """Return what of a type stands in a relation to a name; empty if it has no such case."""
        if self.language == "en":
            plural, verb = english_forms.plural_noun(types), english_forms.plural_verb(relation)
            return self.make("related", types=plural, relation=verb, name=name)
        case = russian_forms.case_after(relation)
        inflected = name_in_case(name, case, kind) if case else name
        plural, verb = russian_forms.plural_noun(types), russian_forms.verb_for_plural(relation)
        if inflected is None:
            return ""
        return self.make("related", types=plural, relation=verb, name=inflected)


class SchemaQuestions:
    """Questions made of the types, relations and properties of a graph, and of columns."""

    def __init__(self, workspace: Workspace, language: Language) -> None:
        self._workspace = workspace
        self._phrases = _Phrases(language)

    def relations(self) -> Iterator[str]:
        """Yield for each type of edge what it joins with the end of its first edge."""
        for edge in self._workspace.first_of_types(1):
            if isinstance(edge, Edge) and (question := self.of_edge(edge)):
                yield question

    def of_edge(self, edge: Edge) -> str:
        """Return a question that the edge answers; empty if its labels do not make one."""
        spec, nodes = self._workspace.spec, self._workspace.nodes
        source, target = nodes.get(edge.source), nodes.get(edge.target)
        if edge.type not in spec.edge_types or source is None or target is None:
            return ""
        relation, types = self._label_of(edge), self._type(source.type)
        if not self._phrases.is_verb(relation) or not self._phrases.suits(types, relation):
            return ""
        name = target.label(self._phrases.language)
        return self._phrases.related(types, relation, name, self._type(target.type))

    def _label_of(self, edge: Edge) -> str:
        return localize(self._workspace.spec.edge_types[edge.type].label, self._phrases.language)

    def properties(self) -> Iterator[str]:
        """Yield for each type of node which one has the most of its first measured property."""
        for name in self._types:
            measured = filter(
                _is_measured, self._workspace.spec.node_types[name].properties.values()
            )
            labels = (localize(one.label, self._phrases.language) for one in measured)
            for label in islice(filter(self._phrases.suits, labels), 1):
                yield self._greatest(self._type(name), label)

    def rows(self) -> Iterator[str]:
        """Yield for each table which row has the most of its last measured column."""
        for table in self._workspace.tables.values():
            named, measured = _naming_column(table), _measured_column(table)
            if named and measured and self._phrases.are_nouns(named.label, measured.label):
                yield self._greatest(named.label.lower(), measured.label.lower())

    def columns(self) -> Iterator[str]:
        """Yield for each table a total and the rows of each of a few values, and an average."""
        for table in self._workspace.tables.values():
            grouping, measured = _grouping_column(table), _measured_column(table)
            if grouping == _naming_column(table):
                grouping = None
            amount = measured.label.lower() if measured and self._is_noun(measured) else ""
            types = self._rows_of(table)
            if grouping and self._is_noun(grouping):
                column = self._phrases.each(grouping.label.lower())
                if amount and measured and _adds_up(measured):
                    yield self._phrases.total(amount, column)
                if types:
                    yield self._phrases.make("per_value", types=types, column=column)
            if amount and types:
                yield self._phrases.average(amount, types)

    def _rows_of(self, table: TableSchema) -> str:
        """Return what the rows are, after a number: "crops"; empty if nothing says it.

        It is the column that names them, or the name of a file of rows, if that is one noun.
        """
        naming = _naming_column(table)
        label = naming.label if naming else "" if table.sources else PurePath(table.id).name
        is_known = self._phrases.are_nouns(label) and (naming or " " not in label)
        return self._phrases.many(label.lower()) if is_known else ""

    def _is_noun(self, column: TableColumn) -> bool:
        return self._phrases.are_nouns(column.label)

    def counts(self) -> Iterator[str]:
        """Yield how many nodes of a type there are."""
        for name in self._types:
            yield self._phrases.make("count", types=self._phrases.many(self._type(name)))

    @cached_property
    def _types(self) -> list[str]:
        """The types of node with a label in the language, of which the graph has several nodes."""
        counts, proposed = self._workspace.node_counts, {TERM, NAME, ORGANIZATION}
        names = (name for name in self._workspace.spec.node_types if counts.get(name, 0) > 1)
        return [
            one for one in names if one not in proposed and self._phrases.suits(self._type(one))
        ]

    def _greatest(self, label: str, measured: str) -> str:
        types, by = self._phrases.many(label), self._phrases.by(measured)
        return self._phrases.make("greatest", type=label, types=types, measured=by)

    def _type(self, name: str) -> str:
        """Return the label of a type as it stands in a sentence."""
        label = self._workspace.type_label(name, self._phrases.language)
        return label.lower() if label.istitle() or label.capitalize() == label else label


class _DocumentQuestions:
    """Questions made of the headings of documents, and of the terms that they define."""

    def __init__(
        self, workspace: Workspace, documents: Mapping[str, Document], language: Language
    ) -> None:
        self._nodes = workspace.nodes
        self._documents = documents
        self._phrases = _Phrases(language)

    def headings(self) -> Iterator[str]:
        """Yield headings that are questions and say about what, of each document in turn."""
        yield from self._in_turn(_is_question)

    def steps(self) -> Iterator[str]:
        """Yield how to do what a title or a heading gives the steps of."""
        begin = self._phrases.make("how_to")
        for heading in self._in_turn(lambda one: one.lower().startswith(begin) and "?" not in one):
            action = heading[len(begin) :]
            yield self._phrases.make("steps", action=action[:1].lower() + action[1:])

    def topics(self) -> Iterator[str]:
        """Yield what titles and headings name, the title of each document before its headings."""
        for topic in self._in_turn(_is_topic):
            yield self._phrases.make("topic", topic=self._phrases.about(_in_sentence(topic)))

    def _in_turn(self, suits: Callable[[str], bool]) -> Iterator[str]:
        """Yield the first heading that suits of each document, then the second of each."""
        found = (
            islice(filter(suits, headings), _MOST_OF_A_DOCUMENT) for headings in self._headings
        )
        return filter(None, chain.from_iterable(zip_longest(*found)))

    def terms(self) -> Iterator[str]:
        """Yield questions for the terms that the documents define; codes of rows are not terms."""
        for node in self._nodes.values():
            name = node.label(self._phrases.language)
            is_term = node.proposed and node.type == TERM and not any(map(str.isdigit, name))
            if is_term and self._phrases.suits(name) and _is_defined(node, name):
                yield self._phrases.definition(_in_sentence(name) if " " in name else name)

    @cached_property
    def _headings(self) -> list[list[str]]:
        """The title and the headings of each document, in the language.

        A heading that several documents have, "Overview", says nothing without its document.
        """
        shown = list(islice(self._documents.values(), _MOST_DOCUMENTS))
        found = [list(dict.fromkeys((one.title, *_section_headings(one)))) for one in shown]
        counts = Counter(chain.from_iterable(found))
        return [
            [text for text in texts if counts[text] == 1 and self._phrases.suits(text)]
            for texts in found
        ]


def _section_headings(document: Document) -> Iterable[str]:
    start = document.body_start
    blocks = parse(document.text[start : start + _MOST_READ]).blocks
    texts = (block.text.strip() for block in blocks if block.kind == "heading")
    return (text for text in texts if text != document.title)


def _is_question(heading: str) -> bool:
    """Return True for a question that says about what it is: not "Questions?", «Что дальше?»."""
    words = heading.lower().split()
    asks = word_set("asking_words") | word_set("auxiliaries")
    is_asked = is_cyrillic(heading) or words[0] in asks  # not "Still have questions?"
    return heading.endswith("?") and len(words) >= _LEAST_WORDS and is_asked


def _in_sentence(topic: str) -> str:
    """Return a heading as it stands in a sentence; "Low Latency NVMe" is a name and stays."""
    first, space, rest = topic.partition(" ")
    is_name = rest != rest.lower() or not first.istitle()
    return topic if is_name else f"{first.lower()}{space}{rest}"


def _is_defined(node: Node, name: str) -> bool:
    """Return True for a term whose sentence begins with it and says what it is."""
    quote = node.evidence.quote if node.evidence else ""
    before, found, after = quote.lower().partition(name.lower())
    first = next(iter(after.split()), "")
    is_said = first in word_set("definitions") or first in {"—", "–", "-", ":"}
    return bool(found) and not before.strip(" *_") and is_said


def _is_topic(heading: str) -> bool:
    """Return True for a heading of nouns, such as "Opening hours", but not «Что болело»."""
    words = heading.split()
    if len(words) not in _TOPIC_WORDS or not all(map(str.isalpha, words)):
        return False
    is_clause = is_function_word(words[0]) or is_past_form(words[-1].lower())
    return not is_clause and not any(map(_is_only_verb, words))


def _is_only_verb(word: str) -> bool:
    found = readings(word)
    return bool(found) and not found[0].marks & _NOMINAL


def _is_measured(one: PropertySpec) -> bool:
    """Return True for a number with a unit; years, codes and orders have none."""
    return one.kind == "number" and bool(one.unit) and not one.hidden


def _adds_up(column: TableColumn) -> bool:
    """Return True for amounts whose total means something: money, but not ratings and degrees."""
    return bool(column.unit) and column.unit not in _LEVELS


def _measured_column(table: TableSchema) -> TableColumn | None:
    """Return the last column of numbers with a unit or a fraction; years and codes have neither."""
    numbers = (one for one in reversed(table.columns) if one.type == "number")
    return next((one for one in numbers if one.unit or one.decimals), None)


def _naming_column(table: TableSchema) -> TableColumn | None:
    """Return the first column of words in which hardly a value repeats: it names the rows."""
    texts = (one for one in table.columns if one.type == "text")
    return next((one for one in texts if _names_rows(one, table.rows)), None)


def _grouping_column(table: TableSchema) -> TableColumn | None:
    """Return the first column of words with few values, each of several rows."""
    texts = (one for one in table.columns if one.type == "text")
    return next((one for one in texts if 1 < len(one.values) <= table.rows / 2), None)


def _names_rows(column: TableColumn, rows: int) -> bool:
    values = column.values or column.examples
    words = sum(value.replace(" ", "").isalpha() for value in values)
    return words > len(values) / 2 and len(values) >= min(rows, 10) * _MOST_VALUES
