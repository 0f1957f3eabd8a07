"""Names of who wrote that no label tells: their place, what repeats, or the page's own marks do."""
