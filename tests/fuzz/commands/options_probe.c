#define asked probe_asked /* each program has one */
#include "../../tools/probe/probe_options.c"

#include "options.h"

#include <stdlib.h>

static void forget(void)
{
  free(asked.points.value);
  free(asked.lines.value);
  free(asked.forces.value);
  asked.points = asked.lines = asked.forces = (struct cli_values){0};
}

const struct fuzz_options fuzz_options_probe = {"probe", options, forget};
