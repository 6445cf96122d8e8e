"""Text analysis for Russian and English: tokens, lemmas, name folding, terms, amounts, grammar."""
