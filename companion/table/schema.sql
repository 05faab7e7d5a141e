-- Version 1. Rows are added and never changed, but for `closed` and `host`, and for what is
-- erased for good (erasing.py).

CREATE TABLE device (
    id         INTEGER PRIMARY KEY,
    token_hash BLOB    NOT NULL UNIQUE,   -- SHA-256 of the token in the browser's cookie
    host       INTEGER NOT NULL,          -- 1: may do what the host may
    made       INTEGER NOT NULL           -- epoch seconds, for display only
) STRICT;

CREATE TABLE seating (
    code   TEXT    PRIMARY KEY,           -- what people type to join
    opened INTEGER NOT NULL,              -- epoch seconds, for display only
    closed INTEGER                        -- epoch seconds; NULL while the table is open
) STRICT;

CREATE TABLE entry (
    code   TEXT    NOT NULL REFERENCES seating (code),
    seq    INTEGER NOT NULL,              -- 1, 2, 3 ... without holes
    tap    TEXT    NOT NULL,              -- the random id of the tap that made it
    at     INTEGER NOT NULL,              -- epoch seconds, for display only
    device INTEGER REFERENCES device (id),-- NULL: the server itself (opening, importing)
    seat   INTEGER,                       -- who made it; NULL: the host, or the server
    body   TEXT    NOT NULL,              -- the entry as JSON
    digest BLOB    NOT NULL,              -- of what was sent, to know a repeat from a clash
    PRIMARY KEY (code, seq),
    UNIQUE (code, tap)
) STRICT, WITHOUT ROWID;
