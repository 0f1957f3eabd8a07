"""What a page says of itself beside its text: title, date, address, site and section, each with where it was stated.

A node table and the mask of its content come in, and facts go out; never who wrote it.
"""
