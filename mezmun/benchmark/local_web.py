"""Many small sites on loopback addresses, served by one process (``python -m mezmun.benchmark.local_web``)."""

import asyncio
import sys
from itertools import islice
from urllib.parse import urlsplit

from mezmun.benchmark.generated_pages import generated_pages

BODIES = 20
"""Different pages that are made; a site's pages take turns."""


def site_url(number: int, port: int) -> str:
    """Give the address of a site; each has a loopback address of its own, so that each is a host of its own."""
    return f"http://127.1.{number // 250}.{number % 250 + 1}:{port}/"


async def serve(port: int, pages: int) -> None:
    """Serve an index with so many pages on every loopback address, until the process is stopped."""
    links = "".join(f'<p><a href="/2024/05/{page}-a-title-of-words.html">page</a>' for page in range(pages))
    bodies = list(islice(generated_pages(1, BODIES), BODIES))

    def answer(path: str) -> tuple[str, bytes]:
        if path == "/":
            return "200 OK", f"<title>index</title>{links}".encode()
        number = path.rpartition("/")[2].partition("-")[0]
        return ("200 OK", bodies[int(number) % BODIES]) if number.isdecimal() else ("404 Not Found", b"")

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                while (await reader.readline()).strip():
                    pass
                status, body = answer(urlsplit(line.split()[1].decode()).path)
                head = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n"
                head += f"Content-Length: {len(body)}\r\n\r\n"
                writer.write(head.encode() + body)
                await writer.drain()
        except (ConnectionError, IndexError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()

    server = await asyncio.start_server(talk, "0.0.0.0", port, backlog=1000)  # noqa: S104 - all loopback addresses
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(0, int(sys.argv[1])))
