"""The games solved so far, as data: values, who was first, nodes and seconds, and the hashes of certificates.

Belongs here: the file `solved.json`, which says what docs/results.md says, and its reader. Does not belong here: the
solving (`solve`), and how a result is put into words.
"""
