"""Tables of documents as typed columns in a database file of the index."""
