"""A live table of any game with a phone for each seat, played by the choices that are shown."""

import copy
import json
from pathlib import Path

import msgspec

from companion import games
from companion.table.host import Host
from companion.table.log import Log

GAMES = sorted(
    folder.name.replace("_", "-")
    for folder in Path(games.__file__).parent.iterdir()
    if (folder / "__init__.py").exists()
)


class Party:
    """A table of a game with a phone for each seat, and a host who only watches."""

    def __init__(self, folder, game, players):
        self.folder = folder
        self.host = Host(Log(folder / "companion.db"))
        self.table = self.host.open_table(game, players)
        self.phones = [self.host.new_device()[0] for _ in range(players)]
        self.boss = self.host.new_device(host=True)[0]
        for seat, phone in enumerate(self.phones, 1):
            self.send(phone, {"do": "sit", "seat": seat, "name": f"Player {seat}"})

    def send(self, phone, entry):
        tap = f"tap-{self.table.seq:08}"
        return self.table.act(phone, tap, self.table.seq, json.dumps(entry).encode())

    def frame(self, device):
        return msgspec.json.decode(msgspec.json.encode(self.table.frame(device)))

    def seen(self):
        frames = [self.frame(device) for device in (*self.phones, self.boss, None)]
        for frame in frames:
            del frame["table"]["now"]
        return frames

    def offered(self):
        """Every phone with each choice that it is shown, notices' offers included."""
        for phone in self.phones:
            view = self.frame(phone)["view"]
            offers = [o for n in view.get("notices", []) for o in n.get("offers", [])]
            for choice in [*view.get("choices", []), *offers]:
                yield phone, choice

    def restart(self):
        code = self.table.code
        self.host.close()
        self.host = Host(Log(self.folder / "companion.db"))
        self.table = self.host.table(code)


def fill(choice, chance):
    """The entry of a choice with its blanks filled, as the phone does it."""
    entry = copy.deepcopy(choice["entry"])
    for field in choice.get("fields", []):
        values = [o["value"] for o in field.get("options", []) if not o.get("why_not")]
        if field["kind"] == "cards":
            value = chance.sample(values, field["count"])
        elif field["kind"] == "text":
            value = "because"
        elif field["kind"] == "number" and not values:
            value = chance.randint(field.get("low", 0), field.get("high", 20))
        else:
            value = chance.choice(values)
        *path, last = field["name"].split(".")
        inner = entry
        for key in path:
            inner = inner.setdefault(key, {})
        inner[last] = value
    return entry
