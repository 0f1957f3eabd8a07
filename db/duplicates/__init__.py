"""Documents of nearly the same text, across all sites: their signatures, and the clusters that they form."""
