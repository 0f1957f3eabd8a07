"""Parts of a chosen text that do not look like text line by line: headings, lists, tables, notes."""
