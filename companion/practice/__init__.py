"""Practice: a table that leaves no trace, its cards dealt in memory, its other seats robots'.

Everything that a real table can do is done by the same code; here is only what a real table
does not have: cards that the computer knows, players that nobody sees, and an end without a
record.
"""
