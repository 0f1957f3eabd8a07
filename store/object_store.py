"""The raw store as objects of an S3-compatible service."""

import base64
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from mezmun.core.errors import ConfigurationError, UnavailableError
from store.packed_page import SUFFIX, address_of, name_of, pack, unpack
from store.raw_store import MissingRawPageError, StoredBytes

CONNECT_SECONDS: Final = 5
READ_SECONDS: Final = 15
"""One answer may take so many seconds; with a second try a page waits 40 s at most, less than a worker has for it."""

CONNECTIONS: Final = 16
"""One process keeps so many connections open: as many as a crawler has threads, and more."""

LISTED_AT_ONCE: Final = 1000
"""Objects in one answer; the protocol gives no more."""

WITHOUT_VERSIONS: Final = frozenset({"NotImplemented", "VersioningNotConfigured"})
"""What services answer that keep no versions of any bucket; the second is Versity's gateway."""

FIRST_REGION: Final = "us-east-1"
"""The one region in which a bucket is made without naming it; servers other than Amazon's have no other."""


class ObjectStore:
    """Raw pages in a bucket, under a prefix.

    The bucket is made when the store is opened and there is none, unless pages were stored in it before. When it does
    not answer later, the store is away and nothing is missing in it. The key is looked for where boto3 looks
    (``AWS_ACCESS_KEY_ID``, ``~/.aws``, the machine's role …).

    A client that is used on both sides of a fork hangs, so each process makes its own with its first request.

    Args:
        url: ``s3://bucket/prefix``, with ``?endpoint=http://host:port`` for another service than Amazon's, and
            ``region=…``.
        is_known: whether pages were stored in it before.

    Raises:
        ConfigurationError: the URL is wrong, or the bucket keeps versions, so that nothing could be taken down.
        UnavailableError: the service does not answer, or refuses, or has not the bucket of a known store.
    """

    def __init__(self, url: str, *, is_known: bool = False) -> None:
        parts = urlsplit(url)
        options = dict(parse_qsl(parts.query))
        if not parts.netloc or parts.username is not None or options.keys() - {"endpoint", "region"}:
            raise ConfigurationError(  # which is not repeated: it may hold a key
                "MEZMUN_RAW_STORE cannot be used: write s3://bucket/prefix, and behind it ?endpoint=http://host:port"
                " or ?region=…; the key belongs into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
            )
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path}"
        self._bucket = parts.netloc
        self._prefix = parts.path.strip("/")
        self._endpoint = options.get("endpoint")
        self._region = options.get("region")
        self._process_client: tuple[int, Any] | None = None
        with self._reporting("be opened"):
            self._open(is_known)

    def put(self, body: bytes) -> StoredBytes:
        """Keep the bytes; see ``RawStore``. What is there already is written anew: one request, and it is sound."""
        sha256, packed = address_of(body), pack(body)
        checksum = base64.b64encode(hashlib.md5(packed, usedforsecurity=False).digest()).decode()
        with self._reporting("be written to"):
            self._client().put_object(Bucket=self._bucket, Key=self._key(sha256), Body=packed, ContentMD5=checksum)
        return StoredBytes(sha256, len(body), len(packed))

    def get(self, sha256: str) -> bytes:
        """Give the bytes; see ``RawStore``."""
        key = self._key(sha256)
        with self._reporting("be read"):
            try:
                packed = self._client().get_object(Bucket=self._bucket, Key=key)["Body"].read()
            except ClientError as error:
                if _code(error) != "NoSuchKey":
                    raise
                raise MissingRawPageError(
                    f"The raw page {sha256} is not in {self.url}. Is MEZMUN_RAW_STORE where it was stored?"
                ) from None
        return unpack(packed, sha256, f"{self.url}/{name_of(sha256)}")

    def delete(self, sha256: str) -> None:
        """Forget the bytes; see ``RawStore``."""
        with self._reporting("be written to"):
            self._client().delete_object(Bucket=self._bucket, Key=self._key(sha256))

    def addresses(self) -> Iterator[tuple[str, datetime]]:
        """Go through what is held; see ``RawStore``."""
        pages = (
            self._client()
            .get_paginator("list_objects_v2")
            .paginate(Bucket=self._bucket, Prefix=self._key_prefix(), PaginationConfig={"PageSize": LISTED_AT_ONCE})
        )
        with self._reporting("be read"):
            for page in pages:
                for each in page.get("Contents", ()):
                    key = PurePosixPath(each["Key"])
                    if key.suffix == SUFFIX:
                        yield key.stem, each["LastModified"]

    def remove_unfinished(self, before: datetime) -> int:
        """Do nothing: an object is there whole or not at all. See ``RawStore``."""
        return 0

    def free_bytes(self) -> None:
        """Ask whether the service answers; there is no end to its room. See ``RawStore``."""
        with self._reporting("be read"):
            self._client().head_bucket(Bucket=self._bucket)

    def _open(self, is_known: bool) -> None:
        try:
            answer = self._client().get_bucket_versioning(Bucket=self._bucket)
        except ClientError as error:
            if _code(error) in WITHOUT_VERSIONS:
                return
            if _code(error) != "NoSuchBucket" or is_known:
                raise
            self._make_bucket()
        else:
            if answer.get("Status"):
                raise ConfigurationError(
                    f"The bucket {self._bucket} keeps versions of its objects, so a page that is taken down would stay:"
                    " set MEZMUN_RAW_STORE to a bucket whose versioning was never enabled."
                )

    def _make_bucket(self) -> None:
        client = self._client()
        region = client.meta.region_name
        place = {} if region == FIRST_REGION else {"CreateBucketConfiguration": {"LocationConstraint": region}}
        try:
            client.create_bucket(Bucket=self._bucket, **place)
        except ClientError as error:
            if _code(error) != "BucketAlreadyOwnedByYou":  # another process was first
                raise

    def _client(self) -> Any:
        process = os.getpid()
        if self._process_client is None or self._process_client[0] != process:
            # A session of its own: that of the module is shared by threads, and not made for it.
            session = boto3.session.Session()
            self._process_client = (
                process,
                session.client(
                    "s3",
                    endpoint_url=self._endpoint,
                    region_name=self._region or session.region_name or FIRST_REGION,
                    config=Config(
                        connect_timeout=CONNECT_SECONDS,
                        read_timeout=READ_SECONDS,
                        retries={"mode": "standard", "total_max_attempts": 2},
                        max_pool_connections=CONNECTIONS,
                        # Checksums that not every service knows; what is read is checked by its address.
                        request_checksum_calculation="when_required",
                        response_checksum_validation="when_required",
                    ),
                ),
            )
        return self._process_client[1]

    def _key_prefix(self) -> str:
        return f"{self._prefix}/" if self._prefix else ""

    def _key(self, sha256: str) -> str:
        return self._key_prefix() + name_of(sha256)

    @contextmanager
    def _reporting(self, what: str) -> Iterator[None]:
        """Turn what the service refuses, and its silence, into one sentence."""
        try:
            yield
        except (BotoCoreError, ClientError) as error:
            raise UnavailableError(f"The raw store {self.url} cannot {what}: {str(error).rstrip('.')}.") from error


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code"))
