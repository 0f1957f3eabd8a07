"""The Scrapy project: discovery, politeness, URL identity and publishing. It never parses for content."""
