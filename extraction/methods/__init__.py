"""The extraction methods of the papers, one file each: a node table comes in, and the mask of its content goes out.

They know nothing of the learned method in ``model``.
"""
