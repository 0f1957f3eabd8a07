"""Servers that answer byte by byte as a test says."""

import socket
import threading
from contextlib import suppress

import pytest


@pytest.fixture
def answer():
    """Serve one connection after the other, each with what a function sends; give the address."""
    servers = []

    def serve(send):
        server = socket.create_server(("127.0.0.1", 0))
        servers.append(server)

        def run():
            with suppress(OSError):
                while True:
                    client, _ = server.accept()
                    with client, suppress(OSError):
                        client.recv(65536)
                        send(client)

        threading.Thread(target=run, daemon=True).start()
        return f"http://127.0.0.1:{server.getsockname()[1]}/a-secret"

    yield serve
    for server in servers:
        server.close()
