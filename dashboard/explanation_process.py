"""Why each line of a page is in its document or not, asked of the command that tells it, in a process of its own: a
page may be written to take for ever, and what is in C can only be stopped from outside."""

import json
import subprocess
import sys
import threading
from typing import Any, Final

from fastapi import HTTPException

from db.documents import FullDocument

TIME_LIMIT: Final = 90.0
"""Seconds; a page takes two, nearly all of them to start."""

_TWO_AT_A_TIME: Final = threading.Semaphore(2)  # each takes a processor for itself


def explain(document: FullDocument, body: bytes) -> dict[str, Any]:
    """Give what ``mezmun extract --explain --json`` says of the page of a document: ``shape``, ``lines`` and more.

    The template of the page's site is left out, so that a line may be judged a little otherwise than it was.

    Raises:
        HTTPException: the page took too long, or cannot be read at all.
    """
    way = document.provenance
    command = [sys.executable, "-m", "mezmun", "extract", "-", "--explain", "--json", "--method", way.method]
    command += ["--url", way.final_url or way.url]
    if content_type := way.headers.get("content-type"):
        command += ["--content-type", content_type]
    with _TWO_AT_A_TIME:
        try:
            process = subprocess.run(command, input=body, capture_output=True, timeout=TIME_LIMIT, check=False)
        except subprocess.TimeoutExpired:
            raise HTTPException(503, f"The page was not read within {TIME_LIMIT:.0f} seconds.") from None
    # A page that is read without a text by now has lines all the same, and an exit code; a killed process has half.
    if process.returncode < 0 or not process.stdout:
        reason = process.stderr.decode(errors="replace").strip() or f"exit code {process.returncode}"
        raise HTTPException(404, f"The page's lines cannot be told: {reason}")
    explained: dict[str, Any] = json.loads(process.stdout)
    return explained
