"""Exact values: solving positions and whole games, and keeping and proving what was found.

`solver` is the way in. It looks for a stored table, or asks the exact method that `methods.choice` picks; `method` is
the protocol of a method, `solution` what solving gives, `checked_file` the way in and out of every file. Estimates do
not belong here (`search`), nor who plays by what was solved (`players`), nor what is shown of it (`commands`, `lab`).
"""
