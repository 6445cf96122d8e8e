"""The estimate that an answer is right: a fitted model over signals of the run."""
