/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of tessera-probe. */
#ifndef PROBE_OPTIONS_H
#define PROBE_OPTIONS_H

#include "probe.h"

#include "colour.h"

struct probe_options {
  const char *input; /* NULL or "-": standard input */
  struct cli_values points, lines, sections, forces;
  struct cli_place about;
  int flux; /* the axis */
  bool permeability, patch_flux, wall_shear, table, csv, json;
  struct cli_quantity viscosity, density;
  const char *on;        /* the surface whose triangles --vtp writes; NULL: points */
  double unit;           /* of its coordinates, m */
  const char *snapshots; /* their folder; NULL: none */
  const char *vtk, *vtp, *vtkhdf, *streamlines, *png, *npy, *plot;
  struct {
    const char *file; /* NULL: `count` seeds where the flow enters */
    int64_t count;
  } seeds;
  int precision; /* -1: that of the file */
  struct probe_slice slice;
  const char *field;
  struct probe_look look;
  struct probe_view view;
  struct {
    double dpi;
    bool transparent;
    colour_map *map;
  } style;
};

extern const struct cli_program probe_program;
/* Parses and checks the command line; usage errors end the program. Called once: the lists belong to probe_options.c. */
struct probe_options probe_read_options(int argc, char **argv);
/* What only the file tells: the field asked for, and whether there is a flow. */
void probe_check_fields(const struct probe_options *o, const struct fields *f);

#endif
