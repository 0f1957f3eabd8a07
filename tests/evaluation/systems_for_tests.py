"""Systems made to show what a run does with them; a process imports them by this name."""

import ctypes
import os
import re
import socket

from evaluation.benchmark.systems import Extractor, Source, System


def _run(page: Source) -> str:
    print("an extractor may write to its output")
    for word, act in _ACTS.items():
        if word in page.html:
            return act()
    return page.html


def _fail() -> str:
    raise ValueError("no such page")


def _hang() -> str:
    re.match("(x+x+)+y", "x" * 60)  # for years, in C, with the interpreter's lock held
    return ""


def _die() -> str:
    os.abort()


def _crash() -> str:
    ctypes.string_at(0)
    return ""


def _phone_home() -> str:
    with socket.create_connection(("127.0.0.1", 9)):
        return "connected"


def _grow() -> str:
    return str(len(bytearray(60_000_000)))


_ACTS = {"FAIL": _fail, "HANG": _hang, "DIE": _die, "CRASH": _crash, "PHONE": _phone_home, "GROW": _grow, "EMPTY": str}


def load() -> Extractor:
    return _run


def load_nothing() -> Extractor:
    raise ImportError("half installed")


MISBEHAVING = System("misbehaving", "1", load)
BROKEN = System("broken", "1", load_nothing)
CHINESE_ONLY = System("chinese-only", "1", load, frozenset({"zh"}))


def _tell(page: Source) -> str:
    return f"{page.html} {page.site}"


def load_teller() -> Extractor:
    return _tell


def learn(site: list[str]) -> object:
    return " ".join(site)


LEARNER = System("learner", "1", load_teller, learn=learn)
