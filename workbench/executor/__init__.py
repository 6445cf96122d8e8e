"""QueryPlan -> FactsPayload."""
