"""The division of a page into posts, comments and quotes, without everything that is no text."""
