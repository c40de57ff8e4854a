"""Lessons, as tasks of a worker process: read from their files, and the duels of their experiments played."""

from __future__ import annotations

from threading import Event

from enraya.lab.lessons.duel import play_duel
from enraya.lab.lessons.folder import find_lesson, read_lessons
from enraya.lab.lessons.lesson import Subject
from enraya.server.views.lessons import (
    DuelAnswer,
    DuelProgress,
    LessonAnswer,
    LessonsAnswer,
    list_lesson,
)
from enraya.server.views.lessons import show_lesson as shown
from enraya.workers.task import Json, OnProgress


def list_lessons(job: Json, stop: Event, on_progress: OnProgress) -> LessonsAnswer:
    """Every lesson there is."""
    course, own = read_lessons(job["folder"])
    return LessonsAnswer(course=[list_lesson(each) for each in course], own=[list_lesson(each) for each in own])


def show_lesson(job: Json, stop: Event, on_progress: OnProgress) -> LessonAnswer:
    """One lesson with all its steps."""
    return shown(find_lesson(job["name"], job["folder"]))


def play_lesson_duel(job: Json, stop: Event, on_progress: OnProgress) -> DuelAnswer:
    """The duel of an experiment, game after game."""
    subject = Subject(job["game"], job["start"], job["moves"])
    one, two = ((each["player"], each["blind"]) for each in job["players"])
    wins, draws = [0, 0], 0
    for played in play_duel(subject, (one, two), job["games"], job["seed"], stop):
        if played.winner is None:
            draws += 1
        else:
            wins[played.winner] += 1
        on_progress(DuelProgress(starter=played.starter, winner=played.winner, moves=list(played.moves)))
    return DuelAnswer(wins=(wins[0], wins[1]), draws=draws)
