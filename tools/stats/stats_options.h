/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of tessera-stats. */
#ifndef STATS_OPTIONS_H
#define STATS_OPTIONS_H

#include "cli.h"

/* A member is NULL, 0 or false where its option is not given, unless its comment says otherwise. Lengths are in voxels unless
 * they have a unit. Texts belong to argv. */
struct stats_options {
  const char *input; /* NULL or "-": standard input */
  bool thickness, solid, trapping, anisotropy;
  unsigned intrusion;             /* set of faces */
  double contact_angle;           /* degrees */
  struct cli_quantity tension;    /* N/m */
  int64_t two_point, lineal_path; /* largest distance */
  int64_t rev;                    /* most sizes of windows */
  const char *network;            /* name of a table, or beginning of the names of files */
  double persistence;
  const char *mask, *plot, *output;
  bool csv, json, digest, offsets, predict;
  double bandwidth; /* GB/s */
  int precision;    /* of stats_precisions */
  int lattice;      /* enum lbm_lattice */
  int64_t vram;     /* bytes */
  int64_t devices;
  double link; /* GB/s */
};
extern const struct cli_program stats_program;

/* Parses the command line; usage errors end the program. */
struct stats_options stats_read_options(int argc, char **argv);
bool stats_asks_pores(const struct stats_options *o);
bool stats_asks_predictions(const struct stats_options *o);

#endif
