"""See the search think: trees, comparisons and exercises, all built from the events of a search."""
