"""A class of one teacher and three students in four browsers, from join to marks, through a reload and a kill."""

from __future__ import annotations

import json
import re
import signal
import urllib.request

import pytest

from tests.web.conftest import GIVE_UP, Server

KEY = "llave-de-la-clase"
SET = """title: Poda
questions:
  - {kind: values, tree: "A[B[3 12 8] C[2 4 6]]"}
  - {kind: move, tree: "A[B[3 12 8] C[2 4 6]]", points: 5}
"""
MARKUP = "<img src=x onerror=alert(1)>"
GOOD = "def choose(state, limit, game):\n    return game.legal_moves(state)[0]\n"


@pytest.fixture(scope="module")
def school(tmp_path_factory, server):
    """A server with a key that we know; *server* only says whether the page was built."""
    school = Server(tmp_path_factory.mktemp("school"), "--teacher-key", KEY).start()
    yield school
    school.stop()


def ask(school, path, body=None, method=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    said = {"X-Enraya-Teacher": KEY, "Content-Type": "application/json", **headers}
    request = urllib.request.Request(f"{school.address}api/classes{path}", data, said, method=method)
    with urllib.request.urlopen(request, timeout=GIVE_UP) as answer:
        return json.load(answer)


def enter_key(page):
    page.get_by_label(re.compile("^(Teacher key|Clave del profesor)$")).fill(KEY)
    page.get_by_role("button", name=re.compile("^(Unlock|Abrir)$")).click()


def join(player, code, name):
    page = player.open(f"class/join/{code}").page
    page.get_by_label(re.compile("^(Your name|Tu nombre)$")).fill(name)
    page.get_by_role("button", name=re.compile("^(Join|Entrar)$")).click()
    word = page.get_by_test_id("personal-word").inner_text()
    page.get_by_role("button", name=re.compile("noted it down|apuntado")).click()
    return word


def answer(page, values):
    """Fill in the values of question 1, and hand in."""
    for node, value in values.items():
        page.locator(f"input[data-node='{node}']").fill(str(value))
    page.get_by_role("button", name=re.compile("^(Hand in|Entregar)$")).click()
    page.get_by_text(re.compile("it is kept|está guardado")).wait_for()


def test_a_class_from_join_to_marks_through_a_reload_and_a_kill(sit, school, tmp_path):
    teacher = sit(server=school)
    teacher_page = teacher.open("class").page
    enter_key(teacher_page)
    teacher_page.get_by_label("Name of the class").fill("4.º B")
    teacher_page.get_by_role("button", name="Open the class").click()
    code = teacher_page.get_by_test_id("class-code").inner_text()

    students = [sit(server=school), sit(server=school, language="es"), sit(server=school, width=360, height=740)]
    ana, eva, luis = (student.page for student in students)
    words = [join(student, code, name) for student, name in zip(students, ("Ana", MARKUP, "Luis"), strict=True)]
    teacher_page.locator("[data-students='3']").wait_for()

    # A set from a file, for which no solution is shown.
    teacher_page.get_by_role("link", name="Assign").click()
    teacher.wait_heading("New assignment")
    file = tmp_path / "set.yaml"
    file.write_text(SET)
    teacher_page.get_by_label("Open a set").set_input_files(file)
    teacher_page.get_by_text("The file below is what is assigned.").wait_for()
    teacher_page.get_by_role("button", name="Check the set").click()
    teacher_page.get_by_text("2 questions, 15 points: all right.").wait_for()
    teacher_page.get_by_label("After handing in, students see").select_option("nothing")
    teacher_page.get_by_role("button", name="Assign").click()
    teacher_page.locator("article[data-stage=open]").wait_for()

    # It appears by itself; the first answers, and the server is killed.
    for page in (ana, eva, luis):
        page.get_by_role("link", name="Poda").click()
        page.locator("[data-question='1']").wait_for()
    answer(ana, {"A": 3, "B": 3, "C": 2})
    answer(eva, {"A": 2, "B": 3, "C": 2})
    school.stop(signal.SIGKILL)
    school.start()
    # Nothing that was acknowledged is lost: not for who reloads, nor for who does not.
    ana.reload()
    ana.get_by_text("Handed in; it is kept.").wait_for()
    assert ana.locator("input[data-node='A']").input_value() == "3"
    answer(luis, {"A": 3})
    assert luis.get_by_text("Handed in; it is kept. 3.33 of 10").count() == 0
    row = teacher_page.locator(f"tr[data-student={json.dumps(MARKUP)}]")
    row.get_by_text("1/2").wait_for()
    teacher_page.locator("tr[data-student=Luis]").get_by_text("1/2").wait_for()
    assert teacher_page.locator("tr[data-student=Ana]").get_by_text("10").count() == 2

    # Luis goes on at another device by the personal word.
    other = sit(server=school)
    page = other.open(f"class/join/{code}").page
    page.get_by_label("Your name").fill("Luis")
    page.get_by_role("button", name="Join").click()
    page.get_by_text("Somebody in this class is called “Luis” already").wait_for()
    page.get_by_label("Personal word").fill(words[2])
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="Poda").click()
    page.get_by_role("button", name="Next").click()
    page.locator("[data-question='2']").wait_for()
    page.locator("input[type=radio][data-node='B']").check()
    page.get_by_role("button", name="Hand in").click()
    page.get_by_text("Handed in; it is kept.").wait_for()
    teacher_page.locator("tr[data-student=Luis]").get_by_text("2/2").wait_for()

    # Frozen: nothing is taken. Revealed: the solution. Published: everybody's marks.
    teacher_page.get_by_role("button", name="Freeze").click()
    ana.locator("[data-task][data-stage=frozen]").wait_for()
    assert ana.get_by_role("button", name="Hand in").is_disabled()
    assert ana.get_by_text("Solution:").count() == 0
    teacher_page.get_by_role("button", name="Reveal").click()
    ana.get_by_text("A = 3 · B = 3 · C = 2").wait_for()
    eva.get_by_text("Solución:").wait_for()
    teacher_page.get_by_text("Options").click()
    teacher_page.get_by_label("Publish the marks to the class").check()
    eva.get_by_role("heading", name="Notas de la clase").wait_for()
    assert eva.locator("tr.you th").inner_text() == MARKUP
    assert teacher_page.locator("img[src=x]").count() + eva.locator("img[src=x]").count() == 0
    with teacher_page.expect_download() as download:
        teacher_page.get_by_role("button", name="Save the marks (CSV)").click()
    table = download.value.path().read_text("utf-8").splitlines()
    assert table[0] == "\ufeffStudent;Poda (15);Sum (15)"
    assert table[1:] == [f"{MARKUP};6,67;6,67", "Ana;10;10", "Luis;8,33;8,33"]

    # All of it on the projector.
    teacher_page.get_by_role("link", name="For the projector").click()
    teacher_page.set_viewport_size({"width": 1280, "height": 720})
    teacher_page.get_by_role("button", name="Projector mode").last.click()
    teacher_page.locator("header[hidden]").wait_for(state="attached")
    assert teacher_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert teacher.axe() == []
    teacher_page.get_by_role("button", name="Leave projector mode").click()
    teacher_page.get_by_role("link", name="Back to the class").click()

    # Deleted, and gone for everybody.
    teacher_page.get_by_role("button", name="Delete the class").click()
    teacher_page.get_by_role("dialog").get_by_role("button", name="Delete the class").click()
    teacher.wait_heading("^Class$")
    ana.get_by_text("There is no such class").wait_for()


@pytest.mark.parametrize("is_local", [True, False])
def test_a_code_to_scan_is_shown_only_where_other_machines_reach_the_server(sit, school, is_local):
    made = ask(school, "", {"title": "Clase de prueba"})
    network = {"address": None if is_local else "http://192.0.2.7:8000/", "is_local": is_local}
    teacher = sit(server=school, width=360, height=740, language="es")
    page = teacher.page
    page.route("**/api/invitations/network", lambda route: route.fulfill(json=network))
    page.goto(f"{school.address}#/class/teach/{made['id']}?secret={made['secret']}")
    enter_key(page)
    to_scan = page.get_by_role("img", name=re.compile("QR"))
    warning = page.get_by_text("El enlace solo se abre en este ordenador.")
    for is_projected in (False, True):
        if is_projected:
            page.get_by_role("link", name="Para el proyector").click()
            page.get_by_role("button", name="Modo proyector").first.wait_for()
        (warning if is_local else to_scan).wait_for()
        assert (to_scan.count(), warning.count()) == ((0, 1) if is_local else (1, 0))
        assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_every_screen_of_a_class_is_accessible_and_fits_a_phone(sit, school):
    made = ask(school, "", {"title": "Clase de prueba"})
    secret = {"X-Enraya-Class": made["secret"]}
    lessons = urllib.request.urlopen(f"{school.address}api/lessons", timeout=GIVE_UP)
    names = [each["name"] for each in json.load(lessons)["course"]]
    puzzles = urllib.request.urlopen(f"{school.address}api/puzzles?day=2026-01-01", timeout=GIVE_UP)
    puzzle = next(each["name"] for each in json.load(puzzles)["puzzles"] if each["game"] == "mnk(3,3,3)")
    kinds = (
        {"kind": "set", "text": SET, "shows": "reasons"},
        {"kind": "lessons", "lessons": names[:2]},
        {"kind": "puzzles", "puzzles": [puzzle]},
        {"kind": "player", "game": "mnk(3,3,3)"},
        {"kind": "game"},
    )
    for body in kinds:
        ask(school, f"/{made['id']}/assignments", {**body, "stage": "open"}, **secret)
    student = sit(server=school, width=360, height=740, language="es")
    page = student.open("class").page
    assert student.axe() == []
    join(student, made["code"], "Iñaki")
    assert student.axe() == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("link", name="Poda").click()
    page.locator("[data-question='1']").wait_for()
    answer(page, {"A": 1, "B": 3})
    page.get_by_role("heading", name="Tus respuestas").wait_for()
    for number in range(1, 6):
        student.open(f"class/in/{made['id']}/{number}")
        page.locator(f"[data-task='{number}']").wait_for()
        assert student.axe(in_every_theme=number == 1) == [], number
        assert page.evaluate("document.documentElement.scrollWidth") == 360, number
    # A step of a lesson done in the lesson itself counts in the class.
    student.open(f"learn/{names[0]}")
    page.get_by_role("button", name="Siguiente").click()
    teacher = sit(server=school, width=360, height=740, language="es")
    teacher_page = teacher.page
    # The page takes the secret out of its address at once.
    teacher_page.goto(f"{school.address}#/class/teach/{made['id']}?secret={made['secret']}")
    enter_key(teacher_page)
    teacher_page.locator("[data-students='1']").wait_for()
    teacher_page.locator("tr[data-student=Iñaki]").get_by_text("0/2").first.wait_for()
    assert teacher.axe() == []
    assert teacher_page.evaluate("document.documentElement.scrollWidth") == 360
    teacher_page.get_by_role("button", name="Iñaki").click()
    assert teacher.axe(in_every_theme=False) == []
    teacher_page.get_by_role("button", name="Cerrar").click()
    teacher.open(f"class/teach/{made['id']}/new")
    teacher_page.get_by_label("Qué", exact=True).wait_for()
    for kind in ("set", "lessons", "puzzles", "player", "game"):
        teacher_page.get_by_label("Qué", exact=True).select_option(kind)
        assert teacher.axe(in_every_theme=kind == "set") == [], kind
        assert teacher_page.evaluate("document.documentElement.scrollWidth") == 360, kind
    # A set that is built here is the file that is assigned.
    teacher_page.get_by_label("Qué", exact=True).select_option("set")
    teacher_page.get_by_role("button", name="Añadir una pregunta").click()
    teacher_page.get_by_label("Qué hacer").last.select_option("cuts")
    teacher_page.get_by_text("El archivo que hay detrás").click()
    assert teacher_page.get_by_label("Archivo YAML").input_value().count("- kind:") == 2
    teacher_page.get_by_role("button", name="Comprobar el conjunto").click()
    teacher_page.get_by_text("2 preguntas, 20 puntos: todo bien.").wait_for()
