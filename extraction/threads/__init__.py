"""The parts of a discussion: the posts, comments and quotes that the marked content of a page consists of.

They are found by what repeats in the page, whatever software wrote it.
"""
