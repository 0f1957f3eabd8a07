"""The division of a page: marked content in; posts, comments and quotes out, without what is no text."""
