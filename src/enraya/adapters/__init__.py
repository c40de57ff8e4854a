"""Games and players in the shapes of other libraries, and theirs in ours.

Each module needs the package that it is named after, which comes with the extra of the same name:
`pip install "enraya[easyai]"`. Belongs here: translation, and nothing else. Nothing in Enraya imports an adapter.
"""
