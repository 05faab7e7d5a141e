"""The timeline, an earlier entry opened again, and the preview of a correction, over HTTP."""


def test_from_the_timeline_to_a_correction(phone, host):
    code = host.post("/api/table", {"game": "whitehouse"}).json()["table"]
    ana, boris = phone(1, "Ana", at=code), phone(2, "Boris", at=code)
    bid = {"do": "bid", "seat": 2, "points": 15}
    assert boris.act(bid).json()["ok"]
    events = boris.get(f"/api/story?table={code}").json()["story"]["events"]
    (line,) = [event for event in events if event.get("open")]
    assert (line["number"], line["deal"], line["seat"]) == (1, 1, 2)
    seen = boris.get(f"/api/past?table={code}&number=1").json()["past"]
    assert seen["entry"] == bid
    assert "bid" in [choice["key"] for choice in seen["choices"]]
    wish = {"do": "correct", "at": 1, "entry": {**bid, "points": 17}}
    ask = {"table": code, "seen": boris.frame()["seq"], "entry": wish}
    answer = boris.post("/api/preview", ask).json()
    assert answer["ok"]
    assert answer["preview"]["broken"] is None
    assert boris.frame()["undo"]["what"]["args"]["points"] == 15, "nothing changed yet"
    assert boris.act(wish).json()["ok"]
    assert boris.frame()["undo"]["what"]["code"] == "entry.corrected"
    assert not [
        e for e in ana.get(f"/api/story?table={code}").json()["story"]["events"] if e.get("open")
    ]


def test_refusals_are_answers(phone, code):
    one, stranger = phone(1, "Ana"), phone()
    assert one.get("/api/story").json()["code"] == "no-table"
    assert stranger.get(f"/api/story?table={code}").json()["ok"], "the kiosk shows it too"
    assert stranger.get(f"/api/past?table={code}&number=1").json()["code"] == "not-at-this-table"
    for number in ("1", "0", "-1", "x", "9" * 30, ""):
        found = one.get(f"/api/past?table={code}&number={number}").json()
        assert found["code"] == "no-such-entry"
    ask = {"table": code, "seen": 0, "entry": {"do": "correct", "at": 1}}
    assert one.post("/api/preview", ask).json()["code"] == "stale"
    ask["seen"] = one.frame()["seq"]
    assert one.post("/api/preview", ask).json()["code"] == "no-such-entry"
    ask["entry"] = {"do": "void"}
    assert one.post("/api/preview", ask).json()["code"] == "bad-entry"
    assert one.post("/api/preview", {"table": code}).json()["code"] == "bad-request"
