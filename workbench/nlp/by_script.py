"""Look words up by their forms; the words of a script are analysed when one of it is looked up.

The forms of a Russian word take a dictionary that loads in 0.1 s: a text without Russian words is
read without it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Generic, TypeVar

from workbench.nlp.morphology import is_cyrillic

V = TypeVar("V")


class ByScript(Generic[V]):
    """The values of listed words, by any form of a word; of equal forms, the last one counts."""

    def __init__(
        self, entries: Iterable[tuple[str, V]], forms: Callable[[str], Iterable[str]]
    ) -> None:
        """Take words with their values; the forms of a word are in the script of the word."""
        self._entries = tuple(entries)
        self._forms = forms

    def get(self, form: str) -> V | None:
        """Return the value of a form; None without one."""
        return (self._russian if is_cyrillic(form) else self._others).get(form)

    def __contains__(self, form: str) -> bool:
        return form in (self._russian if is_cyrillic(form) else self._others)

    @cached_property
    def _russian(self) -> Mapping[str, V]:
        return self._of_script(cyrillic=True)

    @cached_property
    def _others(self) -> Mapping[str, V]:
        return self._of_script(cyrillic=False)

    def _of_script(self, *, cyrillic: bool) -> Mapping[str, V]:
        return {
            form: value
            for word, value in self._entries
            if is_cyrillic(word) is cyrillic
            for form in self._forms(word)
        }
