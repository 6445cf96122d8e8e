"""Judgement of an answer: post-check, claims and grounding, confidence, sufficiency, citations."""
