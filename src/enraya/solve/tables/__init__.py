"""A whole small game solved: laid out as a graph, valued backwards, kept on disk."""
