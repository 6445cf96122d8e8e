"""Rewrite an elliptical follow-up over documents, so that it can be searched by itself.

"And in Oslo?" after "What is the bonus in Bergen?" becomes "What is the bonus in Oslo?".
Where nothing is swapped, the earlier question comes before the new one.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile, pairwise, takewhile

from workbench.nlp.code_names import code_names
from workbench.nlp.grammar import content_words, in_word_list, is_function_word, marks_of
from workbench.nlp.morphology import lemma
from workbench.nlp.phrases import find_phrases
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list
from workbench.understanding.carried_entities import anaphoric_words

_MOST_AFTER_CONJUNCTION = 4
"""Content words; a longer question that opens with "and" stands alone."""
_MOST_WITH_PRONOUN = 3
"""Content words of a question that a pronoun makes depend on the earlier one."""
_FEWEST_OF_KIND, _MOST_OF_KIND = 2, 3
"""Content words of "the evening course" and of "the short evening course"."""
# A question of a chain; a full stop may be that of "St. Mary's" or "2.5 kg".
_QUESTION = re.compile(r"[^?]*\?+|[^?]+$")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
"""A number by itself: 15, 1.32."""


def standalone(question: str, earlier: str) -> str:
    """Return a follow-up with what it leaves to the earlier question; "" if it stands alone."""
    if not _is_elliptical(question):
        return ""
    swapped = (
        _with_number(question, earlier)
        or _with_phrase(question, earlier)
        or _with_kind(question, earlier)
        or _with_attribute(question, earlier)
    )
    return swapped or f"{_first_and_last(earlier)} {question.strip()}"


def _first_and_last(earlier: str) -> str:
    """Return the question that a chain of follow-ups began with, and the last one of them."""
    asked = _QUESTION.findall(earlier.strip())
    return f"{asked[0].strip()} {asked[-1].strip()}" if len(asked) > 1 else earlier.strip()


def _is_elliptical(question: str) -> bool:
    words, content = tokens(question), len(content_words(question))
    opens = bool(words) and in_word_list(words[0].text, "leading_conjunctions")
    opens = opens or any(in_word_list(word.text, "topic_prepositions") for word in words[:2])
    if not opens and code_names(question):
        return False  # "What does -j do?" names what it asks about
    if content <= 1 or (opens and content <= _MOST_AFTER_CONJUNCTION):
        return True
    refers = anaphoric_words(question, None) or any(
        in_word_list(word.text, "personal_pronouns") for word in words
    )
    return bool(refers) and content <= _MOST_WITH_PRONOUN


def _with_number(question: str, earlier: str) -> str:
    """Swap the only number of the earlier question for that of a question with nothing new else."""
    mine, theirs = (_NUMBER.findall(text) for text in (question, earlier))
    earlier_words = {word.text.lower() for word in tokens(earlier)}
    words = [
        word
        for word in content_words(question)
        if not _NUMBER.fullmatch(word.text) and word.text.lower() not in earlier_words
    ]
    if len(mine) != 1 or len(theirs) != 1 or words:
        return ""
    return _NUMBER.sub(mine[0], earlier)


def _with_phrase(question: str, earlier: str) -> str:
    """Swap the words after a preposition that both questions have: "in Moscow", "in Oslo".

    "And lunches in Oslo?" asks for something else too: "how many dinners in Bergen" becomes "how
    many lunches in Oslo", and any other question stays as it is.
    """
    for place, word in enumerate(words := tokens(question)):
        phrase = question[words[place + 1].start : words[-1].end] if place + 1 < len(words) else ""
        if not phrase or not _is_preposition(word) or is_function_word(words[place + 1].text):
            continue
        if new := [before for before in words[:place] if _is_new(before, earlier)]:
            earlier = _with_counted(new, earlier)
        if (found := _object_of(word, earlier)) is not None:
            return f"{earlier[: found.start]}{phrase}{earlier[_end_of_name(found, earlier) :]}"
    return ""


def _with_counted(new: Sequence[Token], earlier: str) -> str:
    """Swap what the earlier question counts, "dinners" of "how many dinners"; "" if it does not."""
    found = next(find_phrases(earlier, word_list("counting_questions")), None)
    counted = next((word for word in tokens(earlier) if found and word.start >= found.end), None)
    if counted is None or len(new) != 1:
        return ""
    return f"{earlier[: counted.start]}{new[0].text}{earlier[counted.end :]}"


def _is_new(word: Token, earlier: str) -> bool:
    """Return True for a content word that the earlier question does not have."""
    known = {lemma(one.text.lower()) for one in tokens(earlier)}
    is_asking = in_word_list(word.text, "question_words")
    return not (is_asking or is_function_word(word.text) or lemma(word.text.lower()) in known)


def _with_kind(question: str, earlier: str) -> str:
    """Swap two kinds of one thing: "What about the evening course?" after "the hand course"."""
    mine = [word for word in tokens(question) if not is_function_word(word.text)]
    if not _FEWEST_OF_KIND <= len(mine) <= _MOST_OF_KIND:
        return ""
    words = tokens(earlier)
    head = lemma(mine[-1].text.lower())
    last = next((at for at, one in enumerate(words) if lemma(one.text.lower()) == head), None)
    if last is None:
        return ""
    before = takewhile(lambda word: not is_function_word(word.text), reversed(words[:last]))
    kinds = [word for word in before if "?" not in earlier[word.end : words[last].start]]
    if not kinds:
        return ""
    phrase = question[mine[0].start : mine[-1].end]
    return f"{earlier[: kinds[-1].start]}{phrase}{earlier[words[last].end :]}"


def _with_attribute(question: str, earlier: str) -> str:
    """Swap what tells one kind of a thing: "And the evening one?" after "the day ticket".

    In Russian, an adjective stands for its noun: «А вечерний?» after «дневной абонемент».
    """
    words = [word for word in tokens(question) if not is_function_word(word.text)]
    has_one = any(in_word_list(word.text, "plain_one") for word in tokens(question)[-1:])
    words = [word for word in words if not in_word_list(word.text, "plain_one")]
    if len(words) != 1 or not (has_one or _is_adjective(words[0])):
        return ""
    pairs = list(pairwise(tokens(earlier)))
    found = (_first_attributes if has_one else _attributes)(pairs)
    swapped = next(found, None)
    if swapped is None:
        return ""
    return f"{earlier[: swapped.start]}{words[0].text}{earlier[swapped.end :]}"


def _first_attributes(pairs: Sequence[tuple[Token, Token]]) -> Iterator[Token]:
    """Yield the words after "the" or "a" that another content word follows: "the day ticket"."""
    for (article, word), (_, noun) in pairwise(pairs):
        lists = ("the_words", "indefinite_articles")
        is_article = any(in_word_list(article.text, name) for name in lists)
        if is_article and not is_function_word(word.text) and not is_function_word(noun.text):
            yield word


def _attributes(pairs: Sequence[tuple[Token, Token]]) -> Iterator[Token]:
    """Yield the adjectives before a noun: «дневной» of «дневной абонемент»."""
    for word, noun in pairs:
        if _is_adjective(word) and "NOUN" in marks_of(noun.text):
            yield word


def _is_adjective(word: Token) -> bool:
    return not is_function_word(word.text) and "ADJF" in marks_of(word.text)


def _end_of_name(first: Token, text: str) -> int:
    """Return the end of a word, or of all the capitalised words of a name: "Hebden Mill".

    A name does not go on after a comma or the end of its sentence.
    """
    after = [word for word in tokens(text) if word.start >= first.start]
    if not first.text[0].isupper():
        return first.end
    joined = takewhile(
        lambda pair: pair[1].text[0].isupper() and text[pair[0].end : pair[1].start] in (" ", "-"),
        pairwise(after),
    )
    return max((word.end for _, word in joined), default=first.end)


def _is_preposition(word: Token) -> bool:
    return in_word_list(word.text, "swap_prepositions")


def _object_of(preposition: Token, text: str) -> Token | None:
    """Return the first word after the same preposition that is neither a number nor a stop word.

    A stop word may stand between them: "in one bucket".
    """
    words = tokens(text)
    for place, before in enumerate(words):
        if lemma(before.text.lower()) != lemma(preposition.text.lower()):
            continue
        near = dropwhile(lambda word: is_function_word(word.text), words[place + 1 : place + 3])
        after = next(near, None)
        if after is not None and not _NUMBER.fullmatch(after.text):
            return after
    return None
