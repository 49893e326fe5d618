/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of tessera-tile. */
#ifndef TILE_OPTIONS_H
#define TILE_OPTIONS_H

#include "cli.h"
#include "tile_lint.h"
#include "tile_where.h"

struct tile_options {
  const char *input;       /* NULL or "-": standard input */
  int64_t edge, offset[3]; /* edge 0: not given */
  bool automatic;          /* the program finds the offset */
  unsigned periodic;
  int order, lint; /* enum tile_order; LINT_WARN ... */
  const char *output, *export;
  bool check, full;
  struct where where; /* of a domain */
  struct tile_keep keep;
  bool keep_axes; /* the user has named the axes */
  int patches;
  struct tile_patch *patch;
};
extern const struct cli_program tile_program;
/* Parses the command line; usage errors end the program. Called once: the caller frees `patch`. */
struct tile_options tile_read_options(int argc, char **argv);

#endif
