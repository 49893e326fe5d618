/* SPDX-License-Identifier: BSD-3-Clause */
/* Output files that are not complete: removed when the program ends, also by a signal. */
#include "cli_internal.h"

#include <signal.h>
#include <unistd.h>

/* Open files. Signal handlers read `beside`: it is set and cleared by one store. */
enum { SLOTS = 8 };
static struct {
  char *path;
  char *volatile beside;
} unfinished[SLOTS];

void cli_discard_outputs(void)
{
  for (int i = 0; i < SLOTS; i++)
    if (unfinished[i].beside)
      unlink(unfinished[i].beside);
}

int cli_remember(char *path, struct tile_error *e)
{
  for (int i = 0; i < SLOTS; i++)
    if (!unfinished[i].path) {
      unfinished[i].path = path;
      return 0;
    }
  return tile_fail(e, TILE_FAILED, "%s: more than %d output files", path, SLOTS);
}

void cli_set_beside(const char *path, char *beside)
{
  for (int i = 0; i < SLOTS; i++)
    if (unfinished[i].path == path)
      unfinished[i].beside = beside;
}

void cli_forget_path(const char *path)
{
  cli_set_beside(path, NULL);
  for (int i = 0; i < SLOTS; i++)
    if (unfinished[i].path == path)
      unfinished[i].path = NULL;
}

static void on_signal(int number)
{
  cli_discard_outputs();
  signal(number, SIG_DFL);
  raise(number);
}

void cli_guard_signals(void)
{
  static const int numbers[] = {SIGHUP, SIGINT, SIGTERM};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction action;
    if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
      action.sa_handler = on_signal;
      sigaction(numbers[i], &action, NULL);
    }
  }
}
