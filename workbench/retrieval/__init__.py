"""Search documents by lexical and dense indexes with fusion, and traverse the graph."""
