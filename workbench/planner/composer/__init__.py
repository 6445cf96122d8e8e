"""The composer: read a question word by word as a typed query to any graph, without examples."""

from workbench.planner.composer.compose import Composer, Composition

__all__ = ["Composer", "Composition"]
