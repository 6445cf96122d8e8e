"""Tables in database files, written at ingest and queried read-only through DuckDB."""
