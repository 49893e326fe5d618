/* SPDX-License-Identifier: BSD-3-Clause */
/* The last line of the terminal, which messages and the progress bar share. */
#include "cli_internal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool drawn; /* a bar stands there */

/* Some terminals do not know their width. The last column stays free, as some begin a new line behind it. */
int cli_progress_width(void)
{
  struct winsize size = {0};
  const char *columns = getenv("COLUMNS");
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col - 1;
  const int said = columns ? atoi(columns) : 0;
  return (said > 0 ? said : 80) - 1;
}

void cli_progress_line(const char *text)
{
  const char *end = text;
  for (int left = cli_progress_width(); *end && left > 0; left--)
    while ((*++end & 0xc0) == 0x80)
      continue;
  fprintf(stderr, "\r\033[K%.*s", (int)(end - text), text);
  drawn = true;
  fflush(stderr);
}

void cli_progress_hide(void)
{
  if (drawn)
    fputs("\r\033[K", stderr);
  drawn = false;
}
