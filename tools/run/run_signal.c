/* Signals: the first finishes the step, the second ends at once. */
#include "run.h"

#include <signal.h>

static volatile sig_atomic_t caught;

static void on_signal(int number)
{
  if (caught) {
    cli_discard_outputs();
    signal(number, SIG_DFL);
    raise(number);
  }
  caught = number;
}

/* Signals that are ignored stay so. */
void run_watch_signals(void)
{
  static const int numbers[] = {SIGINT, SIGTERM};
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, old;
  for (int i = 0; i < 2; i++)
    if (!sigaction(numbers[i], NULL, &old) && old.sa_handler != SIG_IGN)
      sigaction(numbers[i], &action, NULL);
}

int run_caught(void)
{
  return caught;
}
