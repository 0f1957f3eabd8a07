"""Builds the part in C (``native``) when the project is installed, and lays out wheels (``wheel_layout``).

The compiler is zig's, from a wheel: it needs nothing of the machine, neither a compiler nor Python's headers, and makes
the same code everywhere. What Python sees of the C part is declared once, in the headers ``INTERFACES``. The C files
include them, and cffi makes a Python module of the same text (out of line, ABI mode), so one library serves every
Python. The compiler checks that both mean the same layouts.
"""

import os
import platform
import re
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cffi import FFI
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import wheel_layout

FOLDER = Path("native")
INTERFACES = (
    *("library.h", "languages/languages.h", "masking/masking.h", "text/text.h", "page/page.h"),
    *("model/model.h", "threads/threads.h", "rendering/rendering.h"),
)
"""The headers that Python reads too, each after those it uses. They hold declarations and integer constants alone."""
LIBRARY = FOLDER / "libmezmun.so"
MODULE = FOLDER / "_interface.py"


PLATFORMS = {
    "manylinux_2_28_x86_64": "x86_64-linux-gnu.2.28",
    "manylinux_2_28_aarch64": "aarch64-linux-gnu.2.28",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
}
"""The platform tags that wheels are made for (PEP 600, PEP 656), and what zig calls them: it compiles for all of them
on any machine, and against just that version of glibc."""
PLATFORM_VARIABLE = "MEZMUN_PLATFORM"
"""Names the platform of the wheel that is built; without it, it is this machine's."""


class Native(BuildHookInterface[Any]):
    """Compiles ``LIBRARY`` and writes ``MODULE``: of an editable install in the checkout, of a wheel in its copy."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and have the wheel carry what was built."""
        root = Path(self.root)
        if version == "editable":
            write_module(root / MODULE, root)
            compile_to(root / LIBRARY, root)
            return
        tag = os.environ.get(PLATFORM_VARIABLE) or f"manylinux_2_28_{platform.machine()}"
        if tag not in PLATFORMS:
            raise ValueError(f"{PLATFORM_VARIABLE} is {tag!r}: wheels are made for {', '.join(PLATFORMS)}.")
        self._folder = tempfile.TemporaryDirectory()
        package = Path(self._folder.name, wheel_layout.PACKAGE)
        wheel_layout.copy_rooms(root, package)
        write_module(package / MODULE, root)
        compile_to(package / LIBRARY, root, f"--target={PLATFORMS[tag]}", "-s")
        build_data["force_include"][str(package)] = wheel_layout.PACKAGE
        build_data["tag"] = f"py3-none-{tag}"
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw the copy away."""
        if version != "editable":
            self._folder.cleanup()


def interface(root: Path) -> FFI:
    """Read the declarations of ``INTERFACES``; what is for the C preprocessor is left out."""
    text = "\n".join((root / FOLDER / name).read_text(encoding="utf-8") for name in INTERFACES)
    ffi = FFI()
    ffi.cdef(re.sub(r"^#.*", "", text, flags=re.MULTILINE))
    return ffi


def write_module(module: Path, root: Path) -> None:
    """Write the Python module that knows the declarations, and of which sources it was made."""
    ffi = interface(root)
    ffi.set_source(".".join(MODULE.with_suffix("").parts), None)
    ffi.emit_python_code(str(module))
    with module.open("a", encoding="utf-8") as file:
        file.write(f"\nSOURCES = {checksum(root)}\n")


def layout_checks(ffi: FFI) -> Iterator[str]:
    """Give the lines of a C file that does not compile unless C lays out every struct as cffi does."""
    yield from ("#include <stddef.h>", *(f'#include "{name}"' for name in INTERFACES))
    for name in ffi.list_types()[0]:
        kind = ffi.typeof(name)
        if kind.kind != "struct" or kind.fields is None:
            continue
        yield f'_Static_assert(sizeof({name}) == {ffi.sizeof(kind)}, "the size of {name}");'
        for field, declared in kind.fields:
            checks = f"offsetof({name}, {field}) == {declared.offset}", f"{ffi.sizeof(declared.type)}"
            yield f'_Static_assert({checks[0]} && sizeof((({name} *)0)->{field}) == {checks[1]}, "{name}.{field}");'


def compile_to(library: Path, root: Path, *options: str, compiler: tuple[str, ...] = ()) -> None:
    """Compile the C files of the checkout at ``root`` to a library; another ``compiler`` than zig's may be given."""
    zig = (sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline")
    # A product added to a sum is rounded first, also where the machine could do both at once.
    command = [*(compiler or zig), "-shared", "-fPIC", "-std=c11", "-O3", "-ffp-contract=off"]
    warnings = ["-Wall", "-Wextra", "-Werror"]
    # `native.library` refuses a library that was compiled of other sources.
    stamp = f"-DMEZMUN_SOURCES={checksum(root)}u"
    with tempfile.TemporaryDirectory() as folder:
        layouts = Path(folder, "layouts.c")
        layouts.write_text("\n".join(layout_checks(interface(root))) + "\n", encoding="utf-8")
        files = [str(path) for path in (*sources(root), layouts) if path.suffix == ".c"]
        include = f"-I{root / FOLDER}"
        subprocess.run([*command, *warnings, *options, stamp, include, "-o", str(library), *files], check=True)


def sources(root: Path) -> list[Path]:
    """Give the C files and headers of the checkout at ``root``, in the order in which they are counted."""
    return sorted((root / FOLDER).rglob("*.[ch]"))


def checksum(root: Path) -> int:
    """Give the CRC-32 of all C files and headers."""
    return zlib.crc32(b"".join(path.read_bytes() for path in sources(root)))
