"""Commands that measure the methods and train the models."""
