#define asked voxelize_asked /* each program has one */
#include "../../tools/voxelize/voxelize_options.c"

#include "options.h"

static void forget(void)
{
  free(asked.rule.equal);
  asked.rule = (struct rule){0};
  asked.pads.count = 0;
}

const struct fuzz_options fuzz_options_voxelize = {"voxelize", options, forget};
