/* SPDX-License-Identifier: BSD-3-Clause */
/* The end of a program: what is not complete is removed, and standard output must have been written. */
#include "cli_internal.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* fflush does not report the failure of an earlier write; if a pipe has no reader now, that was the reason. */
bool cli_flush(FILE *file)
{
  struct pollfd pipe = {.fd = fileno(file)};
  errno = 0;
  const bool failed = fflush(file) != 0;
  if (!failed && ferror(file))
    errno = poll(&pipe, 1, 0) == 1 && pipe.revents & POLLERR ? EPIPE : 0;
  return failed || ferror(file);
}

/* Reports late errors of standard output: a report to a full disk is not a success, nor is one that is lost when the
 * file is closed. If standard output was never open, only programs that print fail. */
static void at_exit(void)
{
  cli_discard_outputs();
  bool bad = cli_flush(stdout);
  if ((!bad && (close(STDOUT_FILENO) == 0 || errno == EBADF)) || cli_failed)
    return;
  cli_failed = true;
  if (errno != EPIPE)
    fprintf(stderr, "%s: standard output: %s\n", cli_name, errno ? strerror(errno) : "write error");
  _exit(EXIT_COULD_NOT);
}

void cli_guard_exit(void)
{
  static bool guarded;
  if (!guarded)
    atexit(at_exit);
  guarded = true;
}
