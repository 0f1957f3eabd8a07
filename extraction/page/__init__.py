"""A page as columns: decoded HTML comes in, and a node table goes out with its lines, names and what its head states.

It is parsed once. Everything above this room reads the table and nothing else.
"""
