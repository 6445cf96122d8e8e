"""The relation that a question asks for."""

import pytest

from workbench.nlp.asked_relation import read_relation, relation_of, subject_names


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Why did Ann Reed resign as chair of the choir?", "resign"),
        ("Why did the organist step down?", "step down"),
        ("When was Ann Reed born in Leeds?", "born"),
        ("Where does the verger live?", "live"),
        ("Who founded the choir?", "founded"),
        ("Why was the vestry at the back closed?", "closed"),
        ("When do the shops in the centre open on Sunday?", "open"),
        ("Why did the chair of the choir resign?", "resign"),
        ("How many organs does the church have?", "organs"),
        ("How deep is the well?", "deep"),
        ("How often are the windows cleaned?", "cleaned"),
        ("What is the salary of the organist?", "salary"),
        ("What does the organist earn?", "earn"),
        ("What is Ann Reed's salary?", "salary"),
        ("What is Ann's blood type?", "blood"),
        ("What is the verger's cat called?", "cat"),
        ("What is the name of the verger's cat?", "cat"),
        ("What is the number of bells?", "bells"),
        ("What colour is the door of the vestry?", "colour"),
        ("What is the colour of the door?", "colour"),
        ("How much does the organist earn?", "earn"),
        ("How much are singers paid?", "paid"),
        ("How much does the great bell weigh?", "weigh"),
        ("Сколько весит колокол?", "весит"),
        ("Сколько зарабатывает органист?", "зарабатывает"),
        ("How many bells hang in the tower?", "bells"),
        ("How many tennis courts does the club have?", "courts"),
        ("How many sports halls are there?", "halls"),
        ("Кто основал хор?", "основал"),
        ("Где родилась Анна Рид?", "родилась"),
        ("Сколько органов в церкви?", "органов"),
        ("Какая глубина у колодца?", "глубина"),
        ("Какая группа крови у Анны?", "крови"),
        ("Какая кличка собаки сторожа?", "собаки"),
        ("Какова глубина колодца?", "глубина"),
    ],
)
def test_a_question_asks_about_its_verb_or_its_noun(question: str, relation: str) -> None:
    assert relation_of(question) == relation


@pytest.mark.parametrize(
    "question",
    [
        "Did the organist resign?",
        "How many people sing in the choir?",
        "What does the fee include?",
        "How many days does the festival last?",
        "When does it take place?",
        "What is it?",
        "What is the name of the choir?",
        "What is the last name of the organist?",
        "What is the best way to the church?",
        "What is the highest number on the hymn board?",
        "What is a motet?",
        "How much is the ticket?",
        "Which hymns are sung in May?",
        "Какую температуру поддерживают в ризнице?",
        "Сколько дней длится праздник?",
        "The organist",
    ],
)
def test_some_questions_have_no_relation_to_check(question: str) -> None:
    assert relation_of(question) == ""


def test_names_are_the_subject_and_days_are_not() -> None:
    assert subject_names("Why did Ann Reed resign on Monday?", "resign") == ("Ann", "Reed")


def test_a_relation_is_of_the_words_beside_it() -> None:
    asked = read_relation("Who founded the village library in 1904?")

    assert asked.nouns == ("village", "library")
    assert asked.is_listed
    assert not asked.is_counted


def test_what_is_counted_has_no_other_nouns() -> None:
    asked = read_relation("How many bells did the tower have?")

    assert (asked.word, asked.nouns, asked.is_counted) == ("bells", (), True)


@pytest.mark.parametrize(
    "question",
    ["What is Ann's blood type?", "What colour is the door?", "What is the colour of the door?"],
)
def test_what_someone_or_something_has_is_asked_by_a_noun(question: str) -> None:
    assert read_relation(question).is_noun


def test_the_order_of_steps_is_no_relation() -> None:
    assert relation_of("В каком порядке идёт сборка?") == ""
    assert relation_of("Какая глубина колодца?") == "глубина"


def test_a_year_is_asked_for_like_a_time() -> None:
    assert relation_of("What year was the mill built?") == "built"
    assert relation_of("In which month was the mill opened?") == "opened"
