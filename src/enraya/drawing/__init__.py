"""Pictures of boards, trees and words: SVG that stands alone, without scripts, fonts or links."""

from enraya.drawing.boards import draw_board
from enraya.drawing.canvas import draw_words
from enraya.drawing.trees import Branch, draw_search_tree, draw_tree, written_value

__all__ = ["Branch", "draw_board", "draw_search_tree", "draw_tree", "draw_words", "written_value"]
