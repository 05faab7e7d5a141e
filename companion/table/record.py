"""Records: a game's history as text, format 1 (SEED: the record format's own page).

JSON Lines: a header, then an entry a line; blank lines and lines that start with ``#`` are
ignored, everything else is refused if it is not exactly what the format says. A record is
read through the same rules as a live table, in one pass.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Annotated, Any, BinaryIO, Final, Literal

import msgspec

from companion import games, words
from companion.core.entries import SeatNumber
from companion.core.messages import Msg, Refusal
from companion.core.rules import Result
from companion.core.seats import Seat
from companion.table import codec, names
from companion.table.history import Entered, History

LONGEST_LINE: Final = 65_536
"""Bytes. The longest entry there is has a few hundred."""
MOST_ENTRIES: Final = 200_000
"""A long evening has a thousand."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a record."""

    companion: Literal[1]
    game: str
    seats: Annotated[tuple[str, ...], msgspec.Meta(max_length=12)]
    dealer: SeatNumber = Seat(1)
    options: dict[str, Any] = {}


class RecordError(Exception):
    """A record that does not replay; as text ``FILE:LINE: code: sentence``."""

    def __init__(
        self,
        filename: str,
        line: int,
        refusal: Refusal,
        game: str | None = None,
        people: Sequence[str] = (),
    ) -> None:
        self.line = line
        self.code = refusal.code
        self.msg: Msg = refusal.msg
        self.sentence = " ".join(words.render(refusal.msg, "en", game, people).split())
        super().__init__(f"{filename}:{line}: {self.code}: {self.sentence}")


class RecordRefused(RecordError):
    """An entry of the record was refused (exit status 1)."""


class NotARecord(RecordError):
    """The file is no record at all (exit status 2)."""


@dataclass(frozen=True)
class Record:
    """A record as read: the game, who sat where, and the history."""

    game: str
    names: tuple[str, ...]
    history: History


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, none longer than can be told to be too long."""
    return iter(lambda: stream.readline(LONGEST_LINE + 2), b"")


def lines_of_text(text: str | bytes) -> Iterator[bytes]:
    """The lines of a text."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return lines_of(io.BytesIO(data))


def read(lines: Iterable[bytes], filename: str = "-") -> Record:
    """Read a record and replay it, each entry through the rules as at a live table.

    Raises :class:`NotARecord` and :class:`RecordRefused`, and nothing else whatever the
    bytes are.
    """
    record: Record | None = None
    number = 0
    for number, line in _told(lines):
        if record is None:
            header = None
            try:
                header = _header(line)
                record = _begun(header)
            except Refusal as refusal:
                game = header.game if header else None
                raise NotARecord(filename, number, refusal, game) from refusal
        else:
            try:
                _enter(record, line)
            except Refusal as refusal:
                raise RecordRefused(
                    filename, number, refusal, record.game, record.names
                ) from refusal
    if record is None:
        raise NotARecord(filename, max(number, 1), Refusal("not-a-record"))
    return record


def _told(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that say something, with their numbers from 1."""
    for number, line in enumerate(lines, 1):
        told = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if told.strip() and not told.startswith(b"#"):
            yield number, told


def _begun(header: Header) -> Record:
    """The record that a header begins."""
    rules = games.load(header.game)
    players = len(header.seats)
    if players not in rules.players:
        raise Refusal("bad-players", n=players)
    if header.dealer > players:
        raise Refusal("no-such-seat", seat=header.dealer)
    people = tuple(names.clean(name) for name in header.seats)
    for at, name in enumerate(people):
        if names.key(name) in map(names.key, people[:at]):
            raise Refusal("name-taken", name=name)
    options = codec.house_rules(rules, players, header.options)
    return Record(header.game, people, History(rules, players, header.dealer, options))


def _header(line: bytes) -> Header:
    """The header that a line says, of a game that there is."""
    try:
        header = msgspec.json.decode(line, type=Header)
        codec.refuse_doubled_keys(line)
    except (msgspec.DecodeError, RecursionError, ValueError, Refusal) as error:
        raise Refusal("not-a-record") from error
    if header.game not in games.names():
        raise Refusal("no-game", game=header.game)
    return header


def _enter(record: Record, line: bytes) -> None:
    """Replay one entry."""
    history = record.history
    if len(line) > LONGEST_LINE:
        raise Refusal("bad-json")
    if len(history.entries) >= MOST_ENTRIES:
        raise Refusal("too-many-entries", n=MOST_ENTRIES)
    entry = codec.decode(codec.entry_decoder(record.game, True), line)
    history.check(entry)
    state = history.after(entry)
    history.add(Entered(history.next_number, entry, line), state)


def result(record: Record) -> bytes:
    """What ``companion replay`` prints: one JSON object."""
    told: Result = record.history.rules.result(record.history.state)
    plain: dict[str, Any] = msgspec.to_builtins(told)
    for deal in plain["deals"]:
        del deal["outcome"]
    return msgspec.json.encode({"companion": 1, "game": record.game, **plain})


def replay(lines: Iterable[bytes], filename: str = "-") -> bytes:
    """Replay a record to its result. Raises as :func:`read` does."""
    return result(read(lines, filename))


def write(
    game: str,
    history: History,
    people: Sequence[str | None],
    told: Sequence[Entered] | None = None,
) -> str:
    """The record of a history; replayed, it gives the same result. ``told``: of these entries.

    A seat without a name is called by its number. An entry that this version cannot read
    is written as the log has it: replaying stops there and says so. Where entries were put
    right, the record holds what stands, for the format has no word for a correction.
    """
    header: dict[str, Any] = {"companion": 1, "game": game, "seats": _all_named(people)}
    header["dealer"] = history.dealer
    if options := codec.plain(history.options):
        header["options"] = options
    if told is None:
        told = history.standing if history.was_corrected else history.entries
    entries = (
        entered.body if entered.entry is None else codec.encode(entered.entry) for entered in told
    )
    return "".join(f"{line.decode()}\n" for line in (msgspec.json.encode(header), *entries))


def _all_named(people: Sequence[str | None]) -> list[str]:
    taken = {names.key(name) for name in people if name}
    return [name or _name_for(seat, taken) for seat, name in enumerate(people, 1)]


def _name_for(seat: int, taken: set[str]) -> str:
    plain = words.render(Msg("seat.number", {"n": seat}))
    return next(name for n in count() if names.key(name := plain + "'" * n) not in taken)
