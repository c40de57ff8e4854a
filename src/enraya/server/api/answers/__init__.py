"""The answers of the HTTP routes, as pydantic models, by noun. `docs/api.md` tells what each field means.

Belongs here: answers of routes. Frames of the socket are in `enraya.server.api.frames`; boards, exercises and the
lab's answers are beside what builds them, in `enraya.server.views`.
"""
