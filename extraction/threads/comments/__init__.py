"""Comments under an article, and replies beneath posts: where they are, and which comment each text belongs to."""
