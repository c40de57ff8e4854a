"""Matches while the server holds them."""
