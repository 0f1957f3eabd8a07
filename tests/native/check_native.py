"""Runs the C part under the address and undefined-behaviour sanitizers: its tests, and changed pages for a minute.

``make check-native`` runs it; it needs gcc. ``MEZMUN_FUZZ_SEED`` repeats a run, ``MEZMUN_FUZZ_SECONDS`` lengthens it.
The page that ended a run is left in ``FUZZED``.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
FUZZED = Path(tempfile.gettempdir()) / "mezmun-fuzzed-page"
TESTED = (
    "native",
    *("extraction/page", "extraction/threads", "extraction/rendering", "extraction/model"),
    *("normalization/languages", "normalization/masking"),
)
"""The rooms whose tests call C; those of limits hold the memory of a process, of which a sanitizer takes most."""
SANITIZERS = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")


def environment(library: Path) -> dict[str, str]:
    """What a Python needs to load the library: the sanitizer comes first, and Python allocates nothing by itself."""
    sanitizer = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"], check=True, capture_output=True, text=True
    ).stdout
    return {
        **os.environ,
        "MEZMUN_NATIVE_LIBRARY": str(library),
        "LD_PRELOAD": sanitizer.strip(),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": str(ROOT),
    }


def fuzz(seed: str, seconds: float) -> None:
    """Take changed pages through every method for so long."""
    from tests.extraction.fuzzing import EveryMethod, mutated, seeds
    from workers.bulk.input.items import Place, SourcePage

    every_method, pages, number, end = EveryMethod(), seeds(), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        body = mutated(random.Random(f"{seed} {number}"), pages)[:200_000]
        FUZZED.write_bytes(body)
        every_method(SourcePage(Place(f"mutation {number}"), body))
        number += 1
    FUZZED.unlink()
    print(f"{number} changed pages of seed {seed}: nothing was found.")


def main() -> None:
    """Compile, test, and fuzz in processes of their own, which a finding ends."""
    sys.path.insert(0, str(ROOT))
    from hatch_build import compile_to

    seed = os.environ.get("MEZMUN_FUZZ_SEED") or str(random.SystemRandom().randrange(1 << 32))
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "libmezmun.so")
        compile_to(library, ROOT, *SANITIZERS, compiler=("gcc",))
        options = (
            "-q",
            "-p",
            "no:cacheprovider",
            "-n",
            "2",
            "--timeout=1800",
            "--hypothesis-profile=sanitizers",
            "--ignore-glob=*test_limits.py",
        )
        checks = (
            ["-m", "pytest", *options, *(str(ROOT / "tests" / each) for each in TESTED)],
            [__file__, seed],
        )
        print(f"Fuzzing with MEZMUN_FUZZ_SEED={seed}; a page that ends it is left in {FUZZED}.", flush=True)
        running = [subprocess.Popen([sys.executable, *check], env=environment(library), cwd=ROOT) for check in checks]
        codes = [check.wait() for check in running]
        if any(codes):
            sys.exit(1)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        fuzz(sys.argv[1], float(os.environ.get("MEZMUN_FUZZ_SECONDS", "60")))
    else:
        main()
