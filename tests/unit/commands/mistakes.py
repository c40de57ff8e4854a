"""Students' mistakes in their files: each is one change to a small game, or a file of its own."""

from tests.race import RACE

MOVES = "return [] if outcome(state) is not None else [1, 2]"
PLAY = "return (state[0] + move, state[1] + 1)"
WON = "return 1 if state[1] % 2 else -1"

OBJECTS = """
class Race:
    def __init__(self, total, plies):
        self.total, self.plies = total, plies
{methods}
def initial(): return Race(0, 0)
def legal_moves(state): return [] if outcome(state) is not None else [1, 2]
def outcome(state): return None if state.total < 7 else 1 if state.plies % 2 else -1
def play(state, move): return Race(state.total + move, state.plies + 1)
"""
EQUAL = "    def __eq__(self, other): return (self.total, self.plies) == (other.total, other.plies)\n"
HASH = "    def __hash__(self): return hash((self.total, self.plies))\n"
NO_HASH = OBJECTS.format(methods=EQUAL)
CHANGES_ITSELF = OBJECTS.format(methods=EQUAL + HASH).replace(
    "return Race(state.total + move, state.plies + 1)",
    "\n    state.total += move\n    state.plies += 1\n    return state",
)
CONSTANT = "    def __hash__(self): return 1\n"
COLLIDING = OBJECTS.format(methods="    def __eq__(self, other): return self.totl == other.total\n" + CONSTANT)

SOLVE, ANALYSE, COUNT, COMPARE = ["solve"], ["analyse"], ["count"], ["compare", "--depth=3"]
TREE, CHECK = ["tree", "--algorithm=alphabeta", "--depth=3", "--format=json"], ["check", "--games=20"]
MATCH, PLAY_COMMAND = ["match", "alphabeta:depth=2", "random", "--games=1", "--game"], ["play", "--game"]
ALL = [SOLVE, ANALYSE, COUNT, COMPARE, TREE, CHECK, MATCH, PLAY_COMMAND]
WITH_TURNS = [SOLVE, ANALYSE, COMPARE, TREE, CHECK, MATCH, PLAY_COMMAND]
SEARCHES = [["analyse", "--player=alphabeta:depth=2"], COMPARE, TREE, MATCH, CHECK]


MOVE_CLASS = """
class Move:
{text}    def __eq__(self, other): return isinstance(other, Move)
    def __hash__(self): return 1
"""


def change(old, new):
    assert old in RACE
    return RACE.replace(old, new)


MISTAKES = {
    "loading": {
        "a syntax error": ("def initial(:\n", ALL, r"mine\.py, line 1: this is not Python"),
        "an empty file": ("", ALL, r"mine\.py is empty"),
        "a function is missing": (RACE.replace("def outcome", "def result"), ALL, r"lacks outcome"),
        "loading fails": ("import nothing_of_this_name\n" + RACE, ALL, r"line 1: there is no module nothing_of"),
        "loading leaves": ("raise SystemExit\n" + RACE, ALL, r"line 1.*SystemExit"),
        "loading interrupts": ("raise KeyboardInterrupt\n" + RACE, ALL, r"line 1.*KeyboardInterrupt"),
        "a function is a value": (
            change("def initial():\n    return (0, 0)", "initial = (0, 0)"),
            ALL,
            r"initial is of type tuple here",
        ),
        "a variable is called as a function is": ("board = [0] * 9\n" + RACE, ALL, r"board is of type list here"),
    },
    "states": {
        "initial forgets to return": (change("return (0, 0)", "(0, 0)"), ALL, r"initial\(\) gives None"),
        "states are lists": (change("return (0, 0)", "return [0, 0]"), ALL, r"A state is or holds a list"),
        "states hold lists": (change("return (0, 0)", "return (0, 0, [])"), ALL, r"A state is or holds a list"),
        "states are dictionaries": (change("return (0, 0)", "return {}"), ALL, r"A state is or holds a dict"),
        "later states are lists": (change(PLAY, "return [state[0] + move, state[1] + 1]"), ALL, r"is or holds a list"),
        "states have no __eq__": (OBJECTS.format(methods=""), ALL, r"states of class Race are equal only if"),
        "states have no __hash__": (NO_HASH, ALL, r"Race, which has __eq__ but no __hash__"),
        "the __hash__ of states fails": (
            OBJECTS.format(methods=EQUAL + "    def __hash__(self): return hash(self.totl)\n"),
            ALL,
            r"__hash__, line 6, fails with AttributeError",
        ),
        "the __eq__ of states fails": (COLLIDING, [SOLVE, COUNT, CHECK], r"__eq__, line 5, fails with AttributeError"),
        "the __eq__ of states interrupts": (
            OBJECTS.format(methods="    def __eq__(self, other): raise KeyboardInterrupt\n" + CONSTANT),
            [SOLVE, COUNT, CHECK],
            r"__eq__, line 5, fails with KeyboardInterrupt",
        ),
        "the __hash__ of states leaves": (
            OBJECTS.format(methods=EQUAL + "    def __hash__(self): raise SystemExit\n"),
            ALL,
            r"__hash__, line 6, fails with SystemExit",
        ),
        "equal states have other hashes": (
            OBJECTS.format(methods=EQUAL + "    def __hash__(self): return id(self)\n"),
            [CHECK],
            r"Two equal states of class Race have different hashes",
        ),
    },
    "play": {
        "play forgets to return": (change(PLAY, PLAY.removeprefix("return ")), ALL, r"play\(state, move\) gives None"),
        "play has a wrong name in it": (change(PLAY, PLAY.replace("move", "mov")), ALL, r"play, line 9, .*NameError"),
        "play changes the state and returns it": (CHANGES_ITSELF, [CHECK], r"play\(state, move\) changes the state"),
        "a command trips over a state that changed": (
            CHANGES_ITSELF + "def to_move(state): return state.plies % 2\n",
            [ANALYSE],
            r"mine\.py: the program failed with \w+.*enraya check \S*mine\.py says which part",
        ),
        "play is random": (
            "import random\n" + change(PLAY, "return (state[0] + move + random.random() / 9, state[1] + 1)"),
            [CHECK],
            r"gives two different states",
        ),
        "play calls itself for ever": (
            change(PLAY, "return play(state, move)"),
            ALL,
            r"play, line 9, .*RecursionError",
        ),
        "play takes all memory": (change(PLAY, "raise MemoryError"), ALL, r"play, line 9, fails with MemoryError"),
        "play leaves": (change(PLAY, "raise SystemExit(3)"), ALL, r"play, line 9, fails with SystemExit: 3"),
        "play takes too few arguments": (
            change("def play(state, move)", "def play(state)"),
            ALL,
            r"play, line 8, fails with TypeError",
        ),
        "play raises what is no Exception": (
            change(PLAY, "raise GeneratorExit"),
            [SOLVE, MATCH, CHECK],
            r"play, line 9, fails with GeneratorExit",
        ),
        "play interrupts": (
            change(PLAY, "raise KeyboardInterrupt"),
            ALL,
            r"play, line 9, fails with KeyboardInterrupt",
        ),
        "play raises an exception that interrupts when it is told": (
            "class Own(BaseException):\n    def __str__(self): raise KeyboardInterrupt\n" + change(PLAY, "raise Own"),
            ALL,
            r"play, line 11, fails with Own",
        ),
        "play sends the signal of Ctrl-C": (
            "import os\n" + change(PLAY, "os.kill(os.getpid(), 2); " + PLAY),
            [MATCH, CHECK],
            r"play, line 10, fails with KeyboardInterrupt",
        ),
        "points of a game without an end": (
            change("state[0] < 7", "True") + "scored = True\n",
            [SOLVE, CHECK],
            r"seems to have no end|did not end in 2000 plies",
        ),
    },
    "legal_moves": {
        "legal_moves gives None": (
            change(MOVES, MOVES.removeprefix("return ")),
            ALL,
            r"legal_moves\(state\) gives None",
        ),
        "legal_moves gives a number": (change(MOVES, "return 3"), ALL, r"legal_moves\(state\) gives a int"),
        "moves are lists": (
            change("else [1, 2]", "else [[1], [2]]"),
            ALL,
            r"gives \(?\[\[1\], \[2\]\]\)?: a move may be",
        ),
        "legal_moves is a generator that fails": (
            change(MOVES, "yield 1 / 0"),
            ALL,
            r"legal_moves, line 6, fails with ZeroDivisionError",
        ),
        "legal_moves is a generator that interrupts": (
            change(MOVES, "yield 1; raise KeyboardInterrupt"),
            ALL,
            r"legal_moves, line 6, fails with KeyboardInterrupt",
        ),
        "legal_moves gives a move twice": (change("else [1, 2]", "else [1, 1]"), [CHECK], r"the same move twice"),
        "legal_moves gives moves after the end": (change(MOVES, "return [1, 2]"), [CHECK], r"it must be empty"),
        "moves have no __eq__": (
            "class Move: pass\n" + change("else [1, 2]", "else [Move()]") + "def format_move(move): return '1'\n",
            [CHECK],
            r"Two moves of class Move are equal only if",
        ),
        "legal_moves is random": (
            "import random\n" + change("else [1, 2]", "else [random.random(), 2]"),
            [CHECK],
            r"legal_moves\(state\) gives other moves when it is asked again",
        ),
        "moves are written by their address": (
            MOVE_CLASS.format(text="") + change("else [1, 2]", "else [Move()]").replace("+ move", "+ 1"),
            [CHECK],
            r"is written differently each time",
        ),
        "moves cannot be written": (
            MOVE_CLASS.format(text="    def __str__(self): return 7\n")
            + change("else [1, 2]", "else [Move()]").replace("+ move", "+ 1"),
            [SOLVE, ANALYSE, MATCH, CHECK],
            r"format_move.*__str__ returned non-string",
        ),
        "nobody can move and nobody has won": (
            change("else [1, 2]", "else [1, 2] if state[0] < 3 else []"),
            [CHECK],
            r"The game is stuck",
        ),
    },
    "outcome": {
        "outcome is a text": (
            change(WON, "return 'won'"),
            [SOLVE, COUNT, CHECK, MATCH],
            r"outcome\(state\) gives 'won'",
        ),
        "outcome is True or False": (change(WON, "return True"), [SOLVE, COUNT, CHECK, MATCH], r"not True or False"),
        "outcome is not a number": (change(WON, "return float('nan')"), [SOLVE, COUNT, CHECK, MATCH], r"gives nan"),
        "outcome is infinite": (change(WON, "return float('inf')"), [SOLVE, COUNT, CHECK, MATCH], r"gives inf"),
        "outcome is too large": (
            change(WON, "return 10**400"),
            [SOLVE, COUNT, CHECK, MATCH],
            r"gives 1000.*finite number",
        ),
    },
    "what may be left out": {
        "to_move is a text": (
            RACE + "def to_move(state): return 'first'\n",
            WITH_TURNS,
            r"to_move\(state\) gives 'first'",
        ),
        "evaluate is a text": (
            RACE + "def evaluate(state, player): return 'good'\n",
            SEARCHES,
            r"evaluate.* gives 'good'",
        ),
        "evaluate is too large": (RACE + "def evaluate(state, player): return 10**400\n", SEARCHES, r"evaluate.* 1000"),
        "evaluate is not a number": (
            RACE + "def evaluate(state, player): return float('nan')\n",
            SEARCHES,
            r"evaluate.* gives nan",
        ),
        "symmetries are no pairs": (
            RACE + "def symmetries(): return [lambda s: s]\n",
            [COUNT, CHECK],
            r"list of pairs",
        ),
        "symmetries is a number": (RACE + "def symmetries(): return 4\n", [COUNT, CHECK], r"symmetries\(\) gives 4"),
        "a symmetry fails": (
            RACE + "def symmetries(): return [(lambda s: s[5], lambda m: m)]\n",
            [COUNT, CHECK],
            r"symmetries, line 15, fails with IndexError",
        ),
        "a symmetry gives a list": (
            RACE + "def symmetries(): return [(lambda s: [*s], lambda m: m)]\n",
            [COUNT, CHECK],
            r"A state is or holds a list",
        ),
        "a symmetry changes the outcome": (
            RACE + "def symmetries(): return [(lambda s: (s[0] and 7, s[1]), lambda m: m)]\n",
            [CHECK],
            r"Symmetry number 1 carries a state whose outcome is None to one whose outcome is",
        ),
        "a symmetry gives illegal moves": (
            RACE + "def symmetries(): return [(lambda s: s, lambda m: 4 - m)]\n",
            [CHECK],
            r"Symmetry number 1 does not carry the legal moves",
        ),
        "a symmetry makes two moves one": (
            RACE + "def symmetries(): return [(lambda s: s, lambda m: 1)]\n",
            [CHECK],
            r"Symmetry number 1 does not carry the legal moves",
        ),
        "a symmetry is none": (
            RACE + "def symmetries(): return [(lambda s: s, lambda m: 3 - m)]\n",
            [CHECK],
            r"to play . and then look from the other side is not the same",
        ),
        "render prints": (RACE + "def render(state): print(state)\n", [CHECK, PLAY_COMMAND], r"render gives None"),
        "render gives half a character": (
            RACE + "def render(state): return '\\ud800'\n",
            [ANALYSE, CHECK, PLAY_COMMAND],
            r"render gives '\\ud800', which holds half of a pair of surrogates",
        ),
        "format_move prints": (RACE + "def format_move(move): print(move)\n", WITH_TURNS, r"format_move gives None"),
        "two moves are written alike": (RACE + "def format_move(move): return 'x'\n", [CHECK], r"are written the same"),
        "parse_move reads another move": (
            RACE + "def parse_move(state, text): return 3 - int(text)\n",
            [CHECK],
            r"parse_move\(state, «1»\) gives 2",
        ),
        "longest is too small": (RACE + "longest = 3\n", [CHECK], r"lasted more than 3 plies"),
        "longest is a text": (RACE + "longest = 'nine'\n", ALL, r"longest is 'nine'"),
    },
}


# Where it makes no difference to what is said, what never ends sleeps: a loop takes a processor until it is given up.
HANGS = {
    "loading loops": ("while True: pass\n" + RACE, r"did not finish loading in \d+ seconds: it was at line 1"),
    "legal_moves loops": (
        "import time\n" + change(MOVES, "\n    while True: time.sleep(0.01)"),
        r"legal_moves did not answer.*line 8",
    ),
    "legal_moves has no end": (
        "import itertools\n" + change(MOVES, "return itertools.count()"),
        r"gives more than 10,000 moves",
    ),
    "play loops in another function": (
        change(PLAY, "return add(state, move)")
        + "def add(state, move):\n    import time\n    while True: time.sleep(0.01)\n",
        r"play did not answer in \d+ seconds: it was at line 17",
    ),
    "play is busy in C": (change(PLAY, "return 7 ** 7 ** 11"), r"play did not answer.*line 9"),
    "play waits for input": (change(PLAY, "return input()"), r"play, line 9, fails with EOFError"),
    "play sleeps": ("import time\n" + change(PLAY, "time.sleep(1000)"), r"play did not answer.*line 10"),
    "loading ends the process": ("import os\nos._exit(0)\n" + RACE, r"ended the process.*exit 0"),
    "play ends the process": ("import os\n" + change(PLAY, "os._exit(0)"), r"play, line 10, ended.*exit 0"),
    "play crashes": (
        "import ctypes\n" + change(PLAY, "ctypes.string_at(0)"),
        r"play, line 10, ended the whole program: SIGSEGV",
    ),
    "play floods": (
        "import os\n" + change(PLAY, "\n    while True: os.write(1, b'x' * 65536)"),
        r"play did not answer.*line 11",
    ),
}
