"""The vocabulary every game is told in: cards, seats, tricks, entries, views.

The law of this room: values only. Nothing here reads a clock, draws a lot, opens
a file or a socket, or knows any game by name. Import-linter holds it to that.
"""
