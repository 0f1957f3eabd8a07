"""Processes of Mezmun: children that never outlive their parent, and a pool of workers made of them."""
