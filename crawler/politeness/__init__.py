"""What a crawl may ask for, and how fast: robots.txt, allowed hosts, throttle."""
