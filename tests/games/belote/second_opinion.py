"""A second scorer and referee, written from rules.md part 2 alone; it knows nothing of the first.

Cards are texts, seats numbers, a deal a plain dict. Whatever can be looked up is looked up,
whatever can be compared one by one is compared one by one: slow, and hard to get wrong.
"""

from itertools import combinations

TRUMP_ORDER = ["J", "9", "A", "T", "K", "Q", "8", "7"]
PLAIN_ORDER = ["A", "T", "K", "Q", "J", "9", "8", "7"]
TRUMP_VALUE = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_VALUE = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
RUN = ["7", "8", "9", "T", "J", "Q", "K", "A"]
LETTER = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
PACK = [rank + suit for suit in "cdhs" for rank in RUN]


def is_trump(contract, suit):
    """A suit in which J and 9 are high."""
    return contract == "all-trumps" or LETTER.get(contract) == suit


def value(contract, card):
    return (TRUMP_VALUE if is_trump(contract, card[1]) else PLAIN_VALUE)[card[0]]


def outranks(contract, one, two):
    """Of two cards of one suit, whether the first is higher."""
    order = TRUMP_ORDER if is_trump(contract, one[1]) else PLAIN_ORDER
    return order.index(one[0]) < order.index(two[0])


def takes(contract, new, best):
    """Whether a new card takes the trick from the best so far."""
    if new[1] == best[1]:
        return outranks(contract, new, best)
    return new[1] == LETTER.get(contract)


def leading(contract, trick):
    """(seat, card) that holds the trick."""
    best = trick[0]
    for laid in trick[1:]:
        if takes(contract, laid[1], best[1]):
            best = laid
    return best


def partners(one, two):
    return one % 2 == two % 2


def verdict(contract, hand, trick, seat, card):
    """What is wrong with playing this card from this whole hand; None if nothing."""
    if not trick:
        return None
    led = trick[0][1][1]
    if any(other[1] == led for other in hand):
        if card[1] != led:
            return "revoke"
        if not is_trump(contract, led):
            return None
        on_table = [c for _, c in trick if c[1] == led]
        higher = [
            c for c in hand if c[1] == led and all(outranks(contract, c, t) for t in on_table)
        ]
        return "must-overtrump" if higher and card not in higher else None
    trump = LETTER.get(contract)
    trumps = [c for c in hand if c[1] == trump]
    holder, winning = leading(contract, trick)
    if trump is None or not trumps or partners(holder, seat):
        return None
    if winning[1] != trump:
        return None if card in trumps else "must-trump"
    higher = [c for c in trumps if outranks(contract, c, winning)]
    return "must-overtrump" if higher and card not in higher else None


def run_of(top, length):
    at = RUN.index(top[0])
    return [RUN[at - n] + top[1] for n in range(length)]


def cards_of(said):
    if said["meld"] == "four":
        return [said["rank"] + suit for suit in "cdhs"]
    if said["meld"] == "belote":
        return ["K" + LETTER[said["suit"]], "Q" + LETTER[said["suit"]]]
    length = said.get("length") or {"tierce": 3, "quarte": 4, "quint": 5}[said["meld"]]
    return run_of(said["top"], length)


def price(said):
    match said["meld"]:
        case "four":
            return {"J": 200, "9": 150}.get(said["rank"], 100)
        case kind:
            return {"tierce": 20, "quarte": 50, "quint": 100, "belote": 20}[kind]


def better(one, two, mixed):
    """Of two melds that compete, which is better: 1, 2, or 0 where they are exactly equal."""
    if mixed and price(one) != price(two):
        return 1 if price(one) > price(two) else 2
    fours = [m["meld"] == "four" for m in (one, two)]
    if fours == [True, True]:
        if one["rank"] == two["rank"]:
            return 0
        return 1 if TRUMP_ORDER.index(one["rank"]) < TRUMP_ORDER.index(two["rank"]) else 2
    if any(fours):
        return 1 if fours[0] else 2
    a, b = cards_of(one), cards_of(two)
    if len(a) != len(b):
        return 1 if len(a) > len(b) else 2
    if a[0][0] == b[0][0]:
        return 0
    return 1 if RUN.index(a[0][0]) > RUN.index(b[0][0]) else 2


def declared_points(melds, mixed):
    """What each side's declarations score, as {team: points}."""
    points = {1: 0, 2: 0}
    for said in melds:
        if said["meld"] == "belote":
            points[2 - said["seat"] % 2] += 20
    rest = [m for m in melds if m["meld"] != "belote"]
    heaps = [rest]
    if not mixed:
        heaps = [[m for m in rest if (m["meld"] == "four") == four] for four in (True, False)]
    for heap in heaps:
        unbeaten = [m for m in heap if all(better(m, other, mixed) in (0, 1) for other in heap)]
        sides = {2 - m["seat"] % 2 for m in unbeaten}
        if len(sides) == 1:
            (side,) = sides
            points[side] += sum(price(m) for m in heap if 2 - m["seat"] % 2 == side)
    return points


def rounded(contract, points, lower):
    """One side's tens by the last digit (2.5, table)."""
    ten, digit = divmod(points, 10)
    if contract == "all-trumps":
        return ten + (digit >= 5 or (digit == 4 and lower))
    if contract == "no-trumps":
        assert digit % 2 == 0, "without trumps points are even"
        return ten + (digit >= 6)
    return ten + (digit >= 7 or (digit == 6 and lower))


def score(deal):
    """(raw of both teams, written of both teams, what hangs) of a deal played out.

    ``deal``: contract, side, times, tricks ([(seat, card), ...] each), melds, hung, options.
    """
    contract, side, options = deal["contract"], deal["side"], deal["options"]
    raw, count = {1: 0, 2: 0}, {1: 0, 2: 0}
    for trick in deal["tricks"]:
        team = 2 - leading(contract, trick)[0] % 2
        count[team] += 1
        raw[team] += sum(value(contract, card) for _, card in trick)
    raw[2 - leading(contract, deal["tricks"][-1])[0] % 2] += 10
    if contract == "no-trumps":
        raw = {team: 2 * points for team, points in raw.items()}
    bonus = options.get("nt_capot", 90) if contract == "no-trumps" else 90
    capot = next((team for team in (1, 2) if count[3 - team] == 0), None)
    if capot:
        raw[capot] += bonus
    extra = declared_points(deal["melds"], options.get("sequences") == "one-contest")
    raw = {team: raw[team] + extra[team] for team in (1, 2)}
    return settle(
        contract, side, deal["times"], raw=raw, capot=capot, hung=deal["hung"], options=options
    )


def settle(contract, side, times, *, raw, capot, hung, options):
    """From what is compared to what is written."""
    if capot and not options.get("capot_doubled", True):
        times = 1
    whole = raw[1] + raw[2]
    pot = whole // 10 + (1 if whole % 10 > 5 else 0)
    other = 3 - side
    written = {1: 0, 2: 0}
    if raw[1] == raw[2]:
        down = rounded(contract, raw[other], lower=False)
        up = rounded(contract, raw[side], lower=True)
        assert down + up == pot
        if times == 1:
            written[other], hung = down, hung + up
        elif options.get("tie_doubled", "hangs") == "split":
            written[other], hung = down * times, hung + up * times
        else:
            hung += pot * times
    elif times > 1 or raw[side] < raw[other]:
        winner = 1 if raw[1] > raw[2] else 2
        written[winner], hung = pot * times + hung, 0
    else:
        for team in (1, 2):
            written[team] = rounded(contract, raw[team], lower=team == other)
        assert written[1] + written[2] == pot
        written[side] += hung
        hung = 0
    return (raw[1], raw[2]), (written[1], written[2]), hung


def melds_in(hand, contract):
    """Every sequence and four in a hand, each as large as it goes; no card in two of them."""
    if contract == "no-trumps":
        return []
    found = []
    for suit in "cdhs":
        top = None
        held = [rank for rank in RUN if rank + suit in hand]
        for rank in [*RUN, None]:
            if rank in held:
                top = [*(top or []), rank]
                continue
            if top and len(top) >= 3:
                kind = {3: "tierce", 4: "quarte"}.get(len(top), "quint")
                said = {"meld": kind, "top": top[-1] + suit}
                found.append(said | ({"length": len(top)} if len(top) > 5 else {}))
            top = None
    for rank in ("J", "9", "A", "T", "K", "Q"):
        if all(rank + suit in hand for suit in "cdhs"):
            found.append({"meld": "four", "rank": rank})
    for one, two in combinations(list(found), 2):
        if one in found and two in found and set(cards_of(one)) & set(cards_of(two)):
            found.remove(one)
    return found
