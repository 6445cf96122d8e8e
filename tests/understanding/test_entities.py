"""Resolution: names in any script, inflection and spelling; nothing by accident."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import crafts
from tests.support.accents import MULLER
from tests.support.workspaces import INDEPENDENT, asked, request, studio, tours, turn
from workbench.domain.entities import NamedNode, Resolution
from workbench.domain.graph import Node
from workbench.understanding.entities import entity_named, resolve
from workbench.understanding.entity_registry import EntityRegistry
from workbench.workspace import Workspace

STUDIO = EntityRegistry.build(studio())
TOURS = EntityRegistry.build(tours())


def resolved(text: str, registry: EntityRegistry = STUDIO) -> Resolution:
    return resolve(asked(text, registry.workspace), INDEPENDENT, registry)


def with_aliases(workspace: Workspace, aliases: Mapping[str, tuple[str, ...]]) -> EntityRegistry:
    nodes = {
        node_id: workspace.nodes[node_id].model_copy(update={"aliases": texts})
        for node_id, texts in aliases.items()
    }
    return EntityRegistry.build(replace(workspace, nodes={**workspace.nodes, **nodes}))


@pytest.mark.parametrize(
    ("text", "node_id", "words", "matched_by"),
    [
        ("Из чего Северный Ветер?", "series:north-wind", "Северный Ветер", "exact"),
        ("about North Wind", "series:north-wind", "North Wind", "exact"),
        ("состав Северного Ветра", "series:north-wind", "Северного Ветра", "lemma"),
        ("ветер", "series:north-wind", "ветер", "alias"),
        ("работы в Астере", "museum:aster", "Астере", "lemma"),
        ("works at aster", "museum:aster", "aster", "exact"),
        ("Cеладоном", "material:celadon", "Селадоном", "lemma"),
        ("north-wind", "series:north-wind", "north-wind", "exact"),
        ("NorthWind", "series:north-wind", "NorthWind", "alias"),
        ("Селлладон", "material:celadon", "Селлладон", "alias"),
        ("Шаммот и глина", "material:chamotte", "Шаммот", "alias"),
        ("тамоту или шомот", "material:chamotte", "шомот", "fuzzy"),
        ("Северный Витер", "series:north-wind", "Северный Витер", "fuzzy"),
        ("tenmokku bowl", "material:tenmoku", "tenmokku", "alias"),
        ("tenmuku bowl", "material:tenmoku", "tenmuku", "fuzzy"),
        ("сделано из ТМК-2", "material:tenmoku", "ТМК-2", "alias"),
        ("что сделала Anna's hand", "person:anna", "Anna", "alias"),
        ("Что такое Се́верный Ве́тер?", "series:north-wind", "Се́верный Ве́тер", "exact"),
    ],
)
def test_a_name_is_found(text: str, node_id: str, words: str, matched_by: str) -> None:
    question = asked(text, STUDIO.workspace)
    entity = resolve(question, INDEPENDENT, STUDIO).entities[0]
    assert entity.canonical_id == node_id
    assert entity.span is not None
    assert question.text[entity.span.start : entity.span.end] == words
    assert entity.matched_by == matched_by
    assert 0.5 < entity.confidence <= 1.0


@pytest.mark.parametrize(("alias", "asked_for"), [(MULLER, "Müller"), ("Müller", MULLER)])
def test_a_name_is_found_however_its_accents_are_written(alias: str, asked_for: str) -> None:
    registry = with_aliases(studio(), {"person:anna": (alias,)})

    (entity,) = resolved(f"Wer ist {asked_for}?", registry).entities

    assert (entity.canonical_id, entity.confidence) == ("person:anna", 0.98)


def test_a_name_in_another_script_needs_no_alias() -> None:
    entity = resolved("Что такое Северный Ветер у Gonchar Анны, zeladon?").entities
    assert "person:anna" in {e.canonical_id for e in entity}
    assert resolved("поляны").entities[0].type in {"museum", "series"}
    assert resolved("тенмоку").entities[0].canonical_id == "material:tenmoku"


@pytest.mark.parametrize(
    "text",
    [
        "Where did she go?",
        "go on",
        "ТМК-3",
        "Север и ветви",
        "Астра цветёт",
        "Он сам",
        "",
        "?!",
        "а в и на",
    ],
)
def test_ordinary_words_are_no_names(text: str) -> None:
    assert not resolved(text).entities


def test_a_short_name_is_found_as_it_is_written() -> None:
    assert resolved("Materials of Go").entities[0].canonical_id == "series:go"


def test_a_conjunction_is_no_part_of_a_name_with_the_same_letter() -> None:
    (entity,) = resolved(
        "Триполи и музеи", with_aliases(studio(), {"museum:aster": ("Триполи",)})
    ).entities
    assert entity.span is not None
    assert entity.span.end == len("Триполи")


def test_the_longest_name_wins() -> None:
    entities = resolved("Сравни Северный Ветер").entities
    assert [e.canonical_id for e in entities] == ["series:north-wind"]


def test_function_words_are_no_code_that_they_spell_together() -> None:
    registry = with_aliases(studio(), {"museum:aster": ("IS",)})
    entities = resolved("и с глиной, и с шамотом", registry).entities
    assert "museum" not in {one.type for one in entities}
    assert resolved("works in IS", registry).entities[0].canonical_id == "museum:aster"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Какие глазури?", "glaze"),
        ("про глазурях", "glaze"),
        ("which glazes", "glaze"),
        ("глиняных масс", "clay_body"),
        ("ГМ", "clay_body"),
        ("clay bodies", "clay_body"),
    ],
)
def test_values_of_slots(text: str, value: str) -> None:
    slots = resolved(text).slots
    assert [(slot.slot, slot.value) for slot in slots] == [("group", value)]


@pytest.mark.parametrize(
    ("text", "node_id"),
    [
        ("музей Поляна", "museum:polyana"),
        ("серия Поляна", "series:polyana"),
        ("Из чего сделана Поляна?", "series:polyana"),
        ("Какие серии показаны в Поляне?", "museum:polyana"),
        ("Сравни материалы Северного Ветра и Поляны", "series:polyana"),
    ],
)
def test_a_homonym_takes_the_type_its_words_speak_for(text: str, node_id: str) -> None:
    entity = resolved(text).entities[-1]
    assert entity.canonical_id == node_id
    assert {c.canonical_id for c in entity.candidates} == {"museum:polyana", "series:polyana"}
    assert entity.candidates[0].canonical_id == node_id
    assert entity.candidates[0].confidence > entity.candidates[1].confidence


def test_a_homonym_alone_is_doubtful() -> None:
    assert resolved("Поляна").entities[0].confidence < 0.8


def test_an_alias_learned_from_a_correction_counts() -> None:
    learned = with_aliases(studio(), {"series:north-wind": ("Борей",)})
    assert not resolved("Из чего Борей?").entities
    assert resolved("Из чего Борей?", learned).entities[0].canonical_id == "series:north-wind"


def test_names_that_share_a_word_are_joined() -> None:
    ids = [e.canonical_id for e in resolved("lake and mountain tour", TOURS).entities]
    assert ids == ["tour:lake", "tour:mountain"]
    ids = [e.canonical_id for e in resolved("Сравни поездку на озеро и в горы", TOURS).entities]
    assert ids[0] == "tour:lake"


def test_a_shared_word_makes_a_name_of_what_is_a_value_elsewhere() -> None:
    two = {"tour:lake": ("Lake Economy",), "tour:mountain": ("Lake Business",)}

    found = resolved("compare lake economy and business", with_aliases(tours(), two))

    assert [e.canonical_id for e in found.entities] == ["tour:lake", "tour:mountain"]
    assert found.slots == ()


def test_sounds_alike_is_not_spelled_alike() -> None:
    water = with_aliases(tours(), {"service:guide": ("water",)})
    assert resolved("a bottle of wwater", water).entities
    assert not resolved("what if the weather is bad", water).entities


class TestFollowUps:
    EARLIER = turn("Где применялся селадон?", "MATERIAL_USAGE", about=("material:celadon",))

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("А в Aster?", {"museum:aster": "exact", "material:celadon": "context"}),
            ("А какие серии в Aster?", {"museum:aster": "exact"}),
            ("А шамот?", {"material:chamotte": "exact"}),
            ("Для чего это было нужно?", {"material:celadon": "context"}),
            ("And at Aster?", {"museum:aster": "exact", "material:celadon": "context"}),
            ("А какие материалы ещё?", {}),
        ],
    )
    def test_what_is_carried(self, text: str, expected: dict[str, str]) -> None:
        found = request(text, STUDIO, self.EARLIER).resolution.entities
        assert {e.canonical_id: e.matched_by for e in found} == expected

    @pytest.mark.parametrize("text", ["Сколько он там стоил?", "What did it cost there?"])
    def test_the_only_one_that_was_told_is_there(self, text: str) -> None:
        earlier = turn(
            "Где применялся селадон?",
            "MATERIAL_USAGE",
            about=("material:celadon",),
            answer="Серии из селадона:\n\n- Северный Ветер (Aster)",
        )

        found = request(text, STUDIO, earlier).resolution.entities

        told = {e.canonical_id: e.matched_by for e in found}
        assert told == dict.fromkeys(
            ("material:celadon", "series:north-wind", "museum:aster"), "context"
        )

    def test_of_several_that_were_told_none_is_there(self) -> None:
        earlier = turn(
            "Где применялся селадон?",
            "MATERIAL_USAGE",
            about=("material:celadon",),
            answer="Серии из селадона:\n\n- Северный Ветер (Aster)\n- Поляна (Aster)",
        )

        found = request("Сколько он там стоил?", STUDIO, earlier).resolution.entities

        assert {e.canonical_id for e in found} == {"material:celadon"}

    def test_there_is_refers_to_nothing(self) -> None:
        earlier = turn(
            "Где применялся селадон?", "MATERIAL_USAGE", answer="- Северный Ветер (Aster)"
        )

        found = request("How many kilns are there?", STUDIO, earlier).resolution.entities

        assert found == ()

    def test_a_carried_entity_has_no_place(self) -> None:
        (celadon,) = request("Почему?", STUDIO, self.EARLIER).resolution.entities
        assert celadon.span is None
        assert celadon.name == "Селадон"

    def test_another_thing_of_the_type_replaces_it(self) -> None:
        earlier = turn(
            "What is the price of lunch on the lake tour?",
            "PRICE",
            about=("tour:lake", "service:lunch"),
        )
        found = request("and what about the mountain?", TOURS, earlier).resolution.entities
        assert {e.canonical_id for e in found} == {"tour:mountain", "service:lunch"}


def company() -> EntityRegistry:
    """Names in which words are shared, swapped, and written in two scripts."""
    named = {
        "person:volkov": "Волков, Пётр Ильич",
        "person:volkov-ivan": "Волков, Иван",
        "person:belova": "Белова, Анна Петровна",
        "series:x5": "X5 — Логистика",
        "series:lens": "Контракт-Линза",
        "series:zenit-docs": "Зенит Документы",
        "museum:x5": "X5",
        "museum:zenit": "Зенит",
        "material:clickhouse": "ClickHouse",
        "material:airflow": "Airflow",
        "material:postgres": "PostgreSQL",
        "person:rees": "Gwen Rees",
        "material:triton": "Triton Inference Server",
        "material:bond": "Security bond",
        "material:tmk": "Масса ТМК-2",
    }
    workspace = studio()
    nodes = {
        node_id: Node(id=node_id, type=node_id.partition(":")[0], name=name)
        for node_id, name in named.items()
    }
    return EntityRegistry.build(replace(workspace, nodes=nodes))


COMPANY = company()


class TestPartsOfNames:
    @pytest.mark.parametrize(
        ("text", "node_id", "words"),
        [
            ("Где работает Пётр Волков?", "person:volkov", "Пётр Волков"),
            ("проекты Петра Волкова", "person:volkov", "Петра Волкова"),
            ("проекты Ильича Петра Волкова", "person:volkov", "Ильича Петра Волкова"),
            ("кому подчиняется Белова?", "person:belova", "Белова"),
            ("сроки Линзы-Контракта", "series:lens", "Линзы-Контракта"),
            ("сроки Контракта-Линзы", "series:lens", "Контракта-Линзы"),
            ("Who answers to Rees?", "person:rees", "Rees"),
            ("таблицы в Кликхаусе", "material:clickhouse", "Кликхаусе"),
            ("таблицы в Клик Хаусе", "material:clickhouse", "Клик Хаусе"),
            ("задачи эйрфлоу", "material:airflow", "эйрфлоу"),
            ("репликация постгреса", "material:postgres", "постгреса"),
        ],
    )
    def test_a_part_of_a_name_or_its_words_in_another_order(
        self, text: str, node_id: str, words: str
    ) -> None:
        question = asked(text, COMPANY.workspace)
        (entity,) = resolved(text, COMPANY).entities
        assert entity.span is not None
        assert question.text[entity.span.start : entity.span.end] == words
        assert entity.canonical_id == node_id
        assert not entity.is_ambiguous

    def test_a_shared_word_stays_ambiguous(self) -> None:
        (entity,) = resolved("проекты Волкова", COMPANY).entities
        assert entity.is_ambiguous
        assert {c.canonical_id for c in entity.candidates} == {
            "person:volkov",
            "person:volkov-ivan",
        }

    def test_another_word_of_the_name_decides(self) -> None:
        entity = resolved("Волков из отдела, тот, что Ильич", COMPANY).entities[0]
        assert (entity.canonical_id, entity.is_ambiguous) == ("person:volkov", False)

    @pytest.mark.parametrize(
        ("text", "node_id"),
        [
            ("состав X5", "museum:x5"),
            ("состав серии X5", "series:x5"),
            ("материал серии Зенит", "series:zenit-docs"),
            ("музей Зенит", "museum:zenit"),
            ("В какой серии Зенит?", "museum:zenit"),
        ],
    )
    def test_the_type_beside_a_name_decides(self, text: str, node_id: str) -> None:
        entity = resolved(text, COMPANY).entities[0]
        assert (entity.canonical_id, entity.is_ambiguous) == (node_id, False)

    @pytest.mark.parametrize(
        "text",
        [
            "Где работает Антон Волков?",
            "Is security important?",
            "bond prices",
            "inference is slow",
            "Did they buy from Triton?",
            "документы и логистика",
            "Масса ТМК-3",
            "какой сервер быстрее",
        ],
    )
    def test_other_names_and_everyday_words(self, text: str) -> None:
        assert not resolved(text, COMPANY).entities


@settings(max_examples=200)
@given(st.text(alphabet="АаБбоВвЕеТтер СвЙйnorthwind-_'’.,+#/2?\u2011 ", max_size=60))
def test_spans_always_cut_the_text(text: str) -> None:
    question = asked(text, STUDIO.workspace)
    found = resolve(question, INDEPENDENT, STUDIO)
    for span in (*(e.span for e in found.entities), *(s.span for s in found.slots)):
        assert span is not None
        assert question.text[span.start : span.end].strip()


MASTERS = EntityRegistry.build(crafts.workspace())
NAMESAKES = with_aliases(
    crafts.workspace(), {"master:petrova": ("Anna Quist",), "master:gromov": ("Pavel Quist",)}
)


@pytest.mark.parametrize(
    ("name", "types", "node_id"),
    [
        ("Petrova", (), "master:petrova"),
        ("Петрову", (), "master:petrova"),
        ("master Petrova", (), "master:petrova"),
        ("the town of Lesnoy", (), "town:lesnoy"),
        ("Lesnoy", ("town",), "town:lesnoy"),
    ],
)
def test_a_name_is_that_of_the_node_with_all_its_words(
    name: str, types: tuple[str, ...], node_id: str
) -> None:
    assert entity_named(name, types, MASTERS).id == node_id


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Lesnoy Bank", ("town:lesnoy",)),
        ("Ivan Petrova", ("master:petrova",)),
        ("Иван Петров", ("master:petrova",)),
        ("Lesnoj", ("town:lesnoy",)),
        ("Kryptonite", ()),
        ("…", ()),
    ],
)
def test_a_name_with_another_word_is_that_of_no_node(name: str, near: tuple[str, ...]) -> None:
    assert entity_named(name, (), MASTERS) == NamedNode(None, near)


def test_a_name_of_several_nodes_is_that_of_none() -> None:
    assert entity_named("Anna Quist", (), NAMESAKES).id == "master:petrova"
    found = entity_named("Quist", (), NAMESAKES)
    assert found.id is None
    assert {*found.near} == {"master:petrova", "master:gromov"}


def test_a_name_of_another_type_is_only_near() -> None:
    assert entity_named("Lesnoy", ("master",), MASTERS) == NamedNode(None, ("town:lesnoy",))
