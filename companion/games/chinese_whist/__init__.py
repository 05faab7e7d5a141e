"""Chinese Whist for two, three and four: rows of open cards over hidden ones, and trump by eye.

After the source (SEED: Foster). Where it leans on Whist, the English Laws hold (STANDARD,
L-ENG); where it says nothing, what is settled here is marked CHOICE, with a word why.

No secret is kept here. Cards lie face down or are held on the felt alone: nobody enters
them before they are turned up or played, so there is nothing that one phone may know and
another may not.
"""

from companion.games.chinese_whist.rules import ChineseWhist

RULES = ChineseWhist()
