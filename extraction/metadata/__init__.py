"""The facts that a page states about itself: title, date, address, site and section, each with where it was stated.

Every module gets a node table and the mask of its content, and gives facts; never who wrote the page.
"""
