"""The file of results says what the documentation says, figure by figure, and its commands are right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from enraya.lab.results.solved import command_of, oso_command, proving_command, shipped_results
from enraya.position import Position

DOCS = Path(__file__).parents[4] / "docs"
pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documentation is not part of a wheel")


def cells_of(heading):
    """The rows of the tables under a heading of docs/results.md, each as its cells."""
    text = (DOCS / "results.md").read_text("utf-8").partition(f"\n{heading}\n")[2]
    lines = re.split(r"\n#+ ", text)[0].splitlines()
    return [[cell.strip(" *`") for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| ")][1:]


def rows_of(*names):
    return [row for section in shipped_results()["sections"] if section["name"] in names for row in section["rows"]]


def apart(cell, count):
    """The parts of a cell that speaks of *count* games: one for each, or the same for all."""
    parts = cell.removesuffix(", busy").split(" · ")
    return parts if len(parts) == count else parts * count


def figure(text):
    return float(text.replace(",", "").removesuffix(" M")) * (1e6 if text.endswith(" M") else 1)


BOARDS = ("three", "four", "five", "six", "cubes")


def test_the_boards_have_the_values_nodes_and_seconds_of_the_documentation():
    told = {}
    for games, value, _, nodes, seconds in cells_of("## m,n,k-games"):
        names = games.split(" · ")
        cells = (value, nodes, seconds.partition(", by")[0])
        for name, *rest in zip(names, *(apart(cell, len(names)) for cell in cells), strict=True):
            told[f"cube({name[0]},{name[0]})" if "×" in name else f"mnk({name})"] = rest
    found = {row["game"]: row for row in rows_of(*BOARDS)}
    assert set(told) <= set(found)
    for game, (value, nodes, seconds) in told.items():
        row = found[game]
        assert row["value"] == value, game
        assert row["nodes"] == (None if nodes == "few" else figure(nodes)), game
        assert row["seconds"] == figure(seconds), game
    table = {"mnk({},{},{})".format(*row["board"]): row for row in table_of_docs()}
    for game in set(found) - set(told):
        expected = table.get(game, {"nodes": None, "seconds": None, "value": found[game]["value"]})
        assert {key: found[game][key] for key in ("nodes", "seconds", "value")} == {
            key: expected[key] for key in ("nodes", "seconds", "value")
        }, game


def table_of_docs():
    return [json.loads(line) for line in (DOCS / "mnk-table.jsonl").read_text("utf-8").splitlines()]


def test_the_picture_shows_the_boards_of_the_documentation():
    told = {(*row["board"], row["value"]) for row in table_of_docs()}
    assert {tuple(cell) for cell in shipped_results()["table"]} == told
    assert len(shipped_results()["table"]) == len(told)


def test_every_certificate_has_the_size_the_times_and_the_hash_of_the_documentation():
    told = {row[-1]: row[:-1] for row in cells_of("### Certificates")}
    kept = {row["certificate"]["sha256"]: row for row in rows_of(*BOARDS) if row.get("certificate")}
    kept.pop(None)
    assert set(kept) == set(told)
    for sha256, (game, value, entries, size, seconds) in told.items():
        row, made = kept[sha256], kept[sha256]["certificate"]
        assert (row["game"], row["value"]) == (game, value)
        assert (made["entries"], made["bytes"]) == (figure(entries), figure(size))
        assert [made["prover"], made["python"], made["cpp"]] == [figure(part) for part in seconds.split(" · ")]


def test_the_positions_of_five_in_a_row_are_those_of_the_documentation():
    told = []
    for board, after, nodes, entries, size, seconds, sha256 in cells_of("### Five in a row"):
        made = [*map(figure, (nodes, entries, size, *seconds.split(" · "))), sha256]
        told.append([f"mnk({board})", after, *made])
    parts = ("entries", "bytes", "prover", "python", "cpp", "sha256")
    found = [
        [row["game"], row["moves"], row["nodes"], *(row["certificate"][part] for part in parts)]
        for row in rows_of("positions")
    ]
    assert found == told


def test_the_sizes_of_connect_4_are_those_of_the_documentation():
    told = {}
    for boards, value, nodes, seconds in cells_of("## Connect 4"):
        names, cells = boards.split(" · "), (value, nodes, seconds)
        if "for the outcome" in nodes:
            cells = ("win", nodes.split()[-4], seconds.split(" · ")[1])
        for name, *rest in zip(names, *(apart(cell, len(names)) for cell in cells), strict=True):
            columns, rows = name.split(" × ")
            told[f"connect({columns},{rows},4)"] = (rest[0], figure(rest[1]), figure(rest[2]))
    assert {row["game"]: (row["value"], row["nodes"], row["seconds"]) for row in rows_of("connect")} == told


def test_the_scores_of_oso_are_those_of_the_documentation():
    told = {}
    for boards, value, nodes, seconds in cells_of("## OSO"):
        names = boards.split(" · ")
        for name, *rest in zip(names, *(apart(cell, len(names)) for cell in (nodes, seconds)), strict=True):
            scores = [int(score.replace("−", "-")) for score in value.split()]
            told[name] = (scores, *(figure(part.removeprefix("up to ")) for part in rest))
    found = {
        " … ".join("{}×{}".format(*board) for board in (row["boards"][:1] + row["boards"][1:][-1:])): (
            row["scores"],
            row["nodes"],
            row["seconds"],
        )
        for row in shipped_results()["oso"]
    }
    assert found == told
    for row in shipped_results()["oso"]:
        (height, first), count = row["boards"][0], len(row["boards"])
        assert row["boards"] == [[height, first + more] for more in range(count)]
        assert len(row["scores"]) == count


def test_the_other_games_are_those_of_the_documentation():
    told = {
        f"mnk({board},misere=true)": value
        for games, value, _ in cells_of("## Others")
        if value in ("draw", "loss")
        for board in games.removeprefix("misère ").split(" · ")
    }
    assert {row["game"]: row["value"] for row in rows_of("others") if row["game"] != "terni"} == told


def test_every_game_is_one_that_the_program_knows_and_its_moves_can_be_played():
    for section in shipped_results()["sections"]:
        for row in section["rows"]:
            position = Position.start(row["game"]).play_all(row.get("moves", ""))
            assert not position.is_over and position.to_move == 0


def test_a_command_names_the_game_its_moves_and_what_else_it_needs():
    assert command_of("mnk(7,7,5)") == 'enraya solve "mnk(7,7,5)"'
    assert proving_command("mnk(9,4,4)") == 'enraya solve "mnk(9,4,4)" --proof certificate.proof'
    assert proving_command("mnk(15,15,5)", "h8 a1 i9 g7") == (
        'enraya solve "mnk(15,15,5)" --moves "h8 a1 i9 g7" --memory 1000 --proof certificate.proof'
    )
    assert oso_command([[4, 5]]) == 'enraya solve "oso(5,4)"'
    assert oso_command([[1, 19]]) == "python bench/oso_rows.py 1x19 --out rows.jsonl"
