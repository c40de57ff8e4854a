"""One match at one console: the state machine of `enraya.match`, driven by a clock, a keyboard and strategies."""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Event as Signal

from enraya.custom import CustomGame, cause_of, failure_in_file
from enraya.errors import EnrayaError, Refusal
from enraya.interrupt import is_interrupt
from enraya.match import (
    Continued,
    Event,
    HintTaken,
    Match,
    MatchSettings,
    Paused,
    Played,
    Redone,
    Resigned,
    Resumed,
    Stopped,
    Undone,
)
from enraya.match.turn import answer, hint_allowance, seed_of
from enraya.players.adviser import Adviser
from enraya.players.turn import allowance, is_of_the_rules, think
from enraya.position import Position
from enraya.search.endless import LONGEST_GAME
from enraya.search.limit import Limit
from enraya.terminal.console import COMMANDS, SAVING, Console, InputEnded, UserLeft, fold
from enraya.terminal.game_files import save_game
from enraya.terminal.move_values import values_in_words
from enraya.terminal.report import history_in_words, move_in_words, score_in_words, summary_in_words
from enraya.terminal.wording import (
    game_in_words,
    points,
    result_in_words,
    rules_in_words,
    seat_names,
    sign_to_move,
    whole_seconds,
)
from enraya.workers.contestant import Contestant, find_contestant
from enraya.workers.failure import Failure

MOST_LISTED = 40


class GameFailed(Exception):
    """A custom game raised an error, which has been shown."""


class EndlessMatch(EnrayaError):
    """The end of a match of machines whose game goes on for ever."""


class Session:
    """One match at one console."""

    def __init__(self, console: Console, settings: MatchSettings, moves: Sequence[str] = ()) -> None:
        """The first game begins with *moves*, which take no time."""
        self.console = console
        self.words = console.words
        self.names = seat_names(settings, self.words)
        self._machines: dict[int, Contestant] = {
            seat: find_contestant(player) for seat, player in enumerate(settings.players) if not settings.is_human(seat)
        }
        self._shown: Position | None = None
        try:
            # They load before the clock runs.
            for seat in self._machines:
                self._ready_machine(settings, 1, seat)
        except BaseException:
            self._dismiss_machines()
            raise
        now = time.monotonic()
        self.match = Match.start(settings, at=now)
        for move in moves:
            self.match = self.match.apply(Played(move, now))

    def play(self) -> None:
        """Play to the end of the match; the summary comes last, however it ends."""
        try:
            self._introduce()
            while self.match.phase != "finished":
                if self.match.phase == "between":
                    self._between()
                elif self.match.settings.is_human(self._seat()):
                    self._turn_of_person()
                else:
                    self._turn_of_machine()
        except (UserLeft, InputEnded):
            self._sum_up()
            raise
        except EnrayaError as error:
            if not isinstance(error, EndlessMatch) and not is_of_the_rules(error):
                raise
            self.console.refuse(error)
            self._sum_up()
            raise GameFailed from error
        except BaseException as error:
            if is_interrupt(error):
                self._sum_up()
                raise
            failure = failure_in_file(error)
            if failure is None and not isinstance(self.match.position.game, CustomGame):
                raise
            self.console.say("match.game_fails", game=self.match.settings.game, reason=cause_of(failure or error))
            self._sum_up()
            raise GameFailed from error
        finally:
            self._dismiss_machines()
        self._sum_up()

    def _seat(self) -> int:
        seat = self.match.seat_to_move
        # Between games a command is refused whoever gives it.
        return 0 if seat is None else seat

    # Saying

    def _introduce(self) -> None:
        settings = self.match.settings
        limit = self.words("play.no_clock") if settings.seconds is None else whole_seconds(settings.seconds, self.words)
        game = game_in_words(self.match, self.words)
        self.console.say("play.match", game=game, first=self.names[0], second=self.names[1])
        self.console.say("play.games", count=settings.games, time=limit)
        if settings.exam:
            self.console.say("match.exam")
        if settings.has_human:
            self.console.say("play.help_offer")

    def _show_board(self) -> None:
        """The state of things, once for each position."""
        match = self.match
        if self._shown is match.position:
            return
        self._shown = match.position
        self.console.write("")
        game = self.words("play.game_number", number=match.game_number, count=match.settings.games)
        self.console.write(f"{game} {score_in_words(match, self.words)}")
        self.console.write(f"\n{match.position}\n")
        if (scored := points(match)) is not None:
            values = {"first_points": scored[0], "second_points": scored[1]}
            self.console.say("play.points", first=self.names[0], second=self.names[1], **values)
        if match.history:
            last = move_in_words(match.history[-1], self.names, self.words)
            self.console.write(f"{self.words('play.last_move')}: {last}")
        if match.phase == "playing":
            sign = sign_to_move(match.position, self.words)
            name = self.names[self._seat()]
            self.console.say("play.turn_sign" if sign else "play.turn", name=name, sign=sign or "")

    def _sum_up(self) -> None:
        self.console.write("")
        self.console.write(summary_in_words(self.match, self.words))

    # A person

    def _turn_of_person(self) -> None:
        self._show_board()
        remaining = self.match.remaining(time.monotonic())
        try:
            line = self.console.ask(self._prompt(remaining), remaining)
        except TimeoutError:
            self._run_out()
            return
        if self._is_command(line):
            return
        try:
            self._apply(Played(line, time.monotonic()))
        except Refusal as refusal:
            if refusal.code != "match.time_over":
                raise
            self._run_out()
        except EnrayaError as error:
            self.console.refuse(error)

    def _prompt(self, remaining: float | None) -> str:
        position = self.match.position
        forms = self.words(position.game.move_forms())
        if position.game.move_forms() == "forms.listed":
            legal = position.legal_moves
            more = ["…"] if len(legal) > MOST_LISTED else []
            forms = self.words("play.listed", moves=[*legal[:MOST_LISTED], *more])
        if remaining is None:
            return self.words("play.prompt") + f" ({forms}):"
        return self.words("play.prompt_clock", time=whole_seconds(remaining, self.words)) + f" ({forms}):"

    def _run_out(self) -> None:
        """Wait for what is left of the time, if anything is, and let chance play, with a clock or without."""
        while remaining := self.match.remaining(time.monotonic()):
            time.sleep(remaining)
        self.console.say("play.time_up", name=self.names[self._seat()])
        self._apply(answer(self.match, self._seat(), None, time.monotonic()))

    def _is_command(self, line: str) -> bool:
        """Do what *line* says if it is a command, or say why not; else leave it to the caller."""
        word, _, rest = line.strip().partition(" ")
        if fold(word) in SAVING:
            self._save(rest.strip())
            return True
        if command := COMMANDS.get(fold(line)):
            self._obey(command)
            return True
        return False

    def _save(self, name: str) -> None:
        try:
            path = save_game(self.match, self.names, name)
        except EnrayaError as error:
            self.console.refuse(error)
        else:
            self.console.say("play.saved", path=str(path))

    def _obey(self, command: str) -> None:
        """Do what a command says, or say in one line why not."""
        now, seat = time.monotonic(), self._seat()
        try:
            match command:
                case "help":
                    forms = self.words(self.match.position.game.move_forms())
                    self.console.write(f"{self.words('play.help_move')}: {forms}.")
                    self.console.say("play.help")
                case "rules":
                    self.console.write(rules_in_words(self.match, self.words))
                case "moves":
                    self.console.write(history_in_words(self.match, self.words))
                case "undo":
                    self._apply(Undone(self._undoing_seat(), now))
                case "redo":
                    self._apply(Redone(seat, now))
                case "resign":
                    self._apply(Resigned(seat, now))
                case "hint":
                    self._apply(HintTaken(seat, now))
                    self._hint()
                case "values":
                    self._apply(HintTaken(seat, now))
                    self._values()
                case "pause":
                    self._apply(Paused(now))
                    self._pause()
        except EnrayaError as error:
            self.console.refuse(error)

    def _undoing_seat(self) -> int:
        """The seat whose move to take back: with two people at one screen, the one that moved last."""
        match = self.match
        both = match.settings.is_human(0) and match.settings.is_human(1)
        return match.history[-1].seat if both and match.history else self._seat()

    def _hint(self) -> None:
        position, remaining = self.match.position, self.match.remaining(time.monotonic())
        adviser = Adviser(position.game, self.match.settings.seed)
        report = think(adviser, position, hint_allowance(remaining))
        if report is None:
            self.console.say("play.no_hint")
        else:
            assert report.reason is not None
            why = self.words(report.reason, **report.reason_values)
            self.console.say("play.hint", move=position.game.format_move(report.move), why=why)

    def _values(self) -> None:
        position, remaining = self.match.position, self.match.remaining(time.monotonic())
        self.console.write(values_in_words(position, Limit(seconds=hint_allowance(remaining).thinking), self.words))

    def _pause(self) -> None:
        self.console.ask(self.words("play.paused"))
        self._apply(Resumed(time.monotonic()))

    # A machine

    def _ready_machine(self, settings: MatchSettings, game_number: int, seat: int) -> None:
        """Prepare the machine in *seat*: load it, with dice of its own in each game."""
        seed = seed_of(settings, game_number, seat)
        self._machines[seat].begin(settings.game, settings.position, seed, Signal())

    def _dismiss_machines(self) -> None:
        for machine in self._machines.values():
            machine.close()

    def _turn_of_machine(self) -> None:
        self._show_board()
        match, seat = self.match, self._seat()
        if not match.settings.has_human and len(match.history) >= LONGEST_GAME:
            # Nobody is there who could end it.
            raise EndlessMatch("error.endless", game=match.settings.game, plies=LONGEST_GAME)
        allowed = allowance(match.remaining(time.monotonic()))
        try:
            choice = self._machines[seat].choose(match.position, allowed, Signal(), self.console.look_for_leaving)
            self._apply(answer(match, seat, choice, time.monotonic()))
        except Failure as failure:
            if failure.reason == "timeout":
                self._run_out()
            else:
                self._give_up(seat, failure.error)
        except Refusal as refusal:
            if refusal.code != "match.time_over":
                raise
            self._run_out()
        except EnrayaError as error:
            if is_of_the_rules(error):
                raise
            self._give_up(seat, error)

    def _give_up(self, seat: int, error: EnrayaError) -> None:
        """A player that crashes or answers with no legal move loses this game, by name."""
        self.console.refuse(error)
        self.console.say("play.loses", name=self.names[seat])
        self._apply(Resigned(seat, time.monotonic()))

    # Between games

    def _between(self) -> None:
        match = self.match
        if not match.settings.has_human:
            self._continue()
            return
        line = self.console.ask(self.words("play.go_on", played=len(match.results), count=match.settings.games))
        if self._is_command(line):
            return
        wanted = self.console.is_yes(line, default=True)
        if wanted is None:
            self.console.say("play.yes_or_no")
            return
        if wanted:
            self._continue()
        else:
            self._apply(Stopped(time.monotonic()))

    def _continue(self) -> None:
        """Begin the next game; a machine that could be loaded before and fails to load now loses it."""
        failures: dict[int, EnrayaError] = {}
        for seat in self._machines:
            try:
                self._ready_machine(self.match.settings, self.match.game_number + 1, seat)
            except EnrayaError as error:
                failures[seat] = error
        self._apply(Continued(time.monotonic()))
        for seat, failure in failures.items():
            if self.match.phase == "playing":
                self._give_up(seat, failure)

    def _apply(self, event: Event) -> None:
        """Apply *event*, and tell the result of the game if it ends it."""
        results = self.match.results
        self.match = self.match.apply(event)
        if len(self.match.results) > len(results):
            self._show_board()
            self.console.write(result_in_words(self.match, self.match.results[-1], self.words))
