# SPDX-License-Identifier: BSD-3-Clause
"""What notebooks show of files, domains and results: a table."""

from __future__ import annotations

import html
from typing import Any, Mapping


def table(title: str, rows: Mapping[str, Any]) -> str:
    cells = "".join(
        f"<tr><th style='text-align:left'>{html.escape(str(name))}</th>"
        f"<td style='text-align:left'>{html.escape(str(value))}</td></tr>"
        for name, value in rows.items()
    )
    return f"<table><caption style='text-align:left'>{html.escape(title)}</caption>{cells}</table>"
