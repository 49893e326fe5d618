/* The options of tessera-probe. */
#ifndef PROBE_OPTIONS_H
#define PROBE_OPTIONS_H

#include "probe.h"

struct probe_options {
  struct cli_values points, lines, sections, forces;
  double about[3];
  struct {
    int axis;
    bool asked;
  } flux;
  bool permeability, patch_flux, wall_shear, table, csv, json;
  struct cli_quantity viscosity, density;
  const char *on;        /* the surface whose triangles --vtp writes; NULL: points */
  double unit;           /* of its coordinates, m */
  const char *snapshots; /* their folder; NULL: none */
  const char *vtk, *vtp, *streamlines, *png, *npy, *plot;
  struct {
    const char *file; /* NULL: `count` seeds where the flow enters */
    int64_t count;
  } seeds;
  int precision; /* -1: that of the file */
  struct {
    struct probe_slice slice;
    bool asked;
  } slice;
  const char *field;
};

extern struct probe_options asked;
extern const struct cli_program probe_program;
/* Exits with a usage error if options exclude each other; call it before anything is read. */
void probe_check_options(const char *input);
/* What only the file tells: the field asked for, and whether there is a flow. */
void probe_check_fields(const struct fields *f);

#endif
