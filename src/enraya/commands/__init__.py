"""The commands of `enraya`, a module or package each; what they share is in `framework`.

Belongs here: reading the command line, choosing what to call, printing words or JSON. Does not belong here: what the
server or the terminal would need too. A command imports what it needs when it runs, so that help comes at once.
"""
