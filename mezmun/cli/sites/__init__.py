"""Commands about site files and the sites in the database: add, try, check, pause, resume, crawl now, back-fill."""
