"""A class hands in players, good and bad, and the teacher plays a tournament between them."""

from __future__ import annotations

import json
import re
import urllib.parse
import urllib.request

import pytest

from tests.scale import scaled
from tests.web.conftest import GIVE_UP, Server

KEY = "llave-de-la-clase"
CHOOSE = "def choose(state, limit, game):\n"
FIRST = CHOOSE + "    return game.legal_moves(state)[{place}]\n"
KINDS = {
    "good": "def evaluate(state, player):\n    return 0.5\n",
    "random": "import random\ndef choose(state, limit, game):\n    return random.choice(game.legal_moves(state))\n",
    "slow": f"import time\n{CHOOSE}    time.sleep(60)\n    return game.legal_moves(state)[0]\n",
    "crashing": "def choose(state, limit, game):\n    return {}['on purpose']\n",
    "reading": f"{CHOOSE}    open('/etc/passwd').read()\n    return game.legal_moves(state)[0]\n",
    "calling": (
        "import socket\ndef choose(state, limit, game):\n    socket.create_connection(('127.0.0.1', 80), 1)\n"
        "    return game.legal_moves(state)[0]\n"
    ),
    "leaving": "import os\ndef choose(state, limit):\n    os._exit(0)\n",
    "flooding": "import os\ndef choose(state, limit):\n    while True:\n        os.write(1, b'x' * 65536)\n",
    "illegal": "def choose(state, limit):\n    return 'z9'\n",
}
REASONS = {
    "slow": "timeout",
    "crashing": "crash",
    "reading": "crash",
    "calling": "crash",
    "leaving": "crash",
    "flooding": "timeout",
    "illegal": "illegal",
}
"""The way in which each faulty kind loses its games."""

MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def arena(tmp_path_factory, server):
    """A server with a key that we know; *server* only says whether the page was built."""
    server = Server(tmp_path_factory.mktemp("arena"), "--teacher-key", KEY).start()
    yield server
    server.stop()


def ask(server, path, body=None, token="nobody", method=None, data=None, **query):
    address = f"{server.address}api/{path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")
    headers = {"X-Enraya-Token": token, "X-Enraya-Teacher": KEY, "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body is not None else data
    request = urllib.request.Request(address, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=GIVE_UP) as answer:
        return json.load(answer) if answer.status != 204 else None


def hand_in(server, name, source):
    return ask(server, "hand-ins", data=source.encode(), token=f"t-{hash(name)}", name=name, file="player.py")


def a_class(server, size):
    """Hand in *size* players, every kind among them; their names by kind."""
    names = {}
    for number in range(size):
        kind = list(KINDS)[number] if number < len(KINDS) else "good" if number % 3 else "crashing"
        if number == len(KINDS):
            names[MARKUP] = "plain"
            hand_in(server, MARKUP, FIRST.format(place=0))
            continue
        name = f"{kind} {number + 1}"
        names[name] = kind
        found = hand_in(server, name, KINDS[kind])
        assert found["verdict"] is not None or kind not in REASONS, found
    return names


CLASS = scaled(14, soak=30)
"""How many hand in a player: at least one of each kind, and the three of the test itself."""


def test_a_class_from_hand_in_to_the_final_table(sit, arena, tmp_path):
    names = a_class(arena, CLASS - 3)
    player = sit(server=arena)
    page = player.open("arena").page
    # A player by the keyboard: the button is the file's own input.
    page.get_by_label("Name of the player").fill("Ana")
    good, bad = tmp_path / "ana.py", tmp_path / "eva.py"
    good.write_text(FIRST.format(place=-1))
    bad.write_text("def choose(state, limit):\n    return 1 / 0\n")
    chooser = page.get_by_label("Choose a file")
    chooser.set_input_files(good)
    page.get_by_text("Ana is handed in, version 1.").wait_for()
    page.get_by_text("It played two trial games without a fault.").first.wait_for()
    # A worse version is told in a sentence, and the good one goes on playing.
    chooser.set_input_files(bad)
    page.get_by_text("ZeroDivisionError").first.wait_for()
    page.get_by_text("version 1 goes on playing").wait_for()
    # Another by dropping its file.
    page.get_by_label("Name of the player").fill("Eva")
    dropped = page.evaluate_handle(
        "source => { const data = new DataTransfer();"
        " data.items.add(new File([source], 'eva.js'.replace('.js', '.py'))); return data; }",
        FIRST.format(place=0),
    )
    page.dispatch_event(".drop", "drop", {"dataTransfer": dropped})
    page.get_by_text("Eva is handed in, version 1.").wait_for()
    # What is no player's file is refused, and not kept.
    page.get_by_label("Name of the player").fill("Luis")
    picture = tmp_path / "luis.png"
    picture.write_bytes(b"not a player")
    chooser.set_input_files(picture)
    page.get_by_text("“luis.png” cannot be handed in").wait_for()
    hand_in(arena, "Luis", KINDS["random"])
    assert player.axe() == []

    # The teacher: a wrong key, then the right one.
    page.get_by_label("Teacher key").fill("not the key")
    page.get_by_role("button", name="Unlock").click()
    page.get_by_text("That is not the teacher key").wait_for()
    page.get_by_label("Teacher key").fill(KEY)
    page.get_by_role("button", name="Unlock").click()
    page.get_by_role("link", name="New tournament").click()
    player.wait_heading("New tournament")
    page.get_by_label("Format").select_option("swiss")
    page.get_by_label("Games of a meeting").fill("1")
    page.get_by_label("Rounds").fill("2")
    page.get_by_label("Seconds for a move").fill("3")
    page.get_by_text(f"{CLASS} players, {CLASS} games").wait_for()
    assert player.axe() == []
    page.get_by_role("button", name="Begin the tournament").click()
    player.wait_heading("Class tournament")

    # Watched to its end, without a reload.
    page.locator(f"[data-state=finished][data-played='{CLASS}']").wait_for()
    rows = page.locator("section[aria-labelledby=arena-standings] tbody tr")
    assert rows.count() == CLASS
    page.get_by_text(re.compile("wins the tournament")).wait_for()
    table = {row.locator("th button").inner_text(): row.inner_text() for row in rows.all()}
    assert set(table) == {*names, "Ana", "Eva", "Luis"}
    # The right player lost each game that ended by a failure, for the right reason; sound ones can only be late.
    listed = next(each for each in ask(arena, "tournaments")["tournaments"] if each["title"] == "Class tournament")
    made = ask(arena, f"tournaments/{listed['id']}")
    entries = [entry["name"] for entry in made["players"]]
    failures = 0
    for game in ask(arena, f"tournaments/{listed['id']}/games")["games"]:
        if game["failed"] is not None:
            failed = entries[game["second" if game["failed"] else "first"]]
            assert game["winner"] == 1 - game["failed"]
            assert game["reason"] in (REASONS.get(names.get(failed, ""), "timeout"), "timeout"), (failed, game)
            failures += 1
    # Each that is not sound met somebody twice; when two of them met, one failed first.
    bad = [name for name, kind in names.items() if kind in REASONS]
    assert failures >= len(bad)
    assert player.axe() == []

    # The games of my player: each can be replayed, and has its reason.
    page.get_by_role("button", name="crashing 4", exact=True).click()
    page.get_by_role("heading", name="Games of crashing 4").wait_for()
    page.get_by_text("on purpose").first.wait_for()
    page.get_by_label("Whose games").select_option(label="Ana")
    page.get_by_role("heading", name="Games of Ana").wait_for()
    page.get_by_role("link", name=re.compile("^Replay: .*Ana")).first.click()
    player.wait_heading("Ana")
    page.go_back()
    player.wait_heading("Class tournament")


def test_a_knockout_shows_its_bracket_can_be_stopped_and_deleted_and_projected(sit, arena):
    players = ["level:1", "level:2", "level:3", "level:4", "level:0"]
    body = {"title": "Copa", "players": players, "format": "knockout", "games": 1, "seconds": 5}
    made = ask(arena, "tournaments", body)
    player = sit(server=arena, language="es")
    page = player.open(f"arena/{made['id']}").page
    player.wait_heading("Copa")
    page.get_by_role("heading", name="Cuadro").wait_for()
    page.locator("[data-state=finished]").wait_for()
    assert page.locator(".meeting").count() == 7
    assert page.locator(".meeting .won").count() == 7
    page.get_by_text(re.compile("gana el torneo")).wait_for()
    assert player.axe() == []
    page.get_by_role("button", name="Modo proyector", exact=True).click()
    page.locator("header[hidden]").wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Salir del modo proyector").click()
    # Another goes on until the teacher stops it.
    body = {"title": "Larga", "players": ["level:0", "level:1"], "games": 1000, "seconds": 5}
    made = ask(arena, "tournaments", body)
    page.goto(f"{arena.address}#/arena")
    page.get_by_label("Clave del profesor").fill(KEY)
    page.get_by_role("button", name="Abrir").click()
    page.get_by_role("link", name="Larga").click()
    page.get_by_role("button", name="Detener").click()
    page.locator("[data-state=stopped]").wait_for()
    page.get_by_role("button", name="Borrar").click()
    page.get_by_role("dialog").get_by_role("button", name="Borrar").click()
    player.wait_heading("^Arena$")
    page.get_by_role("link", name="Copa").wait_for()
    assert page.get_by_role("link", name="Larga").count() == 0


def test_a_sequential_test_of_two_players_is_decided_and_downloaded(sit, arena):
    hand_in(arena, "Zoe", KINDS["random"])
    player = sit(server=arena).open("arena")
    page = player.page
    page.get_by_label("Teacher key").fill(KEY)
    page.get_by_role("button", name="Unlock").click()
    page.get_by_role("link", name="New tournament").click()
    page.get_by_role("button", name="Choose none").click()
    for level in (0, 10):
        page.get_by_role("checkbox", name=re.compile(rf"\b{level}\b")).check()
    page.get_by_role("checkbox", name="Stop as soon as it is decided").check()
    page.get_by_label("Difference if stronger").fill("300")
    page.get_by_label("Games of a meeting").fill("300")
    page.get_by_role("button", name="Begin the tournament").click()
    page.locator("[data-decision=H0]").wait_for()
    page.get_by_text("Download", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Table (CSV)").click()
    assert download.value.suggested_filename == "enraya-table.csv"


def test_the_arena_fits_a_phone(sit, arena):
    player = sit(server=arena, width=360, height=740, touches=True)
    for route in ("arena", "arena/new"):
        player.open(route)
        assert player.page.evaluate("document.documentElement.scrollWidth") == 360
    tournament = ask(arena, "tournaments")["tournaments"]
    if tournament:
        player.open(f"arena/{tournament[0]['id']}")
        assert player.page.evaluate("document.documentElement.scrollWidth") == 360
