"""The live server: what it answers, and whom it refuses."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.nav.clip import clipper
from kotorlevel.nav.navigator import Navigator
from kotorlevel.nav.search import search
from kotorlevel.query.engine import run
from kotorlevel.query.ground import Ground
from kotorlevel.query.standing import find_standing
from kotorlevel.view.html.page import Bundle
from kotorlevel.view.live.answers import Answers
from kotorlevel.view.live.guarded import LARGEST_BODY
from kotorlevel.view.live.server import ViewServer
from kotorlevel.view.live.watch import Live
from kotorlevel.view.scene.scene import build_scene
from kotorlevel.view.show import Shown
from support.areas import LEAF, floor, make_area, make_door, make_placeable, plate, write_folder
from support.corpus import CORPUS, needs_corpus
from support.view.served import SMALL, Served, live_level, serve

A, B = [1.0, 2.0, 0.0], [7.0, 2.0, 0.0]


def lab() -> Area:
    """A hall and a yard with a door between them, a shed that no way leads to, and a post."""
    rooms = {"hall": floor(east=2), "attic": None, "yard": floor(4, west=0), "shed": floor(20)}
    doors = [make_door((4, 2, 0), bearing=np.pi / 2)]
    post = make_placeable((1, 1, 0), mesh=plate((-0.5, 0), (0.5, 0)))
    return make_area(rooms, doors=tuple(doors), placeables=(post,))


def shown_lab() -> Shown:
    area = lab()
    return Shown(area, build_scene(area))


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serve(Live(shown_lab, shown_lab())) as running:
        yield running


# What it answers


def test_page_and_scene(served: Served) -> None:
    page = served.send("GET", f"/?token={served.server.token}")
    assert page.status == 200
    assert served.server.address.endswith(f"/?token={served.server.token}")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert 'data-mode="live"' in page.body.decode()
    assert f'content="{served.server.token}"' in page.body.decode()
    scene = build_scene(lab())
    assert served.get("/scene.json").json == scene.document
    assert served.get("/scene.bin").body == scene.buffer
    # A level that is no file is not edited.
    status = {"version": 1, "error": "", "edit": None, "editable": False}
    assert served.get("/api/version").json == status


@pytest.mark.parametrize("radius", [0.0, 0.35])
@pytest.mark.parametrize("opened", [[0], [], None])
def test_path(served: Served, radius: float, opened: list[int] | None) -> None:
    names: Any = {None: "all", 0: "none", 1: ["door 0"]}[None if opened is None else len(opened)]
    path = Navigator(lab(), open_doors=names).path(A, B, radius)
    answer = served.ask("path", a=A, b=B, radius=radius, openDoors=opened)
    assert answer["status"] == path.status == ("blocked-by-door" if opened == [] else "ok")
    assert answer["reason"] == path.reason
    assert answer["points"] == path.points.tolist()
    assert answer["rooms"] == list(path.rooms)
    assert answer["length"] == (path.length if path.ok else None)


def test_a_door_without_a_walkmesh_blocks_nothing() -> None:
    """The page cannot show it closed, nor open it; so whoever asks gets past, as with `path`."""
    gate, hatch = (
        make_door((x, 2, 0), np.pi / 2, meshes, index, tag)
        for x, meshes, index, tag in (
            (4, (None, None, None), 0, "gate"),
            (8, LEAF, 1, "hatch"),
        )
    )
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0, east=2), "shed": floor(8, west=1)}
    area = make_area(rooms, doors=(gate, hatch))
    answers = Answers(area, build_scene(area))
    past = answers.find_path({"a": A, "b": B, "openDoors": []})
    assert past is not None
    assert (past["status"], past["length"]) == ("ok", 6.0)
    stopped = answers.find_path({"a": A, "b": [11.0, 2.0, 0.0], "openDoors": []})
    assert stopped is not None
    assert stopped["status"] == "blocked-by-door"
    assert stopped["reason"].startswith("the door hatch (door:1) is closed, at (8.00, 2.00, 0.00)")


def test_no_question_waits_for_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def load_plain(load: Callable[[bool], object], compiled: bool) -> object:
        assert not compiled
        return load(False)

    for module in (run, clipper, search):
        monkeypatch.setattr(module, "can_compile", lambda: True, raising=False)
    for module, name in ((run, "load_kernels"), (search, "load_nav_kernels")):
        monkeypatch.setattr(module, name, partial(load_plain, getattr(module, name)))
    monkeypatch.setattr(clipper, "compile_module", lambda _: pytest.fail("compiled"))
    area = lab()
    answers = Answers(area, build_scene(area))
    ends = {"a": A, "b": B}
    for radius in (0.0, 0.35):
        answer = answers.find_path({**ends, "radius": radius, "openDoors": []})
        assert answer is not None
        assert answer["status"] == "blocked-by-door"
    assert answers.find_sight({**ends, "doorStates": [0]})
    assert answers.find_height({"x": 1.0, "y": 2.0})
    assert answers.find_reach({"a": A})
    assert find_standing(area, 0).nowhere == 0


def test_path_to_nowhere_says_why(served: Served) -> None:
    answer = served.ask("path", a=A, b=[22.0, 2.0, 0.0])
    assert answer["status"] == "unreachable"
    # The yard ends at x = 8, and the shed begins at x = 20.
    assert answer["reason"] == "12.00 m without a floor at (14.0, 2.0) between yard and shed"
    assert [each["text"] for each in answer["places"]] == [
        "Where yard and shed come closest",
        "The nearest place that is reached",
    ]
    assert answer["places"][0]["at"] == [14.0, 2.0, 0.0]
    assert answer["mend"] == "if one is to walk there, build the floor between"
    assert "off the floor" in served.ask("path", a=A, b=[-50.0, 2.0, 0.0])["reason"]


@pytest.mark.parametrize(
    ("b", "states", "wanted"),
    [
        ([7.0, 2.0, 1.0], [0], "door gate (door:0)"),
        ([7.0, 2.0, 1.0], [1], ""),
        ([7.0, 2.0, 1.0], None, "door gate (door:0)"),
        ([1.0, 0.5, 1.0], [0], "placeable crate (placeable:0)"),
        ([1.0, 2.0, 5.0], [0], ""),
    ],
)
def test_sight_with_things(
    served: Served, b: list[float], states: list[int] | None, wanted: str
) -> None:
    answer = served.ask("sight", a=[1.0, 2.0, 1.0], b=b, doorStates=states)
    assert answer["clear"] is (wanted == "")
    assert answer["thing"] == wanted
    assert answer["room"] is None
    assert (answer["point"] is None) is answer["clear"]


def test_sight_through_a_floor(served: Served) -> None:
    above, below = [7.0, 1.0, 2.0], [7.0, 1.0, -2.0]
    sight = Ground(lab()).line_of_sight(above, below)
    answer = served.ask("sight", a=above, b=below)
    assert sight.point is not None
    assert answer == {
        "clear": False,
        "point": list(sight.point),
        "face": sight.face,
        "room": 2,
        "thing": "",
    }


def test_height(served: Served) -> None:
    found = Ground(lab()).find_face(5, 3)
    assert found is not None
    wanted = {"face": found.face, "room": 2, "height": 0.0}
    assert served.ask("height", x=5, y=3) == wanted
    assert served.ask("height", x=5, y=3, z=9.5) == wanted
    assert served.ask("height", x=-5, y=3) is None


def test_reach(served: Served) -> None:
    answer = served.ask("reach", a=A)
    assert answer["faces"] == [[0, 4]]  # not the shed
    assert answer["area"] == pytest.approx(32, abs=0.01)  # the open door stands on a little of it
    assert answer["reason"] == ""
    assert served.ask("reach", a=[22.0, 2.0, 0.0])["faces"] == [[4, 2]]
    nowhere = served.ask("reach", a=[-9.0, 2.0, 0.0])
    assert nowhere["faces"] == []
    assert "off the floor" in nowhere["reason"]


@needs_corpus
def test_questions_about_a_real_area() -> None:
    """Each answer against the library itself, and reach against the islands of the scene."""
    area = kl.load_area(CORPUS / "area_m10aa")
    with serve(live_level(CORPUS / "area_m10aa")) as real:
        document = real.get("/scene.json").json
        middles = [room["label"] for room in document["rooms"] if room["label"]]
        navigator = Navigator(area)
        for a, b in pairwise(middles[:4]):
            path = navigator.path(a, b)
            answer = real.ask("path", a=a, b=b)
            assert (answer["status"], answer["reason"]) == (path.status, path.reason)
            assert answer["points"] == path.points.tolist()
        scene = build_scene(area)
        islands = scene.array("islands").ravel()
        reached = np.zeros(len(islands), bool)
        for first, count in real.ask("reach", a=middles[0])["faces"]:
            reached[first : first + count] = True
        under = real.ask("height", x=middles[0][0], y=middles[0][1])
        start = islands[document["rooms"][under["room"]]["faces"][0] + under["face"]]
        assert start >= 0
        corners = scene.array("vertices")[scene.array("faces")[: len(islands)]]
        is_line = ~np.cross(*(corners[:, side] - corners[:, 0] for side in (1, 2))).any(axis=1)
        assert is_line.sum() == 1  # nobody stands on that
        assert (reached | is_line == (islands == start) | is_line).all()
        rules = [each["rule"] for each in real.ask("check")["findings"]]
        assert sorted(rules) == sorted(each.rule for each in kl.check(area).findings)


def test_check_and_version_follow_the_files(tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"hall": floor(east=1), "yard": floor(4, west=0)}))
    with serve(live_level(tmp_path)) as real:
        assert real.get("/api/version").json["version"] == 1
        assert real.get("/api/version").json["version"] == 1
        kl.write_walkmesh(floor(4, west=0, width=9), tmp_path / "yard.wok")
        versions = [real.get("/api/version").json["version"] for _ in range(3)]
        assert versions == [1, 2, 2]
        assert real.get("/scene.json").json["bounds"]["max"] == [13.0, 4.0, 0.0]
        assert real.ask("path", a=A, b=[12.5, 2.0, 0.0])["status"] == "ok"
        (tmp_path / "yard.wok").write_bytes(b"BWM V1.0")
        real.get("/api/version")
        assert "yard.wok" in real.get("/api/version").json["error"]
        assert real.get("/scene.json").json["bounds"]["max"] == [13.0, 4.0, 0.0]


# Whom it refuses

PATHS = ["/", "/scene.json", "/scene.bin", "/api/version"]


@pytest.mark.parametrize("path", [*PATHS, "/nothing"])
@pytest.mark.parametrize("token", [None, "", "wrong", "\u00e9" * 32])
def test_nothing_without_the_token(served: Served, path: str, token: str | None) -> None:
    headers = {} if token is None else {"X_KotorLevel_Token": token}
    for reply in (served.send("GET", path, **headers), served.send("POST", path, "{}", **headers)):
        assert reply.status == 403
        assert "token" in reply.json["error"]
        assert served.server.token not in reply.body.decode()


def test_token_in_the_address_opens_the_page_alone(served: Served) -> None:
    token = served.server.token
    for path in PATHS[1:]:
        assert served.send("GET", f"{path}?token={token}").status == 403
    for query in ("token=x", f"tok={token}", f"token=x&token={token}", "&".join(["a=1"] * 50)):
        assert served.send("GET", f"/?{query}").status == 403
    assert served.send("GET", f"/?token={token}").status == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "", "[::1]:80"])
def test_other_names_of_this_machine_are_refused(served: Served, host: str) -> None:
    """A page of another site could have its own name lead here."""
    reply = served.send("GET", "/scene.json", Host=host, X_KotorLevel_Token=served.server.token)
    assert reply.status == 403


def test_localhost_is_this_machine(served: Served) -> None:
    token, host = served.server.token, f"localhost:{served.server.port}"
    origin = f"http://{host}"
    reply = served.send("GET", "/scene.json", Host=host, Origin=origin, X_KotorLevel_Token=token)
    assert reply.status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "file://"])
def test_other_sites_are_refused(served: Served, origin: str) -> None:
    for method in ("GET", "POST"):
        reply = served.send(
            method, "/api/version", Origin=origin, X_KotorLevel_Token=served.server.token
        )
        assert reply.status == 403


@pytest.mark.parametrize(
    "path",
    [
        "/../page.py",
        "/..%2f..%2fetc/passwd",
        "/viewer.js",
        "/bundle/viewer.js",
        "//etc/passwd",
        "/scene.json/",
        "/scene.json%00",
        "/api",
        "/api/",
        "/api/__init__",
        "/api/questions",
        "/favicon.ico",
        "/C:/Windows/win.ini",
        "/%",
    ],
)
def test_there_are_no_files(served: Served, path: str) -> None:
    for reply in (served.get(path), served.post(path, "{}")):
        assert reply.status == 404
        assert reply.json == {"error": "there is nothing here"}


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "BREW"])
def test_other_methods(served: Served, method: str) -> None:
    reply = served.send(method, "/", X_KotorLevel_Token=served.server.token)
    assert reply.status == 405
    assert reply.headers["Allow"] == "GET, POST"


def test_the_wrong_of_two_methods(served: Served) -> None:
    assert served.get("/api/path").status == 405
    assert served.post("/scene.json", "{}").status == 405


def test_bodies(served: Served) -> None:
    assert served.post("/api/path", b"x" * (LARGEST_BODY + 1)).status == 413
    assert served.post("/api/path", b"x" * 900_000).status == 413
    assert served.send("POST", "/api/path", b"x" * 900_000).status == 403
    assert served.post("/api/path", b" " * LARGEST_BODY).status == 400
    for body in ("", "{", "[]", "1", "null", '{"a": NaN}', "[" * 50_000, b"\xff\xfe"):
        reply = served.post("/api/path", body)
        assert reply.status == 400, body[:20]
        assert "JSON" in reply.json["error"]


@pytest.mark.parametrize(
    ("question", "fields", "text"),
    [
        ("path", {"a": A}, "b is not a place"),
        ("path", {"a": [1, 2], "b": B}, "a is not a place"),
        ("path", {"a": [1, 2, "3"], "b": B}, "a is not a number"),
        ("path", {"a": [1, 2, True], "b": B}, "a is not a number"),
        ("path", {"a": [1, 2, 10**400], "b": B}, "a is not from"),
        ("path", {"a": A, "b": B, "radius": -1}, "radius is not from 0 to 10"),
        ("path", {"a": A, "b": B, "radius": 11}, "radius is not from 0 to 10"),
        ("path", {"a": A, "b": B, "openDoors": [1]}, "openDoors"),
        ("path", {"a": A, "b": B, "openDoors": "all"}, "openDoors is not a list"),
        ("sight", {"a": A, "b": B, "doorStates": [3]}, "doorStates"),
        ("sight", {"a": A, "b": B, "doorStates": []}, "0 of 1 doors"),
        ("height", {"x": 1}, "y is not a number"),
        ("height", {"x": 1, "y": 2, "z": []}, "z is not a number"),
        ("reach", {}, "a is not a place"),
    ],
)
def test_questions_that_make_no_sense(
    served: Served, question: str, fields: dict[str, Any], text: str
) -> None:
    reply = served.post(f"/api/{question}", json.dumps(fields))
    assert reply.status == 400
    assert text in reply.json["error"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
FIELDS = st.sampled_from(["a", "b", "x", "y", "z", "radius", "openDoors", "doorStates"])
POINTS = st.lists(st.floats(-30, 30), min_size=3, max_size=3)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(["path", "sight", "height", "reach"]),
    st.dictionaries(FIELDS, JSON | POINTS, max_size=6),
)
def test_any_question_is_answered_or_refused(
    served: Served, question: str, fields: dict[str, Any]
) -> None:
    reply = served.post(f"/api/{question}", json.dumps(fields))
    assert reply.status in (200, 400)
    assert reply.json is None or isinstance(reply.json, dict)


def test_every_answer_is_guarded(served: Served) -> None:
    replies = [
        served.send("GET", f"/?token={served.server.token}"),
        served.get("/scene.bin"),
        served.get("/nothing"),
        served.send("GET", "/"),
        served.post("/api/path", "{"),
        served.send("PUT", "/"),
    ]
    for reply in replies:
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Cache-Control"] == "no-store"
        assert reply.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert reply.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "frame-ancestors 'none'" in reply.headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in reply.headers
        assert "Python" not in reply.headers["Server"]
    assert "connect-src 'self'" in replies[0].headers["Content-Security-Policy"]


def raw(served: Served, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", served.server.port), timeout=20) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(65536):
            answer += part
        return answer


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET / HTTP/9.9\r\n\r\n", b"505"),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"403"),
        (b"GET / HTTP/1.0\r\n\r\n", b"403"),
        (b"", b""),
    ],
)
def test_what_is_no_request(served: Served, data: bytes, status: bytes) -> None:
    answer = raw(served, data)
    assert answer[:12].endswith(status)
    assert b"<html" not in answer.lower()
    assert served.get("/api/version").status == 200


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ("Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n", 411),
        ("", "", 411),
        ("Content-Length: -1", "", 411),
        ("Content-Length: 99999999999999999999999", "", 413),
        ("Content-Length: 100", "{}", 400),
    ],
)
def test_bodies_that_lie(served: Served, headers: str, body: str, status: int) -> None:
    lines = [
        "POST /api/path HTTP/1.1",
        f"Host: 127.0.0.1:{served.server.port}",
        f"X-KotorLevel-Token: {served.server.token}",
        *filter(None, [headers]),
        "",
        body,
    ]
    answer = raw(served, "\r\n".join(lines).encode())
    assert answer.startswith(f"HTTP/1.1 {status}".encode())
    assert answer.count(b"HTTP/1.1") == 1  # what is left of the body is no request


def test_several_requests_on_one_connection(served: Served) -> None:
    request = (
        f"GET /api/version HTTP/1.1\r\nHost: 127.0.0.1:{served.server.port}\r\n"
        f"X-KotorLevel-Token: {served.server.token}\r\n\r\n"
    )
    assert raw(served, 3 * request.encode()).count(b"HTTP/1.1 200") == 3


# Its life


def test_it_listens_to_this_machine_alone(served: Served) -> None:
    assert served.server.server_address[0] == "127.0.0.1"


def test_tokens_differ() -> None:
    shown = shown_lab()
    tokens = set()
    for _ in range(3):
        server = ViewServer(Live(shown_lab, shown), bundle=SMALL)
        tokens.add(server.token)
        server.server_close()
    assert len(tokens) == 3
    assert all(len(token) >= 32 for token in tokens)


def test_closing_frees_the_port_and_ends_all_threads() -> None:
    before = threading.active_count()
    with serve(Live(shown_lab, shown_lab())) as running:
        port = running.server.port
        waiting = socket.create_connection(("127.0.0.1", port), timeout=20)
        waiting.sendall(b"GET / HTTP/1.1\r\n")
        assert running.get("/api/version").status == 200
    assert waiting.recv(1) == b""
    waiting.close()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and "process_request" in thread.name:
            thread.join(20)
    assert threading.active_count() <= before
    again = ViewServer(Live(shown_lab, shown_lab()), port, SMALL)
    again.server_close()


def test_a_taken_port_is_an_error(served: Served) -> None:
    with pytest.raises(OSError) as error:  # noqa: PT011
        ViewServer(served.live, served.server.port, SMALL)
    assert error.value.errno


def test_names_stay_names_in_the_page() -> None:
    area = make_area({"hall": floor()}, name="</title><script>alert(1)</script>")
    bundle = Bundle(SMALL.template, SMALL.style, SMALL.script)
    with serve(Live(shown_lab, Shown(area, build_scene(area))), bundle) as running:
        page = running.send("GET", f"/?token={running.server.token}").body
    assert b"<script>alert" not in page
