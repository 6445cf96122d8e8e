"""What stages know of Russian and English: tokens, lemmas, folding, sentences, lists."""

from workbench.language.fold import fold
from workbench.language.lists import word_list
from workbench.language.morphology import lemma, stem
from workbench.language.sentences import sentences
from workbench.language.tokens import Token, tokens

__all__ = ["Token", "fold", "lemma", "sentences", "stem", "tokens", "word_list"]
