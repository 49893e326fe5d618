#define main voxelize_main
int voxelize_main(int argc, char **argv);
#include "../../tools/voxelize.c"

#include "options.h"

static void forget(void)
{
  free(asked.rule.equal);
  asked.rule = (struct rule){ 0 };
  asked.pads.count = 0;
}

const struct fuzz_options fuzz_options_voxelize = { "voxelize", options, forget };
