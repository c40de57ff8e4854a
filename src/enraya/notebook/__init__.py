"""A board in a notebook that is played on by clicking; needs the extra `notebook`.

Positions, trees and results show themselves as pictures without it (`drawing`); nothing else belongs here.
"""

from enraya.notebook.playable_board import PlayableBoard

__all__ = ["PlayableBoard"]
