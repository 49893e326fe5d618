#define asked run_asked /* each program has one */
#include "../../tools/run/run_options.c"

#include "options.h"

static void forget(void)
{
  free(asked.sets.value);
  asked.sets = (struct cli_values){0};
}

const struct fuzz_options fuzz_options_run = {"run", options, forget};
