"""Belote as it is played in Bulgaria ("bridge-belote"): six contracts, tens that hang, 151.

The source's text (SEED) is cut off before the ranks and has nothing on scoring; what it
leaves open is the Bulgarian usage (STANDARD, rules.md part 2) or settled here (CHOICE, with
a word why).
"""

from companion.games.belote.rules import Belote

RULES = Belote()
