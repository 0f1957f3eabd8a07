"""Who is let in, and what keeps others out."""
