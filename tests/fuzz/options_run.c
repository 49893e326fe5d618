#define asked run_asked /* each program has one */
#include "../../tools/run/run_options.c"

#include "options.h"

static void forget(void)
{
  free(asked.sets.value);
  free(asked.walls_of.value);
  asked.sets = asked.walls_of = (struct cli_values){0};
}

const struct fuzz_options fuzz_options_run = {"run", options, forget};
