"""The tables' version, the way from one version to another, and their picture for the documentation."""
