"""Select a lexical engine by name and import its library on demand."""

from collections.abc import Callable, Mapping

from workbench.errors import ConfigurationError
from workbench.i18n.errors import localized
from workbench.retrieval.lexical.protocol import LexicalEngine


def _tantivy() -> LexicalEngine:
    from workbench.retrieval.lexical.tantivy_index import TantivyEngine

    return TantivyEngine()


def _rank_bm25() -> LexicalEngine:
    from workbench.retrieval.lexical.rank_bm25_index import RankBM25Engine

    return RankBM25Engine()


ENGINES: Mapping[str, Callable[[], LexicalEngine]] = {
    "tantivy": _tantivy,
    "rank_bm25": _rank_bm25,
}


def lexical_engine(name: str) -> LexicalEngine:
    """Return the engine with this name.

    Raises:
        ConfigurationError: no engine has this name.
    """
    if name not in ENGINES:
        known = ", ".join(ENGINES)
        raise ConfigurationError(**localized("retrieval.no_engine", name=name, known=known))
    return ENGINES[name]()
