"""What Scrapy starts."""
