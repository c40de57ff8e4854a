"""The server is killed at random moments while people play: what was acknowledged is there, once."""

from __future__ import annotations

import http.client
import random
import threading
import time

from enraya.match import Match, Played
from enraya.store import Store
from tests.faults.servers import GIVE_UP, ask
from tests.scale import scaled

PLAYERS = 4
LINE = ("a1", "a2", "b1", "b2", "c1")
SETTINGS = {"first": "human", "second": "human", "starter": "first", "seconds": 600, "games": 99}


class Player:
    """Plays both sides of one match; what is not answered is sent again, as it was."""

    def __init__(self, port, stop):
        self.port, self.stop = port, stop
        self.acknowledged: list[tuple[int, int, str]] = []
        made = self._until_answered("POST", "/api/matches", SETTINGS)
        self.match, self.token = made["match"], made["token"]
        self.thread = threading.Thread(target=self._play)
        self.error = None

    def _until_answered(self, method, path, body, token=None):
        began = time.monotonic()
        while True:
            try:
                status, answer = ask(self.port, method, path, body, token)
            except (OSError, http.client.HTTPException):
                assert time.monotonic() - began < GIVE_UP, "no answer any more"
                time.sleep(0.01)
                continue
            assert status < 300 or answer["code"] == "match.not_between", answer
            return answer

    def _play(self):
        try:
            game = 1
            while game < SETTINGS["games"]:
                for ply, move in enumerate(LINE):
                    if self.stop.is_set():
                        return
                    body = {"move": move, "ply": ply, "game": game}
                    self._until_answered("POST", f"/api/matches/{self.match}/moves", body, self.token)
                    self.acknowledged.append((game, ply, move))
                # Sent twice it is refused the second time: the next game has begun already.
                self._until_answered("POST", f"/api/matches/{self.match}/continue", {}, self.token)
                game += 1
        except BaseException as error:
            self.error = error


def test_no_acknowledged_move_is_lost_or_doubled_by_a_dozen_kills(server):
    survive(server, scaled(12, soak=100))


def survive(server, most, *, each=1, seed=7):
    """Kill the server *most* times while people play and see that what they were told is true; the moves they made.

    They make *each* moves between two kills at least.
    """
    dice = random.Random(seed)
    server.start()
    stop, back, kills = threading.Event(), [], 0
    players = [Player(server.port, stop) for _ in range(PLAYERS)]
    finished: list[Player] = []
    for player in players:
        player.thread.start()
    while kills < most:
        time.sleep(dice.uniform(0.005, 0.12))
        # On a slow machine the kills must not leave the players behind.
        least = each * (kills + 1)
        until = time.monotonic() + GIVE_UP
        while sum(len(player.acknowledged) for player in [*players, *finished]) <= least:
            assert time.monotonic() < until, "nobody gets on"
            time.sleep(0.005)
        server.kill()
        kills += 1
        back.append(server.start())
        for index, player in enumerate(players):
            # A match has an end; somebody else sits down.
            if not player.thread.is_alive() and player.error is None:
                finished.append(player)
                players[index] = Player(server.port, stop)
                players[index].thread.start()
    stop.set()
    for player in players:
        player.thread.join(GIVE_UP)
    server.kill()
    print(f"back after {max(back):.2f} s at worst, {sorted(back)[len(back) // 2]:.2f} s usually")
    assert [player.error for player in players if player.error] == []
    store = Store(server.database)
    for player in [*players, *finished]:
        check(store.load(player.match), player.acknowledged)
    store.close()
    moves = sum(len(player.acknowledged) for player in [*players, *finished])
    assert moves > most
    return moves


def check(stored, acknowledged):
    """The match on disk replays, holds every acknowledged move where it belongs, and at most one more."""
    match = Match.replay(stored.settings, stored.events)
    games = [[made.move for made in result.history] for result in match.results]
    if match.phase == "playing":
        games.append([made.move for made in match.history])
    for game, ply, move in acknowledged:
        assert games[game - 1][ply] == move
    played = sum(isinstance(event, Played) for event in stored.events)
    assert played == sum(map(len, games))
    assert len(acknowledged) <= played <= len(acknowledged) + 1
