/* What tessera-probe is asked for. */
#ifndef PROBE_OPTIONS_H
#define PROBE_OPTIONS_H

#include "probe.h"

struct probe_options {
  struct cli_values points, lines, forces;
  double about[3];
  bool turned; /* --about is given */
  struct {
    int axis;
    bool asked;
  } flux;
  bool permeability, patch_flux, wall_shear, csv, json;
  struct cli_quantity viscosity, density;
  const char *vtk, *vtp, *png, *npy;
  int precision; /* -1: that of the file */
  struct {
    struct probe_slice slice;
    bool asked;
  } slice;
  const char *field;
};

extern struct probe_options asked;
extern const struct cli_program probe_program;
/* Of those that exclude each other, before anything is read; usage errors end the program. */
void probe_check_options(const char *input);

#endif
