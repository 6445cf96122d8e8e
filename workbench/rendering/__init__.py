"""FactsPayload -> text for readers and prompts; citation display styles."""
