import http.server
import threading
from dataclasses import dataclass, field

import pytest


@dataclass
class WebReceiver:
    """Takes batches of events, or answers as many of them with 503 as ``refusals`` says."""

    url: str = ""
    bodies: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    refusals: int = 0


@pytest.fixture
def web_receiver():
    receiver = WebReceiver()

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            refused = receiver.refusals > 0
            receiver.refusals -= refused
            if not refused:
                receiver.bodies.append((dict(self.headers), body))
            self.send_response(503 if refused else 204)
            self.end_headers()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_port}/in"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield receiver
    server.shutdown()
    server.server_close()
