"""The commands as a user runs them: JSON to the letter, exit codes, and one clear line for every mistake."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.race import RACE
from tests.unit.commands.running import ENRAYA, PATIENCE, data, run, run_installed


@pytest.mark.parametrize(
    ("arguments", "language"),
    [(["--help"], "es"), (["count", "mnk(3,3,3)"], "en"), (["solve", "chess"], "es"), (["solve", "--lang=es"], "en")],
)
def test_the_installed_program_does_what_the_tests_see(arguments, language):
    installed, seen = run_installed(*arguments, language=language), run(*arguments, language=language)
    assert (installed.returncode, installed.stdout, installed.stderr) == (seen.returncode, seen.stdout, seen.stderr)


def test_count_gives_the_numbers_of_tic_tac_toe():
    counted = data("count", "mnk(3,3,3)", "--json")
    assert list(counted) == [
        "games", "positions", "positions_up_to_symmetry", "terminal", "terminal_up_to_symmetry", "perft",
    ]  # fmt: skip
    assert list(counted.values())[:5] == [255168, 5478, 765, 958, 138]


def test_solve_prints_every_field():
    solved = data("solve", "mnk(4,4,3)", "--json")
    assert list(solved) == [
        "game", "moves", "to_move", "value", "score", "plies", "best", "nodes", "seconds", "exact",
    ]  # fmt: skip
    assert (solved["value"], solved["score"], solved["to_move"], solved["exact"]) == ("win", 1, "first", True)
    assert solved["best"] == ["b2", "c2", "b3", "c3"]


def test_values_are_for_the_side_to_move():
    solved = data("solve", "mnk(3,3,3)", "--moves", "b2 b1", "--json")
    assert (solved["to_move"], solved["value"]) == ("first", "win")
    assert data("solve", "mnk(3,3,3)", "--moves", "b2 b1 a1", "--json")["value"] == "loss"


def test_solve_answers_a_file_of_positions_a_line_each(tmp_path):
    file = tmp_path / "positions.txt"
    file.write_text("# three positions\n-\n12\n\n1 2 1 2 1\n", encoding="utf-8")
    done = run("solve", "connect(4,4,3)", "--positions", file, "--json")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["moves"] for answer in answers] == ["", "1 2", "1 2 1 2 1"]
    assert (answers[2]["value"], answers[2]["plies"]) == ("loss", 0)


def test_positions_come_from_standard_input_too_and_each_answer_says_which():
    done = run("solve", "mnk(3,3,3)", "--positions", "-", input="-\na1 b2\n")
    assert done.returncode == 0
    assert [line for line in done.stdout.splitlines() if line.endswith(":")] == ["From the start:", "After a1 b2:"]


def test_solve_shows_the_position_that_it_answers():
    assert run("solve", "mnk(3,3,3)", "--moves", "a1 b2").stdout.startswith("   a b c\n1  X . .\n2  . O .\n3  . . .\n")


def test_analyse_lists_the_moves_that_a_search_did_not_look_at():
    analysed = data(
        "analyse", "mnk(3,3,3)", "--position", "XO./.X./O..", "--player", "mcts:nodes=3", "--seed", "1", "--json"
    )
    by_certainty = {entry["move"]: entry["certainty"] for entry in analysed["moves_values"]}
    assert set(by_certainty) == {"c1", "a2", "c2", "b3", "c3"}
    assert "unknown" in by_certainty.values()


def test_an_evaluation_of_ones_own_is_compared_and_drawn(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(state, player):\n    return 50\n", encoding="utf-8")
    rows = data("compare", "mnk(3,3,3)", "--depth", 2, "--algorithms", "alphabeta,table", "--evaluate", file, "--json")
    assert [(row["value"], row["exact"]) for row in rows] == [(50, False)] * 2
    assert data("tree", "mnk(3,3,3)", "--depth", 1, "--evaluate", file)["value"] == 50
    refused = run("compare", "mnk(3,3,3)", "--algorithms", "native", "--evaluate", file)
    assert (refused.returncode, "native" in refused.stderr) == (2, True)


def test_a_match_names_its_game_in_full():
    assert data("match", "random", "random", "--game", "connect", "--games", 1, "--json")["game"] == "connect(7,6,4)"


def test_how_far_to_look_ahead_is_a_depth_for_every_search():
    analysed = data("analyse", "oso(3,3)", "--player", "oso-hard:depth=2", "--json")
    assert analysed["depth"] == 2


def test_help_has_a_short_name_and_the_package_runs_as_a_module():
    assert "Usage: enraya solve" in run("solve", "-h").stdout
    done = subprocess.run([sys.executable, "-m", "enraya", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("enraya ")


def test_analyse_gives_a_value_to_every_legal_move():
    analysed = data("analyse", "mnk(3,3,3)", "--moves", "a1", "--json")
    assert len(analysed["moves_values"]) == 8
    assert {entry["move"]: entry["value"] for entry in analysed["moves_values"]}["b2"] == "draw"
    assert sum(entry["value"] == "loss" for entry in analysed["moves_values"]) == 7


@pytest.mark.parametrize("player", ["minimax", "alphabeta", "alphabeta+", "mcts:nodes=300", "rules", "level:3"])
def test_analyse_asks_the_player_it_is_told_to(player):
    analysed = data("analyse", "mnk(3,3,3)", "--moves", "a1 b2 c3", "--player", player, "--seed", "1", "--json")
    assert len(analysed["best"]) == 1
    assert analysed["game"] == "mnk(3,3,3)"


def test_alpha_beta_never_loses_to_random():
    played = data("match", "alphabeta", "random", "--game", "mnk(3,3,3)", "--games", "40", "--seed", "1", "--json")
    assert played["losses"] == 0
    assert played["wins"] + played["draws"] == 40 == len(played["games"])
    assert played["first"] == "alphabeta"
    assert [game["starter"] for game in played["games"][:2]] == ["first", "second"]


def test_a_match_is_the_same_under_the_same_seed():
    one, two = (data("match", "mcts:nodes=50", "random", "--games", "4", "--seed", "9", "--json") for _ in range(2))
    assert [game["moves"] for game in one["games"]] == [game["moves"] for game in two["games"]]


def test_tree_tells_the_whole_search():
    tree = data("tree", "tree([[[-2 4] [6 0]] [[-6 -4] [0 0]]])", "--algorithm", "alphabeta")
    assert (tree["value"], tree["nodes"], tree["leaves"], tree["cuts"]) == (4, 11, 5, 2)
    assert tree["tree"]["children"][1]["cut"] == ["G"]
    assert tree["tree"]["player"] == "max"


def test_tree_draws_and_writes_a_graph_to_a_file(tmp_path):
    for format, begins in (("svg", "<svg"), ("dot", "digraph"), ("json", "{")):
        file = tmp_path / f"tree.{format}"
        done = run("tree", "tree([[3 5] [2 9]])", "--format", format, "--output", file)
        assert (done.returncode, done.stdout) == (0, "")
        assert file.read_text(encoding="utf-8").startswith(begins)


def test_tree_takes_a_file_that_holds_a_tree(tmp_path):
    file = tmp_path / "lesson.txt"
    file.write_text("A\n  B\n    3\n    12\n  C\n    2\n    4\n", encoding="utf-8")
    tree = data("tree", file)
    assert (tree["game"], tree["value"], tree["nodes"]) == ("tree(A[B[3 12] C[2 4]])", 3, 6)


def test_tree_tells_how_far_away_the_end_is_if_asked():
    assert data("tree", "mnk(3,3,3)", "--moves", "a1 b1 a2 b2", "--distance")["value"] == 99


@pytest.mark.parametrize(("cut", "moves", "nodes"), [(">=", "", 18_297), (">=", "b2", 2_316), (">", "b2", 9_455)])
def test_tree_counts_the_nodes_of_the_textbook(cut, moves, nodes):
    assert data("tree", "mnk(3,3,3)", "--moves", moves, "--cut", cut, "--depth", "9")["nodes"] == nodes


def test_the_order_of_moves_is_an_option_of_the_tree():
    tree = data("tree", "mnk(3,3,3)", "--order", "best")
    assert (tree["order"], tree["nodes"]) == ("best", 2_312)


def test_compare_gives_a_row_for_each_search_and_writes_them_as_csv(tmp_path):
    rows = data("compare", "mnk(3,3,3)", "--moves", "b2", "--algorithms", "minimax,alphabeta,alphabeta>", "--json")
    assert [row["nodes"] for row in rows] == [55_505, 2_316, 9_455]
    assert list(rows[0])[:7] == ["algorithm", "nodes", "leaves", "cuts", "seconds", "value", "move"]
    file = tmp_path / "rows.csv"
    done = run("compare", "connect", "--depth", 3, "--algorithms", "best,table", "--csv", file)
    assert done.returncode == 0
    heading, *shown = done.stdout.splitlines()
    assert heading.split()[:3] == ["algorithm", "nodes", "leaves"]
    assert [row.split()[0] for row in shown] == ["best", "table"]
    ends = [row.index(row.split()[1]) + len(row.split()[1]) for row in (heading, *shown)]
    assert len(set(ends)) == 1, "the numbers stand below each other"
    assert [line.split(",")[0] for line in file.read_text("utf-8").splitlines()] == ["algorithm", "best", "table"]


def test_analyse_explains_in_words():
    told = run("analyse", "mnk(3,3,3)", "--moves", "a1", "--explain", language="es").stdout
    assert "b2 empata si ambos lados juegan lo mejor" in told
    assert "Cualquier otra jugada pierde." in told


def test_bench_answers_a_file_of_scores(tmp_path):
    file = tmp_path / "scores.txt"
    # In the second the nearest of several forced losses counts.
    file.write_text("7422341735647741166133573473242566 1\n6323454652623215 -2\n", encoding="utf-8")
    measured = data("bench", "connect", "--positions", file, "--json")
    assert list(measured) == ["positions", "wrong", "mean_nodes", "mean_seconds"]
    assert (measured["positions"], measured["wrong"]) == (2, 0)


def test_bench_can_keep_what_it_learnt_from_one_position_for_the_next(tmp_path):
    file = tmp_path / "scores.txt"
    file.write_text("6323454652623215 -2\n" * 2, encoding="utf-8")
    afresh = data("bench", "connect", "--positions", file, "--json")
    kept = data("bench", "connect", "--positions", file, "--keep", "--json")
    assert kept["wrong"] == afresh["wrong"] == 0
    assert kept["mean_nodes"] < afresh["mean_nodes"]


@pytest.mark.parametrize(
    ("line", "words"),
    [("4453", "moves and a score"), ("4453 two", "moves and a score"), ("4458 1", "8"), ("1212121 1", "over")],
)
def test_bench_names_the_line_it_cannot_use(tmp_path, line, words):
    file = tmp_path / "scores.txt"
    file.write_text(f"6323454652623215 -2\n{line}\n", encoding="utf-8")
    done = run("bench", "connect", "--positions", file, "--json")
    assert done.returncode == 2
    assert "line 2" in done.stderr and words in done.stderr


@pytest.mark.parametrize(
    ("arguments", "noun"),
    [
        (["play", "--game", ""], "game"),
        (["match", "random", "random", "--game", ""], "game"),
        (["analyse", "mnk(3,3,3)", "--player", ""], "player"),
    ],
)
def test_an_empty_name_is_refused_and_not_taken_for_the_usual_one(arguments, noun):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"enraya: «» does not name a {noun}:")


HELPFUL = (
    "play menu tui serve solve analyse count match tournament tree compare practise grade lesson puzzles book "
    "engine bot check jail backup restore database bench"
)


@pytest.mark.parametrize("command", HELPFUL.split())
def test_every_command_has_help_with_an_example_in_both_languages(command):
    for language, word in (("en", "Example"), ("es", "Ejemplo")):
        done = run(command, "--help", language=language)
        assert done.returncode == 0
        assert word in done.stdout and f"enraya {command}" in done.stdout.partition(word)[2]
        # Kinds of values have names for people.
        assert "list[" not in done.stdout


WRONG = {
    "an unknown game": (["solve", "chess"], "mnk"),
    "k too large": (["solve", "mnk(3,3,4)"], "1 to 3"),
    "a board too large": (["solve", "mnk(20,3,3)"], "1 to 19"),
    "a taken cell": (["solve", "mnk(3,3,3)", "--moves", "a1 a1"], "b1"),
    "a cell outside": (["solve", "mnk(3,3,3)", "--moves", "d4"], "a1 to c3"),
    "a full column": (["solve", "connect", "--moves", "1111111"], "2, 3"),
    "an illegal letter": (["solve", "oso(3,3)", "--moves", "X@a1"], "S or O"),
    "an impossible position": (["solve", "mnk(3,3,3)", "--position", "XXX/OOO/..."], "both"),
    "a floating piece": (["solve", "connect(4,4,4)", "--position", "X.../..../..../...."], "floats"),
    "an unknown player": (["analyse", "connect", "--player", "deepblue"], "alphabeta"),
    "an unknown option of a player": (["analyse", "connect", "--player", "minimax:colour=3"], "depth"),
    "a person in a match of machines": (["match", "human", "random"], "enraya play"),
    "an unknown command": (["chess"], "solve"),
    "an unknown option": (["solve", "connect", "--fast"], "--help"),
    "a missing argument": (["analyse"], "GAME"),
    "a word for a number": (["count", "connect", "--depth", "deep"], "0 to 1000"),
    "a tree of no depth": (["tree", "mnk(3,3,3)", "--depth", "0"], "1 to 1000"),
    "a comparison of no depth": (["compare", "mnk(3,3,3)", "--depth", "0"], "1 to 1000"),
    "an exercise of no depth": (["practise", "mnk(3,3,3)", "--depth", "0"], "1 to 1000"),
    "a player of no depth": (["analyse", "mnk(3,3,3)", "--player", "alphabeta:depth=0"], "1 to 1000"),
    "a file that is not there": (["check", "nothere.py"], "nothere.py"),
    "a tree with a bracket missing": (["tree", "tree([[1 2] [3 4])"], "]"),
    "an order for a search that sorts": (
        ["tree", "mnk(3,3,3)", "--algorithm", "alphabeta+", "--order", "best"],
        "alphabeta+",
    ),
    "a picture too large": (["tree", "mnk(3,3,3)", "--format", "svg"], "DOT"),
    "a place that cannot be written": (["tree", "tree([1 2])", "--output", "/nowhere/tree.json"], "/nowhere"),
    "a tree file that is not there": (["tree", "nothere.json"], "nothere.json"),
    "an unknown benchmark": (["bench", "everything"], "startup"),
    "a game that is over": (["tree", "mnk(3,3,3)", "--moves", "a1 b1 a2 b2 a3"], "over"),
    "an unknown algorithm": (["compare", "mnk(3,3,3)", "--algorithms", "minimax,magic"], "alphabeta"),
    "a comparison of a game that is over": (["compare", "mnk(3,3,3)", "--moves", "a1 b1 a2 b2 a3"], "over"),
    "a proof to a file without a name": (["solve", "mnk(3,3,3)", "--proof", ""], "Is a directory"),
    "a proof to the root of all folders": (["solve", "mnk(3,3,3)", "--proof", "/"], "Is a directory"),
    "a table of a comparison to a folder": (["compare", "tree([1 2])", "--csv", "/"], "/ cannot be written"),
    "a backup that is a folder": (["restore", "/"], "/ cannot be read"),
    "a very long line": (["solve", "x" * 100_000], "4096"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_mistake_gets_one_line_that_says_what_is_accepted(what):
    arguments, accepted = WRONG[what]
    done = run(*arguments)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done.stderr
    assert accepted in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "connect", "--time"], "A --time le falta algo detrás. Mira enraya solve --help"),
        (["solve", "connect", "--json=1"], "--json no lleva ningún valor. Mira enraya solve --help"),
        (["tournament", "random", "rules", "--sprt", "a", "b"], "--sprt admite 2 números."),
        (["tournament", "random", "rules", "--sprt", "1"], "A --sprt le falta algo detrás."),
        (["bot", "walk", "x"], "action admite una de estas palabras: run."),
        (["play", "--seconds", "٣"], "no es un tiempo por jugada"),
    ],
)
def test_what_the_library_of_command_lines_refuses_is_told_in_the_language_too(arguments, sentence):
    done = run(*arguments, language="es")
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_why_a_file_cannot_be_used_is_said_in_the_language_asked_for():
    refused = [run("solve", "mnk(3,3,3)", option, "/", language="es") for option in ("--proof", "--positions")]
    assert [done.returncode for done in refused] == [2, 2]
    assert all("es una carpeta" in done.stderr for done in refused), refused


def test_a_mistake_is_told_in_the_language_asked_for():
    for language, words in (("en", "There is no game"), ("es", "No existe el juego")):
        assert words in run("solve", "chess", language=language).stderr
        assert words in run("solve", "chess", "--lang", language).stderr


@pytest.mark.parametrize(
    ("name", "content"),
    {
        "empty": b"",
        "binary": bytes(range(256)) * 20,
        "ten megabytes on one line": b"4" * 10_000_000,
        "wrong": b"44\n4x\n",
    }.items(),
)
@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_a_bad_file_of_positions_gets_one_line(tmp_path, command, name, content):
    file = tmp_path / "positions.txt"
    file.write_bytes(content)
    done = run(command, "connect(4,4,3)", "--positions", file, "--json")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert str(file.name) in done.stderr or "…" in done.stderr


@pytest.mark.parametrize(
    ("name", "content"),
    {
        "empty": b"",
        "binary": bytes(range(256)),
        "large": b"#" * 2_000_000,
        "no functions": b"x = 1\n",
        "crash": b"1 / 0\n",
    }.items(),
)
def test_a_bad_game_file_gets_one_line(tmp_path, name, content):
    file = tmp_path / "mine.py"
    file.write_bytes(content)
    for command in (["check", file], ["solve", file]):
        done = run(*command)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr


def test_a_reader_that_goes_away_is_no_error_to_tell():
    done = subprocess.run(
        f'"{ENRAYA}" tree "mnk(3,3,3)" --depth 6 | head -c 10',
        shell=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        'tree "tree([1 2])" >&-',
        'play "mnk(3,3,3)" --first random --second random --games 1 >&-',
        "solve {file} >&-",
        "engine <&-",
        'practise "tree(A[B[1 2] C[3 4]])" >&- <&-',
        'solve "mnk(3,3,3)" <&- >&- 2>&-',
    ],
)
def test_streams_that_are_closed_are_no_error(tmp_path, command):
    file = tmp_path / "mine.py"
    file.write_text(RACE, encoding="utf-8")
    line = f'"{ENRAYA}" {command.format(file=file)}'
    done = subprocess.run(
        line, shell=True, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


CRASHES = {
    "raises in the middle": "def legal_moves(s): return [1, 2] if s < 5 else 1 / 0\n",
    "leaves Python": "import sys\ndef legal_moves(s): return sys.exit(0)\n",
    "gives no list": "def legal_moves(s): return 7\n",
}


@pytest.mark.parametrize("what", CRASHES)
def test_a_game_of_ones_own_that_fails_gets_one_line_everywhere(tmp_path, what):
    file = tmp_path / "mine.py"
    rest = "def initial(): return 0\ndef play(s, m): return s + m\ndef outcome(s): return None\n"
    file.write_text(rest + CRASHES[what], encoding="utf-8")
    for command in (["solve", file], ["count", file], ["analyse", file], ["match", "random", "random", "--game", file]):
        done = run(*command)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), (command, done.stderr)
        assert "legal_moves" in done.stderr
    done = run("check", file)
    assert done.returncode == 1
    assert "legal_moves" in done.stderr


def test_a_player_that_never_answers_loses_every_game_and_the_result_says_so(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def choose(state, limit):\n    while True:\n        pass\n", encoding="utf-8")
    played = data("match", file, "random", "--games", "2", "--seconds", "1", "--json")
    assert (played["wins"], played["losses"]) == (0, 2)
    assert [(game["number"], game["reason"]) for game in played["games"]] == [(1, "timeout"), (2, "timeout")]
    assert all("did not answer within 1 s" in game["failure"] for game in played["games"])
    assert played["failures"] == {"first": {"timeout": 2}, "second": {}}


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", ["did not answer within 1 s", "lost 1 game by its own failure: 1 by giving no answer in time."]),
        ("es", ["no respondió en 1 s", "perdió 1 partida por un fallo propio: 1 por no responder a tiempo."]),
    ],
)
def test_a_failure_is_told_in_words_too(tmp_path, language, says):
    file = tmp_path / "mine.py"
    file.write_text("def choose(state, limit):\n    while True:\n        pass\n", encoding="utf-8")
    done = run("match", file, "random", "--games", "1", "--seconds", "1", language=language)
    assert done.returncode == 0
    assert all(sentence in done.stdout for sentence in says), done.stdout


def test_what_a_player_prints_is_not_taken_for_the_result(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def choose(state, limit, game):\n    print('{')\n    return game.legal_moves(state)[0]\n")
    played = data("match", file, "random", "--games", "1", "--json")
    assert played["failures"] == {"first": {}, "second": {}}


def test_an_answer_that_cannot_be_written_is_told():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [ENRAYA, "count", "mnk(3,3,3)"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_a_match_on_a_tree_tells_what_best_play_gives():
    played = data("match", "perfect", "perfect", "--game", "tree(A[3 5])", "--games", "2", "--json")
    assert [(game["winner"], game["outcome"], game["par"]) for game in played["games"]] == [(None, 5, 5)] * 2
    done = run("match", "perfect", "perfect", "--game", "tree(A[3 5])", "--games", "1")
    assert "the value of best play (the value reached is 5)" in done.stdout
