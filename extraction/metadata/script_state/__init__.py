"""Articles that only the scripts of a page show: the data from which scripts write them, and the article in it.

``states`` gives the data, with the help of ``literals`` (data written as a program) and ``references`` (values that
name other values). ``article`` finds the page's article in the data, and ``markup`` writes it as HTML.
"""
