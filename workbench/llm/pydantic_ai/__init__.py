"""One call of a model through pydantic-ai, which every vendor's adapter shares."""
