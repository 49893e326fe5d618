/* SPDX-License-Identifier: BSD-3-Clause */
/* The last line of the terminal, which messages and the progress bar share. */
#include "cli_internal.h"

static bool drawn; /* a bar stands there */

void cli_progress_drawn(void)
{
  drawn = true;
}

void cli_progress_hide(void)
{
  if (drawn)
    fputs("\r\033[K", stderr);
  drawn = false;
}
