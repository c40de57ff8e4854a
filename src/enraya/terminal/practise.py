"""Practice at the terminal: a tree as text, its questions one by one, hints, and a score."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TextIO

from enraya.errors import EnrayaError, NotationError
from enraya.lab.exercises.exercise import Exercise
from enraya.lab.exercises.solved_tree import SolvedNode
from enraya.lab.exercises.statement import statement, task
from enraya.lab.marking.answers import Given, Unreadable, read_answer, write_answer
from enraya.lab.marking.hints import next_hint
from enraya.lab.marking.marks import CREDIT, Mark, Marked, mark, solution
from enraya.lab.marking.submissions import answers_as_data
from enraya.lab.reason import write_number
from enraya.terminal.console import COMMANDS, Console, InputEnded, UserLeft, fold, open_console

MARK_MESSAGES = {"right": "practise.told.right", "follows": "practise.told.follows"}


def practise(
    exercises: Iterable[Exercise],
    language: str,
    *,
    title: str = "",
    student: str = "",
    count: int | None = None,
    input: TextIO | None = None,
    output: TextIO | None = None,
) -> dict[str, Any]:
    """Ask one exercise after the other until they end or the user leaves; what was answered, as a file holds it.

    *count* is how many there are where that is known; where it is not, the user is asked whether to go on.
    """
    session = _Session(open_console(language, input, output))
    if title:
        session.console.write(f"{title}\n")
    try:
        for number, exercise in enumerate(exercises, start=1):
            if number > 1 and count is None and not session.wants_another():
                break
            session.ask(number, exercise, count)
    except (UserLeft, InputEnded):
        session.leave()
    session.print_total()
    return answers_as_data(title, student, session.answers, session.hints)


def tree_as_rows(exercise: Exercise) -> list[str]:
    """The tree as indented text: what moves where, and what the leaves are worth."""
    rows = []
    for node in exercise.solved_tree.nodes.values():
        role = f"= {write_number(node.value)}" if node.is_leaf else "MAX" if node.is_max else "MIN"
        by = "" if node.move in (None, node.name) else f"  [{node.move}]"
        rows.append(f"{'  ' * node.depth}{node.name} {role}{by}")
    return rows


class _Session:
    """One sitting."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.answers: dict[str, Any] = {}
        self.hints: dict[str, int] = {}
        self._score = self._points = 0.0
        self._open: tuple[str, Exercise, Given] | None = None

    def ask(self, number: int, exercise: Exercise, count: int | None) -> None:
        """Put one exercise, question by question, and mark it."""
        self._show(number, exercise, count)
        given: Given = {}
        self._open = (str(number), exercise, given)
        if exercise.kind in ("values", "windows"):
            for node in _in_working_order(exercise):
                self._ask_node(exercise, node, given)
        else:
            self._ask_whole(exercise, given)
        self._close()

    def wants_another(self) -> bool:
        """True if the user wants to go on."""
        while True:
            text = self.console.ask(self.console.words("practise.ask.another"))
            if (answer := self.console.is_yes(text, default=True)) is not None:
                return answer
            self.console.say("practise.ask.yes_or_no")

    def leave(self) -> None:
        """Count what was answered so far."""
        if self._open and self._open[2]:
            self._close()

    def print_total(self) -> None:
        """The score of the whole sitting."""
        score, points = write_number(round(self._score, 2)), write_number(self._points)
        self.console.say("practise.total", score=score, points=points)

    def _show(self, number: int, exercise: Exercise, count: int | None) -> None:
        language = self.console.words.language
        of = self.console.words("practise.number_of", number=number, count=count) if count else str(number)
        self.console.write(f"{of}. {task(exercise).in_language(language)}")
        for sentence in statement(exercise):
            self.console.write(sentence.in_language(language))
        if exercise.seed is not None:
            self.console.say("practise.seed", seed=str(exercise.seed), difficulty=exercise.difficulty)
        if not exercise.is_textbook:
            self.console.write(f"\n{exercise.position.game.render(exercise.position.state)}")
        self.console.write("\n" + "\n".join(tree_as_rows(exercise)) + "\n")
        self.console.say("practise.ask.how")

    def _ask_node(self, exercise: Exercise, node: SolvedNode, given: Given) -> None:
        """One node: its value, or its two bounds. An empty answer leaves it empty."""
        role = "MAX" if node.is_max else "MIN"
        prompt = f"{node.name} ({role}) =" if exercise.kind == "values" else f"{node.name} ({role}) α, β ="
        text = self._ask_answer(exercise, given, prompt, only=node.name)
        if text is None:
            return
        given |= _read_node(exercise, node.name, text)
        for each in mark(exercise, given).marks:
            if each.node == node.name:
                self._print_mark(each, {"alpha": "α", "beta": "β"}.get(each.part, ""))

    def _ask_whole(self, exercise: Exercise, given: Given) -> None:
        """The whole answer in one text."""
        key = "practise.ask.move" if exercise.kind == "move" else "practise.ask.cuts"
        text = self._ask_answer(exercise, given, self.console.words(key))
        if text is None:
            return
        given |= read_answer(exercise, text)
        for each in mark(exercise, given).marks:
            self._print_mark(each, each.node)

    def _print_mark(self, mark: Mark, about: str) -> None:
        said = self.console.words(MARK_MESSAGES.get(mark.state, "practise.told.wrong"))
        reason = mark.reason.in_language(self.console.words.language) if mark.reason else ""
        self.console.write(" ".join(filter(None, (f"{about}:" if about else "", said, reason))))

    def _ask_answer(self, exercise: Exercise, given: Given, prompt: str, only: str | None = None) -> str | None:
        """An answer that can be read; hints on the way; None where the text is left empty."""
        before: tuple[str, int] | None = None
        while True:
            text = self.console.ask(prompt).strip()
            if not text:
                return None
            if COMMANDS.get(fold(text)) in ("hint", "help"):
                before = self._hint(exercise, given, before, only)
                continue
            try:
                self._check(exercise, text, only)
            except EnrayaError as error:
                self.console.refuse(error)
                continue
            return text

    def _check(self, exercise: Exercise, text: str, only: str | None) -> None:
        """Refuse what is no answer at all, so that a slip of the keyboard costs nothing."""
        tree = exercise.solved_tree
        if exercise.kind == "values":
            if isinstance(_read_node(exercise, str(only), text)[str(only)], Unreadable):
                raise NotationError("error.answer_number", text=text)
        elif exercise.kind == "windows":
            pair = _read_node(exercise, str(only), text)[str(only)]
            if any(isinstance(bound, Unreadable) for bound in pair):
                raise NotationError("error.answer_bounds", text=text)
        elif exercise.kind == "move":
            (chosen,) = read_answer(exercise, text)
            if chosen not in [child.name for child in tree.root.children]:
                names = [child.move or child.name for child in tree.root.children]
                raise NotationError("error.answer_choice", text=text, moves=names)
        else:
            unknown = [name for name in read_answer(exercise, text) if name not in tree.nodes]
            if unknown:
                raise NotationError("error.answer_nodes", names=unknown)

    def _hint(
        self, exercise: Exercise, given: Given, before: tuple[str, int] | None, only: str | None
    ) -> tuple[str, int] | None:
        assert self._open is not None
        # What comes later is not what is being asked: it is taken as done, so that the hint is about this node.
        known = {**solution(exercise), **given} if only else given
        if only:
            known.pop(only, None)
        hint = next_hint(exercise, known, before)
        if hint is None:
            self.console.say("practise.hint.none")
            return before
        number = self._open[0]
        self.hints[number] = self.hints.get(number, 0) + 1
        self.console.write(hint.reason.in_language(self.console.words.language))
        return hint.node, hint.step

    def _close(self) -> None:
        assert self._open is not None
        number, exercise, given = self._open
        self._open = None
        marked = mark(exercise, given, self.hints.get(number, 0))
        self.answers[number] = write_answer(exercise, given)
        self._score += marked.score
        self._points += exercise.points
        self._tell_score(exercise, marked)

    def _tell_score(self, exercise: Exercise, marked: Marked) -> None:
        self.console.say(
            "practise.score",
            right=write_number(sum(max(0.0, CREDIT.get(each.state, 0)) for each in marked.marks)),
            items=marked.items,
            score=write_number(marked.score),
            points=write_number(exercise.points),
        )
        if extra := marked.count("extra"):
            self.console.say("practise.extra", count=extra)
        if marked.convention != exercise.convention:
            self.console.say("practise.grade.other", convention="≥" if marked.convention == ">=" else ">")
        if marked.hints:
            self.console.say("practise.grade.hints", count=marked.hints)
        self.console.write("")


def _read_node(exercise: Exercise, node: str, text: str) -> Given:
    """The answer of *text* at one node; two bounds may be separated by a space or a comma."""
    written: Any = text
    if exercise.kind == "windows":
        written = [part for part in text.replace(",", " ").split() if part]
        if len(written) != 2:
            raise NotationError("error.answer_bounds", text=text)
    return read_answer(exercise, {node: written})


def _in_working_order(exercise: Exercise) -> list[SolvedNode]:
    """Values are asked from below, windows from above."""
    if exercise.kind == "windows":
        return exercise.solved_tree.inner

    def upwards(node: SolvedNode) -> list[SolvedNode]:
        below = [found for child in node.children for found in upwards(child)]
        return [*below, node] if node.children else below

    return upwards(exercise.solved_tree.root)
