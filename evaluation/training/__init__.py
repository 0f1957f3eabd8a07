"""Training of the models that the extraction carries."""
