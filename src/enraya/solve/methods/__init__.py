"""The exact methods: each answers for some games, behind one protocol."""
