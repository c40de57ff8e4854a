"""The functions that somebody who writes Python calls: search, solve, analyse, compare, and let machines play.

Belongs here: what `import enraya` offers beyond rules and positions, with results that speak in texts of moves and show
themselves in notebooks. Does not belong here: any algorithm; each function asks the layer that has it.
"""
