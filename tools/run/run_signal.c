/* SPDX-License-Identifier: BSD-3-Clause */
/* After the first signal a run finishes its step and ends; a second signal ends it at once. */
#include "run_processes.h"

#include "communicator.h"

#include <signal.h>

static volatile sig_atomic_t caught;
static int agreed; /* the signal that run_agree has found in one of several processes */

static void on_signal(int number)
{
  if (caught) {
    cli_discard_outputs();
    signal(number, SIG_DFL);
    raise(number);
  }
  caught = number;
}

/* An ignored signal stays ignored. */
static void watch(int number)
{
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, old;
  if (!sigaction(number, NULL, &old) && old.sa_handler != SIG_IGN)
    sigaction(number, &action, NULL);
}

void run_watch_signals(void)
{
  if (lbm_comm_size() > 1) {
    watch(SIGUSR1);
    return;
  }
  watch(SIGHUP);
  watch(SIGINT);
  watch(SIGTERM);
}

bool run_agree(void)
{
  if (lbm_comm_any(caught != 0))
    agreed = SIGUSR1;
  return run_caught() != 0;
}

int run_caught(void)
{
  return lbm_comm_size() > 1 ? agreed : caught;
}
