"""A server as a process: started, stopped, watched by whoever runs it, and one of several over one database.

Belongs here: sockets and signals, the log, health, metrics, memory, and what only one of several servers does. Does not
belong here: requests (`server/transport`, `server/api`), and what is served.
"""
