"""Live tables: who sits where, what was entered, and the log that remembers it.

The law of this room: the log is the truth and everything else is its fold, so that
starting is recovering. Nothing here knows a game by name, and nothing leaves a table before
it is on the disk. SQL is spoken in ``log.py`` only.
"""
