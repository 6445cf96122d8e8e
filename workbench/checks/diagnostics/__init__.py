"""Score an answer: confidence, sufficiency and citations."""
