"""Ctrl-C that is never lost.

Python prints and drops what is raised while it runs a destructor or the callback of a weak reference, and a signal may
come just then, as amid an import: the command went on as if nobody had stopped it.
"""

import _thread
import signal
import sys
import threading
import time
from typing import Final

PAUSE: Final = 0.01
"""Seconds until a dropped interrupt comes again, when the code that dropped it has returned."""


def end_by_signals() -> None:
    """Let Ctrl-C and SIGTERM raise KeyboardInterrupt, and again wherever Python drops it.

    Left alone SIGTERM ends a process at once, and what the command began goes on, as the embedded PostgreSQL.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.unraisablehook = _raise_again


def _raise_again(dropped: "sys.UnraisableHookArgs") -> None:
    if issubclass(dropped.exc_type, KeyboardInterrupt):
        # Raised here it would be dropped, too.
        _thread.start_new_thread(_interrupt_soon, ())
    else:
        sys.__unraisablehook__(dropped)


def _interrupt_soon() -> None:
    time.sleep(PAUSE)
    main = threading.main_thread().ident
    if main is not None:
        signal.pthread_kill(main, signal.SIGTERM)  # a shell lets commands behind "&" ignore the other
