"""Two servers over one PostgreSQL, one of them killed again and again while people play through both.

    python bench/shared_kills.py [--kills 50] [--players 4]

A proxy's part is played by the clients: who is not answered asks the other server. Prints how soon after each kill
every player had a move acknowledged again, and whether every acknowledged move is in the database, once. Starts a
PostgreSQL of its own in a folder that is removed afterwards.
"""

from __future__ import annotations

import argparse
import http.client
import random
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.faults.conftest import new_server
from tests.faults.servers import ask
from tests.faults.test_kills import LINE, SETTINGS, check
from tests.postgresql import Cluster, find

from enraya.store import Store


class Player(threading.Thread):
    """Plays both sides of one match through any of the servers, and sends again what was not answered."""

    def __init__(self, ports: list[int], stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.ports, self.stop = list(ports), stop
        self.acknowledged: list[tuple[int, int, str]] = []
        self.matches: list[tuple[str, int]] = []
        self.last = time.monotonic()
        self.error: BaseException | None = None

    def _until_answered(self, path: str, body: dict, token: str | None = None) -> dict:
        while True:
            try:
                status, answer = ask(self.ports[0], "POST", path, body, token)
            except (OSError, http.client.HTTPException):
                self.ports.reverse()
                continue
            if status == 503:
                time.sleep(0.02)
                continue
            assert status < 300 or answer["code"] == "match.not_between", answer
            self.last = time.monotonic()
            return answer

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                made = self._until_answered("/api/matches", SETTINGS)
                path, token = f"/api/matches/{made['match']}", made["token"]
                self.matches.append((made["match"], len(self.acknowledged)))
                for game in range(1, SETTINGS["games"]):
                    for ply, move in enumerate(LINE):
                        if self.stop.is_set():
                            return
                        # Every other move goes through the other server.
                        self.ports.reverse()
                        self._until_answered(f"{path}/moves", {"move": move, "ply": ply, "game": game}, token)
                        self.acknowledged.append((game, ply, move))
                    self._until_answered(f"{path}/continue", {}, token)
        except BaseException as error:
            self.error = error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--players", type=int, default=4)
    options = parser.parse_args()
    programs = find()
    assert programs is not None, "no PostgreSQL server is installed"
    cluster, dice = Cluster(programs), random.Random(7)
    database = cluster.make_database()
    servers = [new_server(database, is_shared=True) for _ in range(2)]
    try:
        for server in servers:
            server.start()
        stop = threading.Event()
        players = [Player([server.port for server in servers], stop) for _ in range(options.players)]
        for player in players:
            player.start()
        resumed = []
        for number in range(options.kills):
            time.sleep(dice.uniform(0.1, 0.6))
            server = servers[number % 2]
            server.kill()
            killed = time.monotonic()
            while any(player.last < killed and player.is_alive() for player in players):
                assert time.monotonic() - killed < 120, "nobody gets on"
                time.sleep(0.005)
            resumed.append(time.monotonic() - killed)
            server.start()
        stop.set()
        for player in players:
            player.join(60)
        assert [player.error for player in players if player.error] == []
        for server in servers:
            server.kill()
        store, moves = Store(database), 0
        for player in players:
            for number, (match, first) in enumerate(player.matches):
                later = player.matches[number + 1][1] if number + 1 < len(player.matches) else None
                check(store.load(match), player.acknowledged[first:later])
            moves += len(player.acknowledged)
        store.close()
        resumed.sort()
        print(
            f"{options.kills} kills, {moves} acknowledged moves: none lost, none doubled; play resumed after "
            f"{resumed[len(resumed) // 2]:.2f} s usually, {resumed[-1]:.2f} s at worst"
        )
    finally:
        for server in servers:
            server.close()
        cluster.close()


if __name__ == "__main__":
    main()
