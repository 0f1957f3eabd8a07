"""``python -m mezmun.demo``: serve the sample sites until interrupted, to look at them in a browser."""

import contextlib
import time

from mezmun.demo.server import serve

with serve({"news": 8801, "blog": 8802, "forum": 8803}) as sites, contextlib.suppress(KeyboardInterrupt):
    for kind, site in sites.items():
        print(f"{kind:6}{site.base}/  ({len(site.pages)} pages)")
    while True:
        time.sleep(3600)
