"""Pictures of boards, trees and words: SVG that stands alone, without scripts, fonts or links."""

from enraya.drawing.board_svg import draw_board
from enraya.drawing.svg import draw_plain_text
from enraya.drawing.tree_svg import Branch, draw_search_tree, draw_tree, format_value

__all__ = ["Branch", "draw_board", "draw_plain_text", "draw_search_tree", "draw_tree", "format_value"]
