"""Fuzzing: a target for every parser and every file format, with seeds that the project's own code writes.

    make fuzz MINUTES=10                     every target in turn, by atheris where it is installed
    python -m tests.fuzz moves pgn -m 5      some of them

An input must be taken or refused: by a sentence of ours, in every language, within seconds. `test_fuzz.py` runs a fixed
number of inputs of every target.
"""
