"""Our own learned method: a node table comes in, and the mask of its content goes out, with the F1 expected of it.

On the way each line becomes a row of features, and the forests give it a probability.
"""
