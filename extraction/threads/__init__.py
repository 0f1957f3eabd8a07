"""The parts of a discussion: content comes in, and the posts, comments and quotes it consists of go out.

They are told by what repeats in the page, not by the software that wrote it.
"""
