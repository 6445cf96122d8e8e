"""The kind of value that a question asks for, its subject, and whether a text has one."""

import pytest

from workbench.nlp.answer_type import answer_type, subject_terms
from workbench.nlp.question_type import read_question
from workbench.nlp.value_detection import has_value_of_kind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is the rate per mile?", "number"),
        ("What's the guide's salary?", "money"),
        ("What is the late fee?", "money"),
        ("What is a late fee?", None),
        ("What is my yearly training budget?", "money"),
        ("How much does a ferry ticket cost?", "money"),
        ("When does the museum open?", "time"),
        ("What happens when the lamp fails?", None),
        ("Who founded the club?", "who"),
        ("Who is eligible for the grant?", None),
        ("Кому положена скидка?", None),
        ("Within what time must a leak be reported?", "duration"),
        ("В течение какого времени сообщать о протечке?", "duration"),
        ("Why is the gate shut?", None),
        ("Which towns share a border?", None),
        ("What flowers grow in the town whose tower is red?", None),
        ("At what temperature is the oil heated?", "number"),
        ("In what area does the club meet?", None),
        ("At what time does the museum open?", "clock"),
        ("What time of year is best for a visit?", "time"),
        ("How much do I pay when I come late?", "money"),
        ("How much memory is there on the Harbour fare?", "number"),
        ("How much of the fare is refunded?", "money"),
        ("How many boats sail when it rains?", "number"),
        ("How long does the ferry take?", "duration"),
        ("How long is the bridge?", "number"),
        ("How big may a parcel be?", "number"),
        ("Какого размера бывает посылка?", "number"),
        ("How long is a lost key kept for me?", "duration"),
        ("How long is the pass valid?", "duration"),
        ("What is the number for emergencies?", "phone"),
        ("What is the number of the boat?", "number"),
        ("What is the extra charge on board?", "money"),
        ("How often are the lamps cleaned?", "frequency"),
        ("How many times a day does the ferry sail?", "frequency"),
        ("What percentage of the lamps is electric?", "percent"),
        ("How old is the keeper?", "age"),
        ("How old must I be to join?", "number"),
        ("Where is the key kept?", "place"),
        ("What is the phone number of the museum?", "phone"),
        ("What is the keeper's e-mail address?", "email"),
        ("What happens when the phone number changes?", None),
        ("What phone number does the museum have?", "phone"),
        ("How far ahead must I book?", "duration"),
        ("Какая ставка по вкладу?", "number"),
        ("Какова высота башни?", "number"),
        ("При какой температуре греют масло?", "number"),
        ("Во сколько открывается музей?", "clock"),
        ("Во сколько раз вырос музей?", "number"),
        ("Со скольки лет принимают в клуб?", "number"),
        ("До скольких открыт музей?", "clock"),
        ("Как долго идёт паром?", "duration"),
        ("Как часто чистят лампы?", "frequency"),
        ("Какой процент ламп электрические?", "percent"),
        ("Сколько лет смотрителю?", "age"),
        ("Где хранят ключ?", "place"),
        ("Какой телефон у музея?", "phone"),
        ("Какой лимит на телефон?", "number"),
        ("What is the phone of the museum?", "phone"),
        ("Which phone do the guides carry?", None),
        ("How much sick leave do I earn?", "number"),
        ("What does the late fee depend on?", None),
        ("От чего зависит стоимость билета?", None),
        ("How long must a password be?", "number"),
        ("How long must a guide stay?", "duration"),
        ("Какое время жизни у лампы?", "duration"),
        ("Какое время работы у музея?", "clock"),
        ("Какая зарплата у смотрителя?", "money"),
        ("Когда открывается музей?", "time"),
        ("Когда можно прийти?", "time"),
        ("Кто основал клуб?", "who"),
        ("Можно ли войти с собакой?", None),
    ],
)
def test_the_kind_of_value_is_read_from_the_question(question: str, kind: str | None) -> None:
    assert answer_type(read_question(question)) == kind


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("What is the guide's salary?", "The guide works on 12 May 2023.", False),
        ("What is the guide's salary?", "The guide is paid 900 euros.", True),
        ("What is the guide's salary?", "Once confirmed, the guide is paid.", False),
        ("How much is the tour?", "The tour is free of charge.", True),
        ("How many litres does it hold?", "It holds 4 people.", False),
        ("How many litres does it hold?", "Sloop — Capacity, litres: 82", True),
        ("How many days is it kept?", "It is kept for two weeks.", True),
        ("Со скольки лет берут в клуб?", "Клуб основали в 1987 году, в нём 64 человека.", False),
        ("Со скольки лет берут в клуб?", "Принимаем с 14 лет.", True),
        ("When does the museum open?", "It opens on Mondays.", True),
        ("When does the museum open?", "The museum has two floors.", False),
        ("How many lamps were lit in March?", "Rows, where Lit on: March: 2.", True),
        ("Сколько ламп зажгли в марте?", "Строки, где «Зажжена»: март: 2.", True),
        ("How much does the tour cost?", "The museum has 23 guides.", False),
        ("How much does the tour cost?", "It is 900 crowns.", True),
        ("How much does the tour cost?", "Tour: 900; Guide: Ann Reed", True),
        ("What is the budget of the museum?", "Visits grew by 12%.", False),
        ("What is the discount for students?", "Students pay 12% less.", True),
        ("When does the museum open?", "Opened in 2009.", False),
        ("When did the museum open?", "Opened in 2009.", True),
        ("When does the warranty end?", "It ends in 2031.", True),
        ("What time does the museum open?", "It opens on Mondays.", False),
        ("What time does the museum open?", "It opens at 9:30.", True),
        ("What time does the museum open?", "It opens at noon.", True),
        ("How long does the ferry take?", "The ferry leaves on 12 May.", False),
        ("How long does the ferry take?", "The trip lasts 40 minutes.", True),
        ("How long does the ferry take?", "It sails from 9:00 to 10:30.", True),
        ("How often are the lamps cleaned?", "The lamps are cleaned in 20 minutes.", False),
        ("How often are the lamps cleaned?", "They are cleaned every week.", True),
        ("What percentage of the lamps is electric?", "There are 30 lamps.", False),
        ("What percentage of the lamps is electric?", "Half of the lamps are.", True),
        ("How old is the keeper?", "The keeper has worked here for 34 years.", False),
        ("How old is the keeper?", "The keeper is 34 years old.", True),
        ("How old is the museum?", "The museum was built in 1880.", True),
        ("Where is the key kept?", "The key opens the tower.", False),
        ("Where is the key kept?", "The key hangs in the hall.", True),
        ("What is the phone number of the museum?", "The museum has 12 phones.", False),
        ("In which year did the museum open?", "It opens when the ferry comes.", False),
        ("In which year did the museum open?", "It opened in 1998.", True),
        ("Whom do I ring at night?", "Outside office hours, dial 01632 960 417.", True),
        ("Who rings at night?", "Outside office hours, dial 01632 960 417.", False),
        ("What is the phone number of the museum?", "Tel.: 01632 960 417", True),
        ("What is the keeper's e-mail address?", "14 Quay Street", False),
        ("What is the keeper's e-mail address?", "Write to keeper@museum.example", True),
        ("What is the web address of the museum?", "See museum.example/visits", True),
        ("Во сколько закрывается музей?", "Музей закрыли в 1999 году.", False),
        ("Во сколько закрывается музей?", "Музей закрывают в 18 часов.", True),
        ("Когда открывается музей?", "Музей открыт в 1999 году.", False),
        ("Когда открывается музей?", "Музей открыт с 9:00 до 18:00.", True),
        ("Сколько лет смотрителю?", "Смотритель служит 34 года.", False),
        ("Сколько лет смотрителю?", "Смотрителю 34 года.", True),
        ("Как часто чистят лампы?", "Лампы чистят каждую неделю.", True),
        ("Какой телефон у музея?", "Телефон: 8 (495) 555-01-27", True),
        ("Сколько стоит билет?", "В музее 23 сотрудника.", False),
        ("Who keeps the lamp?", "The lamp is kept by Ann Reed.", True),
        ("Who keeps the lamp?", "The lamp burns oil.", False),
        ("Сколько стоит билет?", "Билет стоит 300 рублей.", True),
        ("Сколько стоит билет?", "Билет действует три дня.", False),
        ("How many people came?", "In March 40 people came.", True),
        ("How many people came?", "It opened on 12 May 2023.", False),
        ("Сколько людей пришло?", "В марте 40 человек пришло.", True),
        ("Сколько людей пришло?", "Открыт 12 мая 2023 года.", False),
        ("How much does tea cost?", "Tea is served at 9:30.", False),
        ("Сколько стоит чай?", "Чай подают в 9:30.", False),
        ("What is the phone number of the museum?", "Rebuilt in 2019-2023.", False),
        ("Какой сайт у музея?", "Адрес: музей.рф", True),
        ("Какой сайт у музея?", "Музей открыт.Вход с реки.", False),
        ("How long is the queue?", "After 40 days, it goes to the next in the queue.", False),
        ("How long is the queue?", "The queue is 40 days.", True),
        ("How long is the queue?", "The queue ends after 40 days.", True),
        ("Как долго ждать в очереди?", "В очереди ждут 40 дней.", True),
        ("Какая длина очереди?", "После 40 дней место получает следующий в очереди.", False),
        ("Какая длина очереди?", "Очередь длится 40 дней.", True),
        ("When does the red mill open?", "The red mill opened in 2009.", False),
        ("When does the mill open?", "The mill and its bed open in 2031.", True),
        ("When is the boiler serviced?", "Heatwell services the boiler every March.", True),
        ("When was the roof repaired?", "The roof was repaired last summer.", True),
        ("When do they march?", "They march to the mill.", False),
        ("When was the mill built?", "The mill has 64 rooms.", False),
        ("On what date was the mill opened?", "The mill is open from 6:30 to 22:00.", False),
        ("On what date was the mill opened?", "The mill was opened on 3 May 1999.", True),
        ("When was the mill built?", "The mill cost $64.", False),
        ("When does the mill open?", "The mill opens on the 13th.", True),
        ("Who is the director?", "The leader has a key.", False),
        ("Who is the director?", "The engineer has a key.", True),
        ("When does the mill open?", "The mill may open.", False),
        ("Когда проходит ярмарка?", "Ярмарка проходит в марте.", True),
        ("Когда белят башню?", "Башню белят осенью.", True),
        ("Когда проходит ярмарка?", "Ярмарка проходит на лугу.", False),
        ("When did they begin to build the mill?", "Wait for 40 minutes after the bell.", False),
        ("When did the mill close?", "The mill closed after the flood.", True),
        ("Когда начали строить мельницу?", "Подождите 40 минут.", False),
        ("Когда начали строить мельницу?", "Мельницу строят с марта 2022 года.", True),
        ("Where is the mill?", "In the mill stands a K40.", False),
        ("Where is the mill?", "It stands on the river.", True),
        ("Где находится мельница?", "На мельнице стоит модель К40.", False),
        ("Где находится мельница?", "Мельница стоит у реки.", True),
        ("How much does a guide cost?", "A guide is there 24/7.", False),
        ("How much does a guide cost?", "A guide is 24 a day.", True),
    ],
)
def test_a_text_has_the_value_or_not(question: str, text: str, held: bool) -> None:
    asked = read_question(question)
    kind = answer_type(asked)

    assert kind is not None
    assert has_value_of_kind(asked, kind, [text]) == held


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("How long is the waiting list for a room?", ["waiting"]),
        ("How far ahead must I say that I am going to leave?", ["leave"]),
        ("Сколько стоит аренда зала?", ["зала"]),
        ("Задержал лодку, сколько в час набегает?", ["Задержал", "лодку"]),
        ("Какую сумму можно внести в кассу?", ["внести", "кассу"]),
    ],
)
def test_a_verb_alone_is_no_subject(question: str, subject: list[str]) -> None:
    assert [term.text for term in subject_terms(read_question(question))] == subject


@pytest.mark.parametrize(
    ("question", "text", "is_held"),
    [
        ("What was the name of the pilot?", "The pilot, Ann Reed, left in May.", True),
        ("What was the name of the pilot?", "The pilot had come from a Danish yard.", False),
        ("What is the pilot's first name?", "A pilot mends faults of class P1.", False),
        ("What is the pilot's first name?", "Bags with no name are thrown away on Monday.", False),
        ("What is the pilot's first name?", "The pilot is Ann Reed.", True),
        ("Как зовут сторожа?", "Сторож Пётр Ильин живёт при складе.", True),
        ("Как зовут сторожа?", "Сторож живёт при складе.", False),
    ],
)
def test_a_name_stands_near_the_word_for_what_has_it(
    question: str, text: str, is_held: bool
) -> None:
    asked = read_question(question)

    assert answer_type(asked) == "name"
    assert not asked.wants_steps
    assert has_value_of_kind(asked, "name", [text]) == is_held


def test_the_last_sentence_that_asks_tells_the_kind_of_value() -> None:
    assert answer_type(read_question("Почему закрыли баню? кто за это отвечает?")) == "who"
    assert answer_type(read_question("Who keeps the mill? and what is their name?")) == "name"
    assert answer_type(read_question("How often must I renew the badge? I am 60.")) == "frequency"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("В скольких концертах пел хор?", "number"),
        ("Во сколько начинается концерт?", "clock"),
        ("До скольких часов открыта касса?", "clock"),
    ],
)
def test_a_declined_number_word_counts_the_noun_after_it(question: str, kind: str) -> None:
    assert answer_type(read_question(question)) == kind


def test_who_pays_an_amount_asks_for_a_person() -> None:
    assert answer_type(read_question("Who pays the excess?")) == "who"
    assert answer_type(read_question("What is the excess?")) == "number"
