"""Re-extractions: all stored pages of a site read with another method or version, compared, and promoted or dropped."""
