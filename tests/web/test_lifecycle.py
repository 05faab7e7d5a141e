"""Starting, stopping, being killed, and starting again."""

import concurrent.futures
import os
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
import requests


def table_of(server, phone):
    """The table opened at the start, with a phone on each seat."""
    code = requests.get(f"{server.url}/api/kiosk", timeout=5).json()["join"]["code"]
    return code, [phone(seat, on=server, at=code) for seat in (1, 2, 3, 4)]


def test_a_start_says_where_the_table_is(own_server):
    own_server.start()
    join = requests.get(f"{own_server.url}/api/kiosk", timeout=5).json()["join"]
    said = own_server.said
    assert join["url"] in said
    assert join["code"] in said
    assert f"{own_server.url}/kiosk" in said
    assert f"{own_server.url}/host/{own_server.key}" in said
    assert "▄▄▄▄▄" in said
    assert own_server.stop() < 3
    assert own_server.process.returncode == 0
    assert "Traceback" not in own_server.said


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_stops_within_three_seconds_with_phones_connected(own_server, phone, sig):
    own_server.start()
    _, phones = table_of(own_server, phone)
    for each in phones:
        each.connect()
    phones[0].session.get(own_server.url, timeout=5)
    kiosk = phone(on=own_server, at=phones[0].code)
    kiosk.connect(kiosk=True)
    assert own_server.stop(sig) < 3
    assert own_server.process.returncode == 0
    assert "Traceback" not in own_server.said


def test_ctrl_c_in_a_terminal_reaches_every_process(own_server, phone):
    own_server.start()
    _, phones = table_of(own_server, phone)
    phones[0].connect()
    begun = time.monotonic()
    os.killpg(own_server.process.pid, signal.SIGINT)
    own_server.process.wait(10)
    assert time.monotonic() - begun < 3
    assert "Traceback" not in own_server.said


def test_a_second_one_is_refused_in_one_sentence(server):
    second = subprocess.run(
        [sys.executable, "-m", "companion", "--no-browser", "--data", str(server.data)],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert second.returncode == 1
    assert second.stdout == ""
    assert second.stderr.count("\n") == 1
    assert "Another companion is running" in second.stderr
    assert requests.get(f"{server.url}/api/kiosk", timeout=5).json()["ok"]


def test_a_taken_port_is_said_and_the_usual_one_gives_way(own_server, tmp_path):
    with socket.create_server(("0.0.0.0", 0)) as line:
        own_server.port = line.getsockname()[1]
        own_server.launch().process.wait(10)
        assert own_server.process.returncode == 1
        assert own_server.said.count("\n") == 1
        assert f"Port {own_server.port} is taken" in own_server.said
    own_server.start()  # and nothing of the failed start is in the way


def test_the_next_free_port_is_taken():
    from companion.settings import PORT
    from companion.web.serve import listen

    first = listen(None)
    second = listen(None)
    try:
        ports = [line.getsockname()[1] for line in (first[0], second[0])]
        assert PORT <= ports[0] < ports[1] < PORT + 20
        nodelay = first[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert nodelay
    finally:
        for line in (*first, *second):
            line.close()


def test_packets_leave_at_once():
    """TCP_NODELAY and the patience with silent phones are inherited from the listening socket."""
    from companion.web.serve import PATIENCE_SECONDS, listen

    lines = listen(None)
    try:
        with socket.create_connection(("127.0.0.1", lines[0].getsockname()[1])):
            accepted, _ = lines[0].accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                if sys.platform == "linux":
                    patience = accepted.getsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, 16)
                    assert int.from_bytes(patience[:8], sys.byteorder) == PATIENCE_SECONDS
    finally:
        for line in lines:
            line.close()


def test_killed_at_once_nothing_acknowledged_is_lost(own_server, phone):
    own_server.start()
    code, phones = table_of(own_server, phone)
    for each in phones:
        each.connect(reconnect=True)
    acknowledged = []

    def tap_on(each, seat):
        for n in range(1000):
            entry = {"do": "rename", "seat": seat, "name": f"{seat}-{n}"}
            try:
                answer = each.act(entry, seen=0, tap=f"{seat}-tap-{n:04}").json()
            except requests.RequestException:
                return
            if answer["ok"]:
                acknowledged.append((answer["seq"], seat, n))
            time.sleep(0.1)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        taps = [pool.submit(tap_on, each, seat) for seat, each in enumerate(phones, 1)]
        time.sleep(1.2)
        own_server.kill()
        for tap in taps:
            tap.result(20)
    assert len(acknowledged) > 20
    for each in phones:
        while not each.frames.empty():
            each.frames.get()

    own_server.start()
    for seat, each in enumerate(phones, 1):
        frame = each.get("/api/frame").json()["frame"]  # the same cookie, the same seat
        assert frame["me"]["seats"] == [seat]
        last = max(n for _, who, n in acknowledged if who == seat)
        shown = int(frame["people"][seat - 1]["name"].partition("-")[2])
        assert shown in (last, last + 1)  # one more may have been saved but not acknowledged
        assert each.frame_where(lambda f: f["table"]["code"] == code)["frame"]["me"]["seats"] == [
            seat
        ]
        # The last tap again, by its id: counted, not counted twice
        entry = {"do": "rename", "seat": seat, "name": f"{seat}-{last}"}
        again = each.act(entry, seen=0, tap=f"{seat}-tap-{last:04}").json()
        assert again["seq"] == next(s for s, who, n in acknowledged if (who, n) == (seat, last))
    sequence = [seq for seq, _, _ in acknowledged]
    assert len(sequence) == len(set(sequence))


def test_killed_and_started_at_the_same_moment(own_server):
    """The new one waits for the last process of the old one, as after a crash of the first."""
    own_server.start()
    old = own_server.process
    os.kill(old.pid, signal.SIGKILL)  # its worker lives on for a moment
    old.wait(10)
    own_server.start()
    assert requests.get(f"{own_server.url}/api/kiosk", timeout=5).json()["ok"]


def test_a_killed_worker_is_replaced(own_server, phone):
    own_server.start()
    _, phones = table_of(own_server, phone)
    one = phones[0]
    one.connect(reconnect=True)
    before = one.frame()["seq"]
    os.kill(own_server.worker(), signal.SIGKILL)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            answer = one.act({"do": "rename", "seat": 1, "name": "Risen"}, before, "one-tap-only")
            break
        except requests.RequestException:
            time.sleep(0.1)
    assert answer.json()["seq"] == before + 1
    one.frame_where(lambda frame: frame["people"][0]["name"] == "Risen")
    assert own_server.said.count("Host:") == 1  # said once; the same link is still good
    assert one.post("/api/host", {"key": own_server.key}).json()["ok"]


def test_phones_see_a_stop_as_a_lost_connection(own_server, phone):
    """After an orderly stop they try again by themselves, which after a farewell they do not."""
    own_server.start()
    _, phones = table_of(own_server, phone)
    one = phones[0]
    one.connect(reconnect=True)
    reasons = []
    ended = threading.Event()
    one.client.on("disconnect", lambda reason: (reasons.append(reason), ended.set()))
    own_server.stop()
    assert ended.wait(5)
    assert reasons[0] != one.client.reason.SERVER_DISCONNECT
    while not one.frames.empty():
        one.frames.get()
    own_server.start()
    assert one.next_frame(10)["frame"]["me"]["seats"] == [1]


@pytest.mark.slow
def test_killed_again_and_again(own_server, phone):
    own_server.start()
    _, phones = table_of(own_server, phone)
    names = {}
    for round_ in range(10):
        for seat, each in enumerate(phones, 1):
            name = f"{seat} in {round_}"
            if each.act({"do": "rename", "seat": seat, "name": name}).json()["ok"]:
                names[seat] = name
        own_server.kill()
        own_server.start()
        people = phones[0].frame()["people"]
        assert {person["seat"]: person["name"] for person in people} == names


def test_export_beside_a_running_server_and_no_import(server, phones, any_entry):
    actor, entry = any_entry(phones)
    assert actor.act(entry).json()["ok"]
    command = [sys.executable, "-m", "companion"]
    data = ["--data", str(server.data)]
    exported = subprocess.run(
        [*command, "export", actor.code, *data], capture_output=True, check=True, timeout=20
    )
    assert len(exported.stdout.splitlines()) == 2
    refused = subprocess.run(
        [*command, "import", "-", *data],
        input=exported.stdout,
        capture_output=True,
        check=False,
        timeout=20,
    )
    assert refused.returncode == 1
    assert b"Another companion is running" in refused.stderr
    actor, entry = any_entry(phones)
    assert actor.act(entry).json()["ok"]


WITHOUT_FORK = "import os; del os.fork; from companion.cli import main; main()"


def test_where_there_is_no_fork_it_serves_too(own_server, phone, monkeypatch):
    """As on Windows: the same pages, taps, pictures and end, by the other server."""
    begin = subprocess.Popen

    def without_fork(command, **more):
        at = command.index("-m")
        return begin([*command[:at], "-c", WITHOUT_FORK, *command[at + 2 :]], **more)

    with monkeypatch.context() as patched:
        patched.setattr(subprocess, "Popen", without_fork)
        own_server.start()
    assert "Werkzeug" in requests.get(own_server.url, timeout=5).headers["Server"]
    code, phones = table_of(own_server, phone)
    one, other = phones[:2]
    one.connect()
    assert other.act({"do": "rename", "seat": 2, "name": "Boris"}).json()["ok"]
    one.frame_where(lambda frame: frame["people"][1]["name"] == "Boris")
    large = other.post("/api/act", b"x" * 20_000)
    assert large.status_code == 413
    assert own_server.stop(signal.SIGINT) < 3
    assert "Traceback" not in own_server.said
    own_server.start()  # by fork, with the same data
    assert other.get("/api/frame").json()["frame"]["table"]["code"] == code
