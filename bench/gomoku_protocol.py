"""`enraya engine` as its hosts see it: many quick games, and lines that make no sense.

    python bench/gomoku_protocol.py games [--games 1000] [--turn 20] [--threads 2] [--minutes 30]
    python bench/gomoku_protocol.py lines [--lines 100000] [--minutes 30]

`games` has two processes of the engine play each other over pipes, from two to five random stones, on several boards
and under both rules, and counts illegal moves, crashes, and answers that came too late. An answer is late if the thread
that thinks used more processor time than a turn has: on a busy machine the clock on the wall tells of the others too.
The time on the wall is shown beside it.

`lines` says random commands, numbers, boards and bytes to one process, which has to answer ABOUT again and again within
a minute; it counts crashes, silences and answers that the protocol does not know.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

from brains import start_brain

from enraya.conversation import ConversationFailure
from enraya.games.lines import LineGame
from enraya.piskvork.brain import COMMANDS
from enraya.piskvork.host import BrainConversation, Complaint

ENGINE = f"{Path(sys.executable).parent / 'enraya'} engine"
BOARDS = [(15, False), (15, True), (19, False), (20, True), (9, False)]
PATIENCE = 60.0
BETWEEN_QUESTIONS = 100
INFOS = [
    *("timeout_turn 0", "timeout_turn 1", "timeout_turn 3", "timeout_turn -1", "timeout_match 0", "timeout_match 9"),
    *("time_left -5", "time_left 2147483647", "time_left 4", "max_memory 0", "max_memory 1", "max_memory 60000000"),
    *("rule 0", "rule 1", "rule 2", "rule 4", "rule 99", "game_type 2", "evaluate 3,3", "folder /tmp", "thread_num 2"),
    *("thread_num 1", "max_node 50", "max_node 0", "max_depth 2", "max_depth 0", "", "timeout_turn", "rule x"),
]
INFOS += 6 * ["rule 0", "rule 1", "max_memory 60000000", "timeout_turn 1"]
RESTS = ["", "5", "6", "15", "22", "23", "7,7", "3,4", "-1,2", "1,2,1", "2,2,2", "9" * 50, ",,", "5,6", "1,2,3", "\x00"]


class Player:
    """A process of the engine in one game."""

    def __init__(self, turn: int, threads: int) -> None:
        self._process = start_brain(ENGINE)
        self._brain = BrainConversation(self._process)
        self._brain.say(f"INFO timeout_turn {turn}", f"INFO thread_num {threads}", "INFO max_memory 67108864")
        self.wall: list[float] = []
        self.processor: list[float] = []

    def start(self, size: int, exact: bool) -> None:
        self._brain.say(f"INFO rule {int(exact)}", f"START {size}")
        self._brain.read_line(PATIENCE)

    def ask(self, *lines: str) -> str:
        used, began = self._used(), time.perf_counter()
        self._brain.say(*lines)
        answer = self._brain.read_line(PATIENCE)
        self.wall.append(time.perf_counter() - began)
        self.processor.append(self._used() - used)
        return answer

    def _used(self) -> float:
        """The seconds of processor time of the thread that thinks."""
        pid = self._process.pid
        return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9

    def close(self) -> None:
        self._brain.leave()


def play_games(games: int, turn: int, threads: int, seed: int, until: float) -> int:
    """Play, and tell what went wrong; how many things did."""
    tally: Counter[str] = Counter()
    players = [Player(turn, threads), Player(turn, threads)]
    rules = [LineGame((size, size), 5, exact=exact) for size, exact in BOARDS]
    for number in range(games):
        if time.monotonic() > until:
            break
        try:
            tally[play_game(players, rules[number % len(rules)], random.Random(f"{seed} {number}"), number)] += 1
        except (ConversationFailure, OSError, ValueError) as error:
            tally["failed"] += 1
            print(f"game {number}: {type(error).__name__} {error}", flush=True)
            for player in players:
                player.close()
            players = [Player(turn, threads), Player(turn, threads)]
        tally["games"] += 1
        if tally["games"] % 100 == 0:
            print(f"{tally['games']} games", flush=True)
    processor = sorted(seconds for player in players for seconds in player.processor)
    wall = sorted(seconds for player in players for seconds in player.wall)
    late = sum(seconds > turn / 1000 for seconds in processor)
    for player in players:
        player.close()
    print(
        f"{tally['games']} games at {turn} ms a move, {threads} threads, {len(wall):,} moves: "
        f"{tally['illegal']} illegal, {tally['failed']} failed, {late} late by processor time"
    )
    for name, times in (("processor time", processor), ("wall", wall)):
        p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        print(f"{name} of a move: p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms, longest {1000 * times[-1]:.1f} ms")
    return tally["illegal"] + tally["failed"] + late


def play_game(players: list[Player], game: LineGame, dice: random.Random, number: int) -> str:
    """One game; the process with an even number begins in even games."""
    size = game.columns
    for player in players:
        player.start(size, any(game.ends))
    state, moves = game.initial(), []
    for _ in range(dice.randint(2, 5)):
        moves.append(dice.choice([cell for cell in game.legal_moves(state) if size // 3 < cell % size < size * 2 // 3]))
        state = game.play(state, moves[-1])
    began = len(moves)
    while state.result is None:
        player = players[(len(moves) + number) % 2]
        if len(moves) < began + 2:
            told = [
                f"{cell % size},{cell // size},{1 if (len(moves) - at) % 2 == 0 else 2}"
                for at, cell in enumerate(moves)
            ]
            answer = player.ask("BOARD", *told, "DONE")
        else:
            answer = player.ask(f"TURN {moves[-1] % size},{moves[-1] // size}")
        column, row = map(int, answer.split(","))
        if not (0 <= column < size and row * size + column in game.legal_moves(state)):
            print(f"game {number}: {answer} is not legal after {moves}", flush=True)
            return "illegal"
        moves.append(row * size + column)
        state = game.play(state, moves[-1])
    return "ended"


def say_lines(lines: int, seed: int, until: float) -> int:
    """Say what makes no sense, and tell what came of it; how many things went wrong."""
    dice, tally = random.Random(seed), Counter[str]()
    brain = BrainConversation(start_brain(ENGINE))
    brain.say("INFO timeout_turn 1", "INFO max_memory 52428800")
    words = [*COMMANDS, "DONE", "done", "start", "ñ", "\x00", "", "TURN", "BEGIN"]
    while tally["lines"] < lines and time.monotonic() < until:
        said = [random_line(dice, words) for _ in range(BETWEEN_QUESTIONS)]
        tally["lines"] += len(said)
        try:
            brain.say(*said, "ABOUT")
            while not heard(brain, tally).startswith('name="'):
                pass
        except ConversationFailure as failure:
            tally["wrong"] += 1
            print(f"{type(failure).__name__} after {tally['lines']} lines: {said}", flush=True)
            brain = BrainConversation(start_brain(ENGINE))
        if tally["lines"] % 10_000 == 0:
            print(f"{tally['lines']:,} lines", flush=True)
    answered = ", ".join(f"{count:,} {word}" for word, count in tally.items() if word not in ("lines", "wrong"))
    print(f"{tally['lines']:,} lines: {tally['wrong']} crashes, silences or unknown answers; answered {answered}")
    brain.leave()
    return tally["wrong"]


def random_line(dice: random.Random, words: list[str]) -> str:
    if dice.random() < 0.05:
        return "".join(chr(dice.randrange(32, 1000)) for _ in range(dice.randrange(2000)))
    if dice.random() < 0.2:
        return f"INFO {dice.choice(INFOS)}"
    word, rest = dice.choice(words), dice.choice(RESTS)
    # ABOUT is the question, and END would be obeyed.
    line = rest if dice.random() < 0.3 else f"{word} {rest}"
    return line if line.split(" ")[0].upper() not in ("ABOUT", "END") else "RESTART"


def heard(brain: BrainConversation, tally: Counter[str]) -> str:
    """The next answer of any kind."""
    try:
        answer = brain.read_line(PATIENCE)
    except Complaint as complaint:
        answer = str(complaint)
    word = answer.split(" ")[0]
    kind = word if word in ("OK", "ERROR", "UNKNOWN", "SWAP") else "ABOUT" if word.startswith("name=") else "cells"
    tally[kind] += 1
    if kind == "cells" and not all(cell.replace(",", "", 1).isdigit() for cell in answer.split(" ")):
        raise ConversationFailure(answer)
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("games", "lines"))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--turn", type=int, default=20, help="milliseconds a move")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30.0, help="end then, with what has been done")
    said = parser.parse_args()
    until = time.monotonic() + said.minutes * 60
    if said.what == "games":
        wrong = play_games(said.games, said.turn, said.threads, said.seed, until)
    else:
        wrong = say_lines(said.lines, said.seed, until)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
