"""What goes wrong in the library or in a program."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """The one line of libtile or of a program that failed.

    code
        1: input or output, memory; 2: usage; 3: the input was rejected; 4: the flow diverged; 5: it has not converged,
        and its output was written; 128 and more: a signal ended the program. See EXIT STATUS in tessera(1).
    report
        What the program reported all the same, a dict, as with code 5; None: nothing.
    """

    def __init__(self, text: str, code: int, report: dict[str, Any] | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.report = report

    def __reduce__(self) -> tuple[Any, ...]:  # so that it comes back from the processes of a pool
        return type(self), (str(self), self.code, self.report)


class Warning(UserWarning):  # noqa: A001: the name is tessera.Warning
    """A warning of a program."""
