"""Playing and practising in a plain terminal: questions, answers, and a match told in words.

Belongs here: the dialogue with a person who types. Does not belong here: the command line (`commands`), and rules or
search of any kind. It knows no colours and no cursor, so a pipe and a screen reader get all of it.
"""
