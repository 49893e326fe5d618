/* SPDX-License-Identifier: BSD-3-Clause */
/* The names of the choices of physics.h in options, files and reports. */
#include "physics.h"

const char *const lbm_lattice_names[] = {"d3q19", "d2q9"};
const char *const lbm_collision_names[] = {"bgk", "trt", "mrt", "regularised"};
const char *const lbm_equilibrium_names[] = {"quasi", "incompressible", "stokes"};
const char *const lbm_precision_names[] = {
#define NAME(number, part, name, stored, computed) name,
    LBM_PRECISION_ROWS(NAME)};
const char *const lbm_condition_names[] = {"rest",     "wall", "velocity",      "pressure",
                                           "parabola", "flow", "flow-parabola", "flow-womersley"};
const char *const lbm_walls_names[] = {"halfway", "interpolated", "linear"};
const char *const lbm_addressing_names[] = {0, "masks", "lists"};
const char *const lbm_layout_names[] = {"packed", "t2c", "t2c-xyz"};
