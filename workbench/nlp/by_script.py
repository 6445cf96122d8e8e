"""Look up words by their forms; each script's words are analysed at its first look-up.

The forms of a Russian word take a dictionary that loads in 0.1 s: a text without Russian words is
read without it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import Generic, TypeVar

from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.word_lists import word_list

V = TypeVar("V")
Forms = Callable[[str], Iterable[str]]
"""Gives the forms to look a word up by, in the script of the word."""


class ByScript(Generic[V]):
    """The values of listed words, by any form of a word."""

    def __init__(self, entries: Iterable[tuple[str, V]], forms: Forms) -> None:
        """Take words with their values."""
        self._entries = tuple(entries)
        self._forms = forms

    def get(self, form: str) -> V | None:
        """Return the value of the last word that has a form; None without one."""
        found = self.all(form)
        return found[-1] if found else None

    def all(self, form: str) -> Sequence[V]:
        """Return the values of all words that have a form, in their order."""
        is_russian = not form.isascii() and is_cyrillic(form)
        return (self._russian if is_russian else self._others).get(form, ())

    def among(self, forms: Mapping[str, object], *, cyrillic: bool) -> Set[str]:
        """Return those of the forms that a word has; ``cyrillic`` tells whether some are."""
        known = self._others.keys() & forms.keys()
        if cyrillic:
            known |= self._russian.keys() & forms.keys()
        return known

    def __contains__(self, form: str) -> bool:
        return bool(self.all(form))

    @cached_property
    def _russian(self) -> Mapping[str, Sequence[V]]:
        return self._of_script(cyrillic=True)

    @cached_property
    def _others(self) -> Mapping[str, Sequence[V]]:
        return self._of_script(cyrillic=False)

    def _of_script(self, *, cyrillic: bool) -> Mapping[str, Sequence[V]]:
        found: dict[str, list[V]] = defaultdict(list)
        for word, value in self._entries:
            for form in {*self._forms(word)} if is_cyrillic(word) is cyrillic else ():
                found[form].append(value)
        return dict(found)


def list_by_script(name: str, forms: Forms) -> ByScript[str]:
    """Return the words of a word list by their forms."""
    return ByScript(((word, word) for word in word_list(name)), forms)
