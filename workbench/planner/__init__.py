"""Question -> QueryPlan: offline classifier or model, validation, repair, emergency plan."""
