"""Files -> documents -> chunks -> indexes."""
