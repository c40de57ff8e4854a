"""`enraya practise`: exercises at the terminal, or on paper."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count as count_from
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from enraya.commands.framework.options import Depth, Lang, Moves, Seed, Start, words
from enraya.lab.exercises.kinds import Kind

if TYPE_CHECKING:
    from enraya.lab.exercises.exercise import Exercise


def practise(
    game: Annotated[
        str | None, typer.Argument(help=words("cli.option.practise_game"), metavar=words("cli.place.game"))
    ] = None,
    moves: Moves = "",
    position: Start = None,
    depth: Depth = None,
    kind: Annotated[Kind | None, typer.Option(help=words("cli.option.kind"))] = None,
    difficulty: Annotated[int, typer.Option(help=words("cli.option.difficulty"), min=1, max=6)] = 1,
    seed: Seed = None,
    convention: Annotated[Literal[">=", ">"] | None, typer.Option(help=words("cli.option.convention"))] = None,
    questions: Annotated[int | None, typer.Option(help=words("cli.option.questions"), min=1, max=100)] = None,
    set: Annotated[Path | None, typer.Option("--set", help=words("cli.option.set"))] = None,
    save: Annotated[Path | None, typer.Option(help=words("cli.option.save"))] = None,
    student: Annotated[str, typer.Option(help=words("cli.option.student"))] = "",
    print_to: Annotated[Path | None, typer.Option("--print", help=words("cli.option.print"))] = None,
    solved: Annotated[bool, typer.Option("--solved", help=words("cli.option.solved"))] = False,
    lang: Lang = None,
) -> None:
    """Practise minimax and alpha-beta by hand."""
    from enraya.commands.framework.files import refuse_unwritable, write_file
    from enraya.errors import NotationError
    from enraya.terminal.practise import practise as run

    if set is not None and game is not None:
        raise NotationError("error.practise_set_and_game")
    if solved and print_to is None:
        raise NotationError("error.practise_solved")
    title, exercises, known = _asked(game, moves, position, depth, kind, difficulty, seed, convention, questions, set)
    if print_to is not None:
        listed = [next(exercises) for _ in range(known or 1)]
        _print(listed, title or words("practise.print.title"), print_to, solved)
        return
    refuse_unwritable(save)
    answered = run(exercises, words.language, title=title, student=student, count=known)
    if save is not None:
        write_file(save, f"{json.dumps(answered, ensure_ascii=False, indent=2)}\n".encode())


def _asked(
    game: str | None,
    moves: str,
    position: str | None,
    depth: int | None,
    kind: Any,
    difficulty: int,
    seed: int | None,
    convention: Any,
    questions: int | None,
    set: Path | None,
) -> tuple[str, Iterator[Exercise], int | None]:
    """The title, the exercises one after the other, and how many there are, where they end."""
    from random import randrange

    from enraya.commands.grade.command import read_set_file
    from enraya.lab.exercises.exercise import Exercise
    from enraya.lab.exercises.generator import make_exercise, pick_kind
    from enraya.position import Position

    if set is not None:
        exercises = read_set_file(set)
        return exercises.title, iter(exercises.questions), len(exercises.questions)
    if game is not None:
        start = Position.start(game, position).play_all(moves)
        exercise = Exercise(kind or "values", start, depth, convention or ">=").fitted()
        return "", iter([exercise]), 1
    first = randrange(10**6) if seed is None else seed
    made = (make_exercise(kind or pick_kind(each), difficulty, each, convention) for each in count_from(first))
    return "", made if questions is None else islice(made, questions), questions


def _print(exercises: list[Exercise], title: str, path: Path, solved: bool) -> None:
    """Pages as one PDF, or as SVG: a single page under the name given, several with their numbers in it."""
    from enraya.commands.framework.files import write_file
    from enraya.drawing.page import page_as_svg
    from enraya.errors import NotationError
    from enraya.lab.exercises.worksheet import print_exercises

    ending = path.suffix.lower()
    if ending not in (".pdf", ".svg"):
        raise NotationError("error.practise_ending", text=path.name)
    pages = print_exercises(exercises, title, words.language, solved)
    if ending == ".pdf":
        from enraya.drawing.pdf import pages_as_pdf

        write_file(path, pages_as_pdf(pages, title, words.language))
        print(words("practise.printed", count=len(pages), path=str(path)))
        return
    for number, page in enumerate(pages, start=1):
        file = path if len(pages) == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
        write_file(file, page_as_svg(page, title).encode())
        print(words("practise.printed", count=1, path=str(file)))
