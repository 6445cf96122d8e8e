"""Check answers: ``grounding`` judges claims, ``postcheck`` corrects, ``diagnostics`` scores."""
