"""Judge claims against the evidence: claims, verdicts, the model judge, the filter."""
