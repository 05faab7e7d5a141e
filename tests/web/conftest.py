"""Servers and phones for the tests of the web."""

import gc
import warnings

import pytest
from inside import Inside
from live import Phone, Server, filled


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server") / "data", "--allow-host", "cards.example")
    running.start()
    yield running
    running.end()


@pytest.fixture
def own_server(tmp_path):
    """A server to be killed: started by the test."""
    server = Server(tmp_path / "data")
    yield server
    server.end()


@pytest.fixture(scope="session")
def host(server):
    """The host's browser."""
    phone = Phone(server)
    assert phone.post("/api/host", {"key": server.key}).json() == {"ok": True}
    yield phone
    phone.leave()


@pytest.fixture
def code(host):
    """A new table's code."""
    answer = host.post("/api/table", {}).json()
    assert answer["ok"], answer
    host.code = answer["table"]
    return answer["table"]


@pytest.fixture
def phone(server, code):
    """Make phones; they are put away at the end."""
    made = []

    def new(seat=None, name=None, on=server, at=None, patient=True):
        fresh = Phone(on, at or code, patient)
        made.append(fresh)
        if seat:
            answer = fresh.join(seat, name or f"Player {seat}").json()
            assert answer["ok"], answer
        return fresh

    yield new
    used = [each for each in made if each.client]
    for each in made:
        each.leave()
    if used:
        # A client that connected anew has forgotten its first connection without closing it.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()


@pytest.fixture
def phones(phone):
    """Four phones on the four seats."""
    return [phone(seat, name) for seat, name in enumerate(("Ana", "Boris", "Vera", "Georgi"), 1)]


@pytest.fixture
def any_entry():
    """An entry that somebody at this table may make now, and whose phone it is."""

    def find(phones):
        for each in phones:
            for choice in each.frame()["view"].get("choices", ()):
                if choice.get("weight", "main") == "main":
                    return each, filled(choice)
        raise AssertionError("nobody may do anything")

    return find


@pytest.fixture
def inside(tmp_path):
    """A server in this very process, to be asked from any address."""
    made = []

    def new(**wishes):
        made.append(Inside(tmp_path / f"{len(made)}", **wishes))
        return made[-1]

    yield new
    for each in made:
        each.close()
