/* SPDX-License-Identifier: BSD-3-Clause */
/* The option tables of the programs; each options_NAME.c provides one. */
#ifndef FUZZ_OPTIONS_H
#define FUZZ_OPTIONS_H

#include "cli.h"

struct fuzz_options {
  const char *program;
  const struct cli_option *table;
  void (*forget)(void); /* frees the lists that options have extended; may be NULL */
};
extern const struct fuzz_options fuzz_options_voxelize, fuzz_options_tile, fuzz_options_stats, fuzz_options_run,
    fuzz_options_probe;

#endif
