"""The HTTP client of model calls, and the trace of what it sent and received."""
