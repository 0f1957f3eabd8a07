"""From a page's source to its columns: limits, mending of the source, the parser's tree, and the walk over it."""
