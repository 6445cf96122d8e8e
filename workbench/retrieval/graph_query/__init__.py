"""Evaluation of graph queries: sets of nodes, and the edges that lead to them."""
