"""Run the stages as one LangGraph graph, streaming events and recording the run."""
