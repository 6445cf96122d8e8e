"""A large graph as arrays on disk, which are mapped into memory and read where they are used.

``layout`` names the files, ``write`` writes them, ``array_graph`` reads nodes and edges from them,
``stored`` keeps them up to date with the graph's own files. numpy is imported only with them.
"""
