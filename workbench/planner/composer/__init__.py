"""The composer: read a question word by word as a typed query to any graph, without examples."""

from workbench.planner.composer.compose import Composer
from workbench.planner.composer.judgement import Composition

__all__ = ["Composer", "Composition"]
