"""Pages made for the tests, and a task that hangs and crashes."""

import os
import random
import re
import signal
from dataclasses import dataclass

from workers.bulk.input import sources
from workers.bulk.page_tasks import Extract

WORDS = """
    باغدىكى ئالما دەرىخى بۇ يىل بەك ئوبدان مېۋە بەردى قوشنىلار بىلەن بىللە ئۈزدۇق قالغانلىرىنى قىشتا يېيىش
    ئۈچۈن ساقلاپ قويدۇق كېلەر يىلى يەنە كۆچەت تىكىمىز چۈنكى تۇپراق ياخشى سۇ يېتەرلىك ئىكەن
"""


def text(number):
    """A paragraph unlike every other one, which no template is near to."""
    shuffled = random.Random(number)
    return f"باغدىكى {number}-تۈپ: " + " ".join(shuffled.choices(WORDS.split(), k=40)) + "."


def html(number, extra=""):
    return (
        f"<html><head><title>Page {number}</title></head><body><div class=menu><a href=/>home</a></div>"
        f"<div><p>{text(number)}</p><p>{text(number + 1000)}</p></div>{extra}</body></html>"
    ).encode()


@dataclass(frozen=True)
class Faulty(Extract):
    """The real task, on pages that say what is to go wrong with them."""

    def __call__(self, page):
        if b"HANG" in page.body:
            re.match("(x+x+)+y", "x" * 60)  # for years, in C, with the interpreter's lock held
        if b"CRASH" in page.body:
            os.kill(os.getpid(), signal.SIGKILL)
        if b"RAISE" in page.body:
            raise RuntimeError("what no one foresaw")
        if b"HUNGRY" in page.body:
            bytearray(8 * 1024**3)
        return super().__call__(page)


MOST = 1_000_000
"""Bytes of a page."""


def read(*paths, after=None, most=MOST):
    """All items of some files and folders."""
    return list(sources.read([str(path) for path in paths], most, after))
