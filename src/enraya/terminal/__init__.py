"""Playing in a plain terminal: `play` for one match, `menu` to choose it first."""
