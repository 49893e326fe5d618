/* SPDX-License-Identifier: BSD-3-Clause */
#include "../../tools/voxelize/voxelize_options.c"

#include "options.h"

static void forget(void)
{
  free(given.rule.equal);
  given.rule = (struct rule){0};
  given.pads.count = 0;
}

const struct fuzz_options fuzz_options_voxelize = {"voxelize", options, forget};
