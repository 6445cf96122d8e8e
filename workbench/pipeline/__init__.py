"""Run the stages in order, streaming events and recording the run."""
