"""Make the definition lists of an HTML page fit Markdown, which has none."""

from typing import Any

_LONGEST = 1_000
"""Characters of a definition that is still an item of a list; a longer one is a section."""
_SECTIONS = "descendant::*[self::table or self::pre or self::dl or starts-with(name(), 'h')]"


def convert_definitions(root: Any) -> None:
    """Turn short definitions into list items, ``- **term**: definition``, others into paragraphs.

    An indented definition, the usual conversion, is code in Markdown.
    """
    for grouped in root.xpath("//dl/div[dt or dd]"):
        grouped.drop_tag()
    for definitions in reversed([*root.iter("dl")]):
        groups = _groups(definitions)
        if groups and all(map(_is_item, groups)):
            _become_items(definitions, groups)
        else:
            _become_paragraphs(definitions)


def _groups(definitions: Any) -> list[list[Any]]:
    """Return each run of terms with the definitions that follow it; none if there is more in it."""
    groups: list[list[Any]] = []
    before = "dd"
    for child in definitions:
        if child.tag not in ("dt", "dd") or (child.tag == "dd" and not groups):
            return []
        if child.tag == "dt" and before == "dd":
            groups.append([])
        groups[-1].append(child)
        before = child.tag
    return groups


def _is_item(group: list[Any]) -> bool:
    """Whether this is a term with a definition that fits an item; a question is a heading."""
    return (
        group[-1].tag == "dd"
        and not "".join(group[0].itertext()).rstrip().endswith("?")
        and sum(len("".join(one.itertext())) for one in group) <= _LONGEST
        and not any(one.xpath(_SECTIONS) for one in group)
    )


def _become_items(definitions: Any, groups: list[list[Any]]) -> None:
    definitions.tag = "ul"
    for group in groups:
        item = definitions.makeelement("li")
        group[0].addprevious(item)
        item.extend(group)
        terms = [one for one in group if one.tag == "dt"]
        for term in terms:
            term.tail = ": " if term is terms[-1] else ", "
            term.tag = "span" if len(term) else "strong"
        first, *others = group[len(terms) :]
        for other in others:
            other.tag = "div" if len(other) else "p"
        _begin_on_the_line(first)


def _begin_on_the_line(definition: Any) -> None:
    """Let the first paragraph stand beside the term."""
    definition.tail = None
    if len(definition) and definition[0].tag == "p" and not (definition.text or "").strip():
        definition[0].drop_tag()
    definition.drop_tag()


def _become_paragraphs(definitions: Any) -> None:
    definitions.tag = "div"
    for child in definitions:
        child.tag = {"dt": "p", "dd": "div"}.get(child.tag, child.tag)
