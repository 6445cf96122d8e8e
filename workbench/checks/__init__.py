"""Check answers: post-check, claims, grounding, confidence, sufficiency and citations."""
