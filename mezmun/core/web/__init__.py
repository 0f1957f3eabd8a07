"""The web: what an address is, which machines are public, and questions and posts that may take only so long."""
