"""The web as seen from here: what an address is, which machines are public, and posts to an operator's address."""
