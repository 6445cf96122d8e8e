"""ChatModels that wrap another one: retries, fallbacks, deadlines, guards, budgets, the cache."""
