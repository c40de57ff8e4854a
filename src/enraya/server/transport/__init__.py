"""What stands between a socket and the routes: connections, WebSockets, the guard of every request, other servers.

Belongs here: bytes, frames, heads and bodies, and what is refused before a route hears of it. Does not belong here:
how much is allowed (`server/limits.py`), how a refusal is told (`server/problems.py`), and what a request means
(`server/api`).
"""
