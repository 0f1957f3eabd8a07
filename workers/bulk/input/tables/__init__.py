"""Tables of pages, one format a file; ``page_table`` is the door."""
