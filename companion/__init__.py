"""companion: the table that keeps itself.

A local server for card games played with real cards. Phones enter what happened
on the felt, a big screen shows the table, and the score explains itself.
"""

__version__ = "0.1.0"
