"""A player without Enraya: plays the first legal move. See docs/bots.md."""

import sys

legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "enraya":
        print("ready first", flush=True)
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        print("info depth 1", flush=True)
        print(f"move {legal[0]}", flush=True)
    elif word == "quit":
        break
