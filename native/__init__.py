"""The part of the two cores that is written in C: loops over characters and nodes that are too slow in Python.

A folder for each room, with one header that declares what Python sees of it. The C code keeps no state but tables it is
given once, calls nothing but the standard library, and fills arrays made in Python, each of which says its size.
"""
