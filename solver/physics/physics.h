/* SPDX-License-Identifier: BSD-3-Clause */
/* The choices that select the kernel of a flow, and the boundary conditions of patches. For C and CUDA; it declares no
 * functions. All values are in lattice units. */
#ifndef PHYSICS_H
#define PHYSICS_H

#ifndef __cplusplus
#include <string.h>
#include <stdbool.h>
#endif
#include <stdint.h>

#define LBM_SOUND 0.57735026918962573 /* the speed of sound, sqrt(1/3) */
#define LBM_MACH 1.7320508075688772   /* the Mach number of a speed of 1, sqrt(3) */

/* D2Q9 is for domains of one slice. */
enum lbm_lattice { LBM_LATTICE_D3Q19, LBM_LATTICE_D2Q9, LBM_LATTICES };

enum lbm_collision { LBM_BGK, LBM_TRT, LBM_MRT, LBM_REGULARISED, LBM_COLLISIONS };
/* Equilibria: quasi-compressible (Qian, d'Humieres & Lallemand, Europhys. Lett. 17 (1992) 479), incompressible (He &
 * Luo, J. Stat. Phys. 88 (1997) 927), and Stokes, the latter without the terms that are quadratic in the velocity: then
 * states and drives may be added and scaled. */
enum lbm_equilibrium { LBM_QUASI, LBM_INCOMPRESSIBLE, LBM_STOKES, LBM_EQUILIBRIA };

/* Collision operators of a time step: the even and the odd parts of the populations relax with one rate each (TRT; BGK
 * is TRT with equal rates), each moment has its own rate (MRT), or the stress of the node takes part (regularised). */
enum lbm_relaxation_kind { LBM_TWO_RATES, LBM_MOMENTS, LBM_LOCAL, LBM_RELAXATIONS };

/* LBM_LOCAL where it is known at compile time which collision it is: two rates with a table, or regularised. */
enum { LBM_LOCAL_RATES = LBM_RELAXATIONS, LBM_LOCAL_REGULARISED, LBM_NO_COLLISION };

/* A population in 16 bits, see half.h. */
typedef uint16_t lbm_half;
/* Precisions: X(number, name in identifiers, name in options and files, stored type, type of the arithmetic). */
#define LBM_PRECISION_ROWS(X)                             \
  X(LBM_FP64, fp64, "fp64", double, double)               \
  X(LBM_FP32, fp32, "fp32", float, float)                 \
  X(LBM_FP64_FP32, fp64_fp32, "fp64/fp32", float, double) \
  X(LBM_FP32_FP16, fp32_fp16, "fp32/fp16", lbm_half, float)
#define LBM_NUMBER(number, ...) number,
enum lbm_precision { LBM_PRECISION_ROWS(LBM_NUMBER) LBM_PRECISIONS };
/* Layouts of the populations of a tile in memory, see layout.h. */
enum lbm_layout { LBM_PACKED, LBM_T2C, LBM_T2C_XYZ, LBM_LAYOUTS };

/* The fields of a node: density - 1 and three components of the velocity. */
enum { LBM_FIELD_DENSITY, LBM_FIELD_VELOCITY, LBM_FIELDS = LBM_FIELD_VELOCITY + 3 };

/* Positions of walls at rest: half a link from the nodes, or the places at which, by the domain, they cut links, by one
 * of the two rules of wall_links.h. */
enum lbm_walls { LBM_WALLS_HALFWAY, LBM_WALLS_INTERPOLATED, LBM_WALLS_LINEAR, LBM_WALLS };

/* Boundary conditions of a patch. LBM_AT_PARABOLA: a velocity that varies over the patch, parabola by parabola
 * (lbm_conditions_make); its nodes have the condition LBM_AT_VELOCITY. LBM_AT_FLOW...: the volume a step through the
 * patch, spread evenly, as developed flow or as that of each harmonic (solver/pulse/section.h); at a node LBM_AT_FLOW
 * is a velocity at density 1. */
enum lbm_condition_kind {
  LBM_AT_REST,
  LBM_AT_WALL,
  LBM_AT_VELOCITY,
  LBM_AT_PRESSURE,
  LBM_AT_PARABOLA,
  LBM_AT_FLOW,
  LBM_AT_FLOW_PARABOLA,
  LBM_AT_FLOW_WOMERSLEY,
  LBM_CONDITIONS
};

#ifndef __cplusplus
/* Names of the values of these enumerations, for options and files. */
extern const char *const lbm_lattice_names[LBM_LATTICES];
extern const char *const lbm_collision_names[LBM_COLLISIONS];
extern const char *const lbm_equilibrium_names[LBM_EQUILIBRIA];
extern const char *const lbm_precision_names[LBM_PRECISIONS];
extern const char *const lbm_layout_names[LBM_LAYOUTS];
extern const char *const lbm_condition_names[LBM_CONDITIONS];
extern const char *const lbm_walls_names[LBM_WALLS];

/* How a GPU finds the sources of populations; the flow is the same to the last bit. LBM_ADDRESSING_BEST: the device
 * chooses, or has only one way. */
enum lbm_addressing { LBM_ADDRESSING_BEST, LBM_BY_MASKS, LBM_BY_LISTS };
extern const char *const lbm_addressing_names[]; /* the first is NULL */
#endif

/* The boundary condition of one patch, of one of its nodes, or of one link through an opening of a surface. */
struct lbm_condition {
  enum lbm_condition_kind kind;
  int back; /* of a link: its index less that of its patch, which holds the pressure; else 0 */
  /* Of the wall or the inflow; of a parabola: the largest, in its middle. Of a flow through a patch: the inward normal
   * times the volume a step. Of a pressure: a vector v inward; fluid that comes in at velocity u lowers it by (u.v)^2 / 2. */
  double velocity[3];
  double density; /* LBM_AT_PRESSURE: density - 1, which is 3 p for the gauge pressure p */
  /* LBM_AT_PRESSURE of a link: density - 1 is that of the patch and the sum of the products of its tilt and the patch's
   * (lbm_outlet_tilt), since pressure falls along a vessel and its opening may lie at an angle to it; velocity: of
   * developed flow where the link crosses the opening, less that at the node, for a flow of 1 into the domain. flow: of
   * the patch. */
  double tilt[2], flow;
};

/* Boundary conditions of links: each replaces the incoming populations that no fluid node sends. X(number, name); the
 * function boundary_NAME of boundary_conditions.h updates a node, in the order of the rows. Half-way walls at rest need
 * no preparation, since every layout finds them by masks or source lists; the links of interpolated walls, of both
 * rules, are prepared as struct lbm_wall_link, and all others as struct lbm_boundary_node. */
#define LBM_BOUNDARY_ROWS(X)                                                                        \
  X(LBM_HALFWAY, halfway)                                                                           \
  X(LBM_MOVING, moving) /* links that leave through a moving wall, or an opening with a velocity */ \
  X(LBM_OPEN, open)     /* links that leave through an opening, not on a face, with a pressure */   \
  X(LBM_INTERPOLATED, interpolated)                                                                 \
  X(LBM_LINEAR, linear) /* links that leave through a moving wall, with LBM_WALLS_LINEAR */         \
  X(LBM_PLANE, plane)   /* links that leave through a face with a velocity or a pressure */
enum lbm_boundary { LBM_BOUNDARY_ROWS(LBM_NUMBER) LBM_BOUNDARIES };

/* Links of a node with the same boundary condition. */
struct lbm_boundary_node {
  uint8_t column;   /* column of the node in the block of its tile, see lbm_column */
  uint8_t boundary; /* enum lbm_boundary */
  union {
    int8_t face[2]; /* LBM_PLANE: the axis across it, and 1 or -1, the direction along it into the domain */
    uint16_t q;     /* LBM_MOVING, LBM_LINEAR: the place at which the wall cuts the links, as in struct lbm_wall_link */
  };
  uint32_t condition; /* its index: of the patch, of this node, or of the first of these links (lbm_condition.back) */
  uint32_t links;     /* bit i: the link towards c_i */
};

/* A link that an interpolated wall cuts. */
struct lbm_wall_link {
  uint16_t q;  /* the distance of the wall from the node is (q + 1) / 65536 of the length of the link */
  uint16_t at; /* LBM_WALL_LINK_AT of the column, the link and its opposite */
};
#define LBM_WALL_LINK_HALF 32767 /* q = 1/2 */
#define LBM_WALL_LINK_AT(column, link, back) ((uint16_t)((column) | (link) << 6 | (back) << 11))
#define LBM_WALL_LINK_COLUMN(at) ((at)&63)
#define LBM_WALL_LINK_LINK(at) ((at) >> 6 & 31)
#define LBM_WALL_LINK_BACK(at) ((at) >> 11)

#undef LBM_NUMBER

/* Laws of the viscosity as a function of the shear rate, see fluid.h. */
enum lbm_fluid_kind { LBM_NEWTONIAN, LBM_CARREAU_YASUDA, LBM_CASSON, LBM_POWER_LAW, LBM_FLUIDS };
enum { LBM_FLUID_NUMBERS = 5 };
struct lbm_fluid {
  enum lbm_fluid_kind kind;
  double at[LBM_FLUID_NUMBERS]; /* the numbers of the law, see fluid.h */
  double smagorinsky;           /* constant of the eddy viscosity; 0: there is none */
};

/* The rate 1/tau+ of a node minus that of the flow, as a function of x = (tau+ times shear rate)^2: row[0] + x row[1] in
 * the cell of x. There are LBM_RATE_CELLS cells for each power of 2 from 2^LBM_RATE_FIRST on, so that the number of a
 * cell follows from the leading bits of x; the first and the last row are constants, below and above all cells. */
enum {
  LBM_RATE_BITS = 5,
  LBM_RATE_CELLS = 1 << LBM_RATE_BITS,
  LBM_RATE_FIRST = -64,
  LBM_RATE_POWERS = 72,
  LBM_RATE_ROWS = LBM_RATE_POWERS * LBM_RATE_CELLS + 2
};
struct lbm_rate_table {
  float row[LBM_RATE_ROWS][2];
};

/* Relaxation rates and the body force, whatever the precision, see site.h. even, odd: 1/tau+ and 1/tau- of TRT, equal
 * ones for BGK. e ... m: further rates of MRT, which are those of energy, energy squared, energy flux, pi and third
 * order. force: body force per volume. project: 1 for the regularised collision, else 0; see relax_local. */
struct lbm_rates {
  double even, odd, e, eps, q, pi, m, force[3], project;
  bool relax_third; /* the nodes of planes set the moments of rate m to zero, see relax_third_order */
  double jump;      /* Stokes, TRT: the relative growth of the velocity in this time step, see lbm_change_tau */
  /* Where the viscosity varies: how `even` does, in the memory of the device; and `odd` from it, see local_odd. */
  const struct lbm_rate_table *table; /* NULL: the viscosity is the same everywhere */
  double odd_of[3];
};

/* The work of a time step. For benchmarks it is reduced: without collision, or without propagation either. */
enum lbm_mode { LBM_STEP, LBM_PROPAGATE, LBM_READ_WRITE };

#endif
