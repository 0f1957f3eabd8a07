"""The operator's pages: each file answers the addresses of one, and fills its template."""
