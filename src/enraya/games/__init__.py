"""The rules of the built-in games, and the notation of their moves and positions.

Belongs here: a module for each family, and what families share (`lines`, `geometry`). Does not belong here: search,
evaluation beyond `Game.evaluate`, players, text for people. A game imports `game` and what is below it, and no other
package.
"""
