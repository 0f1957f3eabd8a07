"""From a fetched page to the URLs to fetch next: links, feeds, sitemaps, URL rules, canonical URLs."""
