"""Whitehouse Gaim: two sides, a blind trump, 28 points in the pack.

The source's text (SEED) is cut off; what it leaves open is taken from the game of 28 it
descends from (STANDARD, with the source named) or settled here (CHOICE, with a word why).
"""

from companion.games.whitehouse.rules import Whitehouse

RULES = Whitehouse()
