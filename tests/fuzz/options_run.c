#define main run_main
int run_main(int argc, char **argv);
#include "../../tools/run.c"

#include "options.h"

static void forget(void)
{
  free(ask.sets.value);
  ask.sets = (struct cli_values){ 0 };
}

const struct fuzz_options fuzz_options_run = { "run", options, forget };
