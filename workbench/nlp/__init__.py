"""Analyse Russian and English text: tokens, lemmas, name folding, terms, amounts, grammar."""
