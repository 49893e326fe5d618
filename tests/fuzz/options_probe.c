#define main probe_main
int probe_main(int argc, char **argv);
#include "../../tools/probe/probe.c"

#include "options.h"

static void forget(void)
{
  free(ask.points.value);
  free(ask.lines.value);
  ask.points = ask.lines = (struct cli_values){0};
}

const struct fuzz_options fuzz_options_probe = {"probe", options, forget};
