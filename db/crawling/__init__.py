"""Who crawls what, when and how fast: leases, hosts, pages that are due, fetches."""
