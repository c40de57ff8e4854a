"""Pictures as text: boards and trees as SVG, printed pages as SVG or PDF.

Belongs here: shapes, colours and places. Does not belong here: rules, searches, or what a picture means; a board comes
in as `Board`, a tree as `Branch`. An SVG stands alone, without scripts, fonts or links.
"""

from enraya.drawing.board_svg import draw_board
from enraya.drawing.svg import draw_plain_text
from enraya.drawing.tree_svg import Branch, draw_search_tree, draw_tree, format_value

__all__ = ["Branch", "draw_board", "draw_plain_text", "draw_search_tree", "draw_tree", "format_value"]
