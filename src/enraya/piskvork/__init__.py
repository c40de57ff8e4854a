"""The Gomocup protocol, which programs that play five in a row speak with Piskvork and other hosts, both ways.

Here are the words of the protocol, the program that answers a host (`brain`), and the host's end of a conversation
with an external program (`host`). Choosing moves belongs to `players` and `search`.
"""
