"""HTML to main text: one node table per page, one file per method. Pure."""
