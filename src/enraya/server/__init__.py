"""The web application: HTTP and WebSocket over matches, tournaments, classes, positions and the laboratory.

Belongs here: `api` (addresses), `matches`, `tournaments` and `classes` (those held in memory), `views` (what a page is
told), `workers` (work off the event loop), `transport` (connections and the guard of every request), `operation` (the
server as a process), and what these share: limits, refusals, tokens. Does not belong here: rules, search, or anything
that a terminal would need too.
"""
