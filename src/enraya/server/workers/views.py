"""Short looks that a person waits for, as tasks of a worker process: positions, replays, set-ups, exercises.

A game of 360 moves takes a tenth of a second to play through and a second to be drawn frame by frame: too long for the
process that everybody's moves go through.
"""

from __future__ import annotations

from base64 import b64decode
from threading import Event

from enraya.errors import NotationError
from enraya.exchange import read_game
from enraya.game import Player
from enraya.games.tree import Tree
from enraya.games.tree_formats import FORMS, read_any_tree
from enraya.lab.exercises.exercise import Exercise
from enraya.lab.exercises.question import read_question
from enraya.lab.exercises.sets import read_set
from enraya.lab.marking.answers import read_answer
from enraya.lab.marking.hints import next_hint
from enraya.lab.marking.marks import mark
from enraya.lab.marking.redaction import without_answers
from enraya.lab.values.comparison import algorithms_for, check_algorithms
from enraya.lab.values.valuation import check_strategy
from enraya.notation import LONGEST_TEXT, format_grid
from enraya.players.textbook import affordable_depth
from enraya.position import Position
from enraya.server.api.answers.replays import Replay
from enraya.server.api.requests import SettingsRequest
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.matches.setup import check_setup
from enraya.server.views.board import BoardsAnswer, PositionAnswer, TreeTextAnswer
from enraya.server.views.exercises import (
    ExercisesAnswer,
    HintAnswer,
    MarksAnswer,
    show_exercise,
    show_hint,
    show_marks,
)
from enraya.server.views.lab import AlgorithmsAnswer
from enraya.server.views.match import show_free_position, show_tree
from enraya.server.views.replay import show_record, show_replay
from enraya.server.workers.exports import final_of, history_of, offered_games_of, record_of, result_of
from enraya.server.workers.lab_tree import boards_of
from enraya.workers.service import refused
from enraya.workers.task import Json, OnProgress

NODES = 1_000_000
"""About how many nodes an algorithm may need, where no depth is said."""


def show(job: Json, stop: Event, on_progress: OnProgress) -> PositionAnswer:
    """A position by its text or by what stands in each cell."""
    if job["position"] is not None and job["cells"] is not None:
        raise NotationError("server.one_way")
    offered = offered_games_of(job)
    text = job["position"] if job["cells"] is None else _written(job, offered)
    return show_free_position(_reached(job, text), offered)


def draw(job: Json, stop: Event, on_progress: OnProgress) -> str:
    """A position as SVG."""
    return _reached(job, job["position"])._repr_svg_()


def _reached(job: Json, text: str | None) -> Position:
    return Position.start(offered_games_of(job).find(job["game"]), text).play_all(job["moves"] or "")


def _written(job: Json, offered: OfferedGames) -> str:
    """The text of a position drawn by hand."""
    game, cells = offered.find(job["game"]), job["cells"]
    editor, board = game.editor(), game.board(game.initial())
    if editor is None or board is None:
        raise NotationError("server.no_editor", game=job["game"])
    if len(cells) != len(board.cells) or not all(cell in ("", *editor.signs) for cell in cells):
        raise NotationError("server.cells", count=len(board.cells), found=len(cells), signs=list(editor.signs))
    said = [job["fields"][field.name].strip() for field in editor.fields if field.name in job["fields"]]
    return " ".join([format_grid(cells, board.columns, board.rows), *said])


def replay_played(job: Json, stop: Event, on_progress: OnProgress) -> Replay:
    """A game of a match, move by move."""
    return show_replay(
        final_of(job),
        offered_games_of(job),
        players=job["players"],
        first_seat=job["first_seat"],
        number=job["number"],
        starter=job["starter"],
        result=result_of(job),
        history=history_of(job),
    )


def replay_moves(job: Json, stop: Event, on_progress: OnProgress) -> Replay:
    """A game given by its moves, move by move."""
    return show_record(record_of(job), offered_games_of(job))


def replay_file(job: Json, stop: Event, on_progress: OnProgress) -> Replay:
    """The game in a file, move by move."""
    offered = offered_games_of(job)
    record, _ = read_game(b64decode(job["data"]), offered.find, job["format"])
    return show_record(record, offered)


def judge_setup(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """Check a set-up and return the refusals by field."""
    _, refusals = check_setup(SettingsRequest(**job["settings"]), offered_games_of(job))
    return {field: refused(error) for field, error in refusals.items()}


def show_boards(job: Json, stop: Event, on_progress: OnProgress) -> BoardsAnswer:
    """The boards of some nodes of a search."""
    return boards_of(_reached(job, job["position"]), job["nodes"])


def read_tree(job: Json, stop: Event, on_progress: OnProgress) -> TreeTextAnswer:
    """A tree typed in, in every form."""
    root, starter = read_any_tree(job["text"])
    game = Tree(root, starter)
    if len(game.name) > LONGEST_TEXT:
        raise NotationError("error.too_long", text=game.name, length=len(game.name), longest=LONGEST_TEXT)
    return TreeTextAnswer(
        game=game.name,
        to_move="max" if starter is Player.FIRST else "min",
        forms={name: write(root, starter) for name, write in FORMS.items()},
        tree=show_tree(game),
    )


def check_subject(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """Check the subject of a job of the lab before it begins: return the algorithms and depths, or refuse it."""
    position = _reached(job, job["position"])
    if job.get("goes_on") and position.is_over:
        raise NotationError("error.over_already")
    if job.get("strategy"):
        check_strategy(job["strategy"], position.game)
    if job.get("move") is not None:
        position.move(job["move"])
    if "algorithms" not in job:
        return {}
    names = check_algorithms(job["algorithms"] or algorithms_for(position), position)
    return {"algorithms": names, "depth": job["depth"] or affordable_depth(position.game, position.state, NODES)}


def name_algorithms(job: Json, stop: Event, on_progress: OnProgress) -> AlgorithmsAnswer:
    """The algorithms that can be compared on a position."""
    return AlgorithmsAnswer(algorithms=algorithms_for(_reached(job, job["position"])))


def put_exercises(job: Json, stop: Event, on_progress: OnProgress) -> ExercisesAnswer:
    """The questions of a set, or the one given, without their answers."""
    offered = offered_games_of(job)
    if (job["set"] is None) == (job["question"] is None):
        raise NotationError("server.practise_one_way")
    if job["question"] is not None:
        return ExercisesAnswer(title=None, questions=[show_exercise(_exercise(job), offered)])
    exercises = read_set(job["set"], offered.find)
    questions = [show_exercise(each, offered) for each in exercises.questions]
    return ExercisesAnswer(title=exercises.title, questions=questions)


def mark_answers(job: Json, stop: Event, on_progress: OnProgress) -> MarksAnswer:
    """Answers, marked."""
    exercise = _exercise(job)
    marked = mark(exercise, read_answer(exercise, job["answers"]), job["hints"])
    return show_marks(exercise, without_answers(exercise, marked) if job["discreet"] else marked, job["solution"])


def give_hint(job: Json, stop: Event, on_progress: OnProgress) -> HintAnswer:
    """The next hint."""
    exercise, before = _exercise(job), job["before"]
    last = (before["node"], before["step"]) if before else None
    return show_hint(next_hint(exercise, read_answer(exercise, job["answers"]), last))


def _exercise(job: Json) -> Exercise:
    return read_question(job["question"], offered_games_of(job).find)
