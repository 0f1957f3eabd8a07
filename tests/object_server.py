"""An object store of the S3 protocol, in this process: what it holds outlasts a stop."""

import logging
import uuid

import boto3
from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)  # a line a request


class ObjectServer:
    """A server on a port of its own, that can be stopped and started again on the same."""

    def __init__(self) -> None:
        self.port = 0
        self.start()
        self.port = self._server.get_host_and_port()[1]
        self.endpoint = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._server = ThreadedMotoServer("127.0.0.1", self.port, verbose=False)
        self._server.start()

    def stop(self) -> None:
        self._server.stop()

    def new_url(self) -> str:
        """Give the URL of a raw store in a bucket that there is not yet."""
        return f"s3://raw-{uuid.uuid4().hex}/pages?endpoint={self.endpoint}"

    def client(self):
        return boto3.session.Session().client("s3", endpoint_url=self.endpoint, region_name="us-east-1")
