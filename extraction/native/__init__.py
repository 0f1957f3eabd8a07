"""The part of the extraction that is written in C: loops over characters and nodes that are too slow in Python.

One C file and one Python file beside it for each matter. The C code keeps no state but tables it is given once, calls
nothing but the standard library, and fills arrays made in Python, each with the room it is told of.
"""
