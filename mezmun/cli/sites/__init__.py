"""Commands about site files and the sites in the database: check, pause, resume, crawl now, back-fill."""
