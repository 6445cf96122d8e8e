"""Find the noun of two unnamed things: "clinics" of "Which of the two clinics …?"."""

from workbench.nlp.amounts import amounts
from workbench.nlp.grammar import in_word_list
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import tokens


def pair_noun(text: str) -> Term | None:
    """Return the noun after "two" or "both"; None without one."""
    ends = [one.end for one in amounts(text) if one.value == 2 and not one.unit]
    ends += [one.end for one in tokens(text) if in_word_list(one.text, "each_words")]
    nouns = (term for end in ends for term in content_terms(text) if term.start > end)
    return next(nouns, None)
