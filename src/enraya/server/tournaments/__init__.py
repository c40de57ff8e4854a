"""Tournaments on the server, and the players that are handed in for them.

Belongs here: which tournaments there are, their games off the event loop, files of players on their way into the jail.
Does not belong here: how a tournament goes (`enraya.arena`), what is kept on disk (`enraya.store`), routes
(`enraya.server.api`).
"""
