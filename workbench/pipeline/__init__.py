"""The stages joined: one graph, its events, and the record it leaves."""
