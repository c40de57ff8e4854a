"""The beginning of a bot for the tests: `say` writes a line, and `wait` reads until a word stands alone on one."""

TALKING = """
import sys
def say(line):
    print(line, flush=True)
def wait(word):
    for line in sys.stdin:
        if line.strip() == word:
            return
"""
