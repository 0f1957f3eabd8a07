"""Data sets, metrics, peers, training and reports: how good and how fast the methods are."""
