"""The web application: HTTP and WebSocket over matches, games, positions and the laboratory.

Belongs here: `api` (addresses), `matches` (those held in memory), `views` (what a page is told), `workers` (work off
the event loop), and running, guarding and limiting all that. Does not belong here: rules, search, or anything that a
terminal would need too. Only this package is asynchronous.
"""
