"""Graph store, lexical and dense indexes, and their fusion."""
