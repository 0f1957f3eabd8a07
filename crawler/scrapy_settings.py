"""Scrapy's settings; ``crawl_process`` adds those of the installation, and each request has those of its site."""

BOT_NAME = "mezmun"
SPIDER_MODULES = ["crawler.spiders"]

# Hosts, robots.txt and pauses are kept by our own middlewares: Scrapy's fetches pages whose robots.txt cannot be read,
# and knows no Crawl-delay. Each crawl asks for one page at a time, and a host is asked once at a time, so the
# downloader's own pauses and limits never act.
ROBOTSTXT_OBEY = False
DOWNLOAD_DELAY = 0
# A refresh in a page (MetaRefreshMiddleware) is followed as a link, so that its page has a fetch of its own.
DOWNLOADER_MIDDLEWARES = {
    "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "scrapy.downloadermiddlewares.httpauth.HttpAuthMiddleware": None,
    "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,
    # Requests bring their time-out themselves, and nobody reads what is counted of each.
    "scrapy.downloadermiddlewares.downloadtimeout.DownloadTimeoutMiddleware": None,
    "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware": None,
    "scrapy.downloadermiddlewares.stats.DownloaderStats": None,
    "crawler.politeness.request_filter.RequestFilter": 50,
    "crawler.politeness.throttle.PatientRetry": 550,
    "crawler.fetching.whole_body.WholeBody": 600,
    "crawler.politeness.throttle.HostThrottle": 880,
}

# What is public needs no log-in; a page behind cookies is not.
COOKIES_ENABLED = False
DEFAULT_REQUEST_HEADERS = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5",
    "Accept-Language": "ug,*;q=0.5",
}

# A redirect of a page ends elsewhere after at most this many steps; browsers give up at 20, honest sites need two.
REDIRECT_MAX_TIMES = 10
DNS_TIMEOUT = 20
TWISTED_DNS_RESOLVER = "crawler.politeness.public_resolver.PublicResolver"
# 408 and 5xx may pass; 429 asks for patience.
RETRY_HTTP_CODES = [408, 429, 500, 502, 503, 504, 522, 524]
RETRY_GIVE_UP_LOG_LEVEL = "DEBUG"

TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
STATS_CLASS = "scrapy.statscollectors.DummyStatsCollector"
STATS_DUMP = False
LOGSTATS_INTERVAL = 0
DOWNLOAD_WARNSIZE = 0
