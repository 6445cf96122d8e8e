"""Record the model calls of a run, and replay them."""
