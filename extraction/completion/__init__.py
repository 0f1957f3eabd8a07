"""What belongs to a chosen text, although its lines alone look like something else: headings, lists, tables, notes."""
