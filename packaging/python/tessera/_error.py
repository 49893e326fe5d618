# SPDX-License-Identifier: BSD-3-Clause
"""What goes wrong in the library or in a program."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from typing import Any


class Error(Exception):
    """The one line of libtile or of a program that failed.

    It is a FileNotFoundError, too, where a file is missing, and a ValueError where the usage was wrong.

    code
        1: input or output, memory; 2: usage; 3: the input was rejected; 4: the flow diverged; 5: it has not converged,
        and its output was written; 128 and more: a signal ended the program. See EXIT STATUS in tessera(1).
    report
        What the program reported all the same, a dict, as with code 5; None: nothing.
    stderr
        All that the program wrote on standard error.
    """

    def __new__(cls, text: str, code: int, report: dict[str, Any] | None = None, stderr: str = "") -> "Error":
        if cls is Error:
            missing = code == 1 and text.endswith(os.strerror(errno.ENOENT))
            cls = MissingError if missing else UsageError if code == 2 else cls
        return super().__new__(cls, text)

    def __init__(self, text: str, code: int, report: dict[str, Any] | None = None, stderr: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.report = report
        self.stderr = stderr

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:  # so that it comes back from the processes of a pool
        return Error, (str(self), self.code, self.report, self.stderr)


class MissingError(Error, FileNotFoundError):
    """A file that is missing."""

    def __init__(self, text: str, code: int, report: dict[str, Any] | None = None, stderr: str = "") -> None:
        super().__init__(text, code, report, stderr)
        self.errno = errno.ENOENT


class UsageError(Error, ValueError):
    """A value or an option that a program or the library does not take."""


class Warning(UserWarning):  # noqa: A001: the name is tessera.Warning
    """A warning of a program."""


_FOLDER = os.path.dirname(os.path.abspath(__file__))


def warn(text: str) -> None:
    """Warns of what the code outside of the module did."""
    frame, depth = sys._getframe(1), 2
    while frame.f_back and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == _FOLDER:
        frame, depth = frame.f_back, depth + 1
    warnings.warn(text, Warning, stacklevel=depth)
