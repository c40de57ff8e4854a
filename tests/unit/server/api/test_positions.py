from __future__ import annotations

import pytest

EDITED = [
    ("mnk(3,3,3)", ["X", "", "", "", "O", "", "", "", ""], {}, "X../.O./..."),
    ("terni", ["X", "O", "", "", "", "", "", "", ""], {"turn": "first"}, "XO./.../... first"),
    (
        "oso(3,1)",
        ["O", "S", ""],
        {"turn": "first", "first_points": "0", "second_points": "0"},
        "OS. first 0 0",
    ),
]


@pytest.mark.parametrize(("game", "cells", "fields", "text"), EDITED)
def test_a_board_drawn_by_hand_becomes_the_text_of_a_position(client, game, cells, fields, text):
    answer = client.post("/api/positions", json={"game": game, "cells": cells, "fields": fields}).json()
    assert answer["position"]["text"] == text
    same = client.post("/api/positions", json={"game": game, "position": text}).json()
    assert same["position"]["board"] == answer["position"]["board"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "mnk(3,3,3)", "cells": ["X"] * 9}, "error.position_counts"),
        ({"game": "mnk(3,3,3)", "cells": ["X"]}, "server.cells"),
        ({"game": "mnk(3,3,3)", "cells": ["Z"] + [""] * 8}, "server.cells"),
        ({"game": "mnk(3,3,3)", "cells": [""] * 9, "position": "..."}, "server.one_way"),
        ({"game": "tree(A[3 5])", "cells": [""]}, "server.no_editor"),
        ({"game": "mnk(3,3,3)", "moves": "a1 a1"}, "error.cell_taken"),
        ({"game": "connect(7,6,4)", "position": "X....../" + "......./" * 4 + "......."}, "error.position_floating"),
    ],
)
def test_a_position_that_is_impossible_is_refused_with_the_reason(client, body, code):
    answer = client.post("/api/positions", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_every_editor_describes_a_position_that_is_possible(client):
    for game in ("mnk(3,3,3)", "gomoku(15,standard,swap2)", "connect(7,6,4)", "cube(3,3)", "terni", "oso(6,6)"):
        described = client.get("/api/games/describe", params={"game": game}).json()
        cells = described["start"]["position"]["board"]["cells"]
        fields = {field["name"]: field["default"] for field in described["editor"]["fields"]}
        if "stage" in fields:
            fields["stage"] = "place"
        answer = client.post("/api/positions", json={"game": game, "cells": cells, "fields": fields})
        assert answer.status_code == 200, answer.text


def test_a_position_has_a_picture_that_can_do_nothing(client):
    answer = client.get("/api/positions/picture", params={"game": "mnk(3,3,3)", "moves": "b2 a1"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.text.startswith("<svg")


def test_a_game_given_by_its_moves_is_shown_frame_by_frame(client):
    moves = ["b2", "a1", "c1", "a3", "a2", "c2", "b2-b1"]
    answer = client.post("/api/replays", json={"game": "terni", "moves": moves}).json()
    assert answer["frames"][-1]["cells"] == [[1, "X", 0], [4, "", None]]
