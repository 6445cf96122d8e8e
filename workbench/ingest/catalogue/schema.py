"""The tables of the catalogue: the index, its files and its documents.

All that they hold can be made again from the files. So there are no migrations: increment VERSION
when they change, and the next build starts an empty catalogue.
"""

VERSION = 3

TABLES = """
CREATE TABLE state (
    build INTEGER NOT NULL,
    is_building INTEGER NOT NULL,
    -- NULL until the first state is published:
    config TEXT,
    root TEXT,
    lexical TEXT,
    removed_share REAL,
    quotes TEXT
);
CREATE TABLE files (
    path TEXT PRIMARY KEY,
    stage TEXT NOT NULL,
    size INTEGER,
    modified_ns INTEGER,
    source TEXT NOT NULL,
    parser TEXT NOT NULL,
    parsing TEXT NOT NULL,
    stored TEXT NOT NULL,
    title TEXT NOT NULL,
    pages INTEGER,
    chunks INTEGER NOT NULL,
    boilerplate INTEGER NOT NULL,
    chrome INTEGER NOT NULL,
    duplicate_of TEXT NOT NULL,
    reason TEXT NOT NULL,
    retryable INTEGER NOT NULL,
    seconds REAL NOT NULL,
    attempts INTEGER NOT NULL,
    build INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE documents (
    path TEXT,
    stored TEXT,
    content_hash TEXT NOT NULL,
    metadata TEXT NOT NULL,
    chunks TEXT NOT NULL,  -- ids separated by spaces: they are only ever read together
    duplicate_of TEXT NOT NULL,
    is_published INTEGER NOT NULL,  -- 0: parsed by a build that has not published it
    PRIMARY KEY (path, stored)
) WITHOUT ROWID;
"""
