/* What a flow is made of, by name: the choices that select a kernel, and the
 * boundary conditions of patches. C and CUDA; no functions. */
#ifndef PHYSICS_H
#define PHYSICS_H

#ifndef __cplusplus
#include <string.h>
#include <stdbool.h>
#endif
#include <stdint.h>

/* D2Q9: of domains of one slice. */
enum lbm_lattice { LBM_LATTICE_D3Q19, LBM_LATTICE_D2Q9, LBM_LATTICES };

enum lbm_collision { LBM_BGK, LBM_TRT, LBM_MRT, LBM_COLLISIONS };
/* Stokes: no term is quadratic in the velocity, so that states and drives may be added and scaled. */
enum lbm_equilibrium { LBM_QUASI, LBM_INCOMPRESSIBLE, LBM_STOKES, LBM_EQUILIBRIA };

/* The operators that a step has: even and odd parts of the populations relax with two rates (TRT; BGK with equal ones), or
 * moments with a rate each (MRT). */
enum lbm_relaxation_kind { LBM_TWO_RATES, LBM_MOMENTS, LBM_RELAXATIONS };

/* A population in 16 bits; see half.h. */
typedef uint16_t lbm_half;
/* Precisions: X(number, name of its parts, name, type that is stored, type of the arithmetic). */
#define LBM_PRECISION_ROWS(X)                             \
  X(LBM_FP64, fp64, "fp64", double, double)               \
  X(LBM_FP32, fp32, "fp32", float, float)                 \
  X(LBM_FP64_FP32, fp64_fp32, "fp64/fp32", float, double) \
  X(LBM_FP32_FP16, fp32_fp16, "fp32/fp16", lbm_half, float)
#define LBM_NUMBER(number, ...) number,
enum lbm_precision { LBM_PRECISION_ROWS(LBM_NUMBER) LBM_PRECISIONS };
/* Layouts: where the populations of a tile lie; layout.h. */
enum lbm_layout { LBM_PACKED, LBM_T2C, LBM_T2C_XYZ, LBM_LAYOUTS };

/* Fields of a node: density - 1 and velocity. */
enum { LBM_FIELD_DENSITY, LBM_FIELD_VELOCITY, LBM_FIELDS = LBM_FIELD_VELOCITY + 3 };

/* Walls at rest: half a link from the nodes, or where the domain says that they cut the links. */
enum lbm_walls { LBM_WALLS_HALFWAY, LBM_WALLS_INTERPOLATED, LBM_WALLS };

/* A parabola: a velocity that is a product of parabolas over its face; lbm_conditions_make. Nodes have a velocity. */
enum lbm_condition_kind { LBM_AT_REST, LBM_AT_WALL, LBM_AT_VELOCITY, LBM_AT_PRESSURE, LBM_AT_PARABOLA, LBM_CONDITIONS };

#ifndef __cplusplus
/* Their names, for options and files. */
extern const char *const lbm_lattice_names[LBM_LATTICES];
extern const char *const lbm_collision_names[LBM_COLLISIONS];
extern const char *const lbm_equilibrium_names[LBM_EQUILIBRIA];
extern const char *const lbm_precision_names[LBM_PRECISIONS];
extern const char *const lbm_layout_names[LBM_LAYOUTS];
extern const char *const lbm_condition_names[LBM_CONDITIONS];
extern const char *const lbm_walls_names[LBM_WALLS];

/* How a GPU finds where populations come from; the flow is the same to the last bit. Best: the device chooses, or has but one. */
enum lbm_addressing { LBM_ADDRESSING_BEST, LBM_BY_MASKS, LBM_BY_LISTS };
extern const char *const lbm_addressing_names[]; /* NULL, then words */
#endif

/* The condition of one patch, lattice units. */
struct lbm_condition {
  enum lbm_condition_kind kind;
  double velocity[3]; /* of the wall or the inflow, of a parabola in the middle */
  double density;     /* density - 1 = 3 p of a pressure patch */
};

/* Closures: what is put in the place of populations that no fluid node sends. X(number, name); the update of a node is
 * closure_NAME of boundary_conditions.h, in this order. What is prepared: of half-way walls that rest nothing, every layout finds
 * them by masks or source lists; of interpolated walls the links, as struct lbm_wall_link; of the others boundary nodes. */
#define LBM_BOUNDARY_ROWS(X)                                                                        \
  X(LBM_HALFWAY, halfway)                                                                           \
  X(LBM_MOVING, moving) /* links that leave through a moving wall, or an opening with a velocity */ \
  X(LBM_OPEN, open)     /* links that leave through an opening, not on a face, with a pressure */   \
  X(LBM_INTERPOLATED, interpolated)                                                                 \
  X(LBM_PLANE, plane) /* links that leave through a face with a velocity or a pressure */
enum lbm_boundary { LBM_BOUNDARY_ROWS(LBM_NUMBER) LBM_BOUNDARIES };

/* A node of a patch. */
struct lbm_boundary_node {
  uint8_t column;   /* of the tile's block: see lbm_column */
  uint8_t boundary; /* enum lbm_boundary */
  uint16_t patch;   /* 0-based, its condition; or the condition of the node alone */
  union {
    int8_t normal[3]; /* of a plane: into the domain, along an axis */
    uint16_t q;       /* of a moving wall: where it cuts the links, as in lbm_wall_link */
  };
  uint32_t links;
};

/* A link that an interpolated wall cuts. */
struct lbm_wall_link {
  uint16_t q;  /* at the share (q + 1) / 65536 of its length */
  uint16_t at; /* LBM_WALL_LINK_AT of the column, the link and its opposite */
};
#define LBM_WALL_LINK_HALF 32767 /* q = 1/2 */
#define LBM_WALL_LINK_AT(column, link, back) ((uint16_t)((column) | (link) << 6 | (back) << 11))
#define LBM_WALL_LINK_COLUMN(at) ((at)&63)
#define LBM_WALL_LINK_LINK(at) ((at) >> 6 & 31)
#define LBM_WALL_LINK_BACK(at) ((at) >> 11)

#undef LBM_NUMBER

/* Rates of relaxation and the force, for both precisions; see site.h. */
struct lbm_rates {
  double even, odd, e, eps, q, pi, m, force[3];
  bool relax_third; /* planes relax the moments of rate m at once; see relax_third_order */
  double jump;      /* Stokes, TRT: by this share the velocity grows in the step; see lbm_change_tau */
};

enum lbm_mode { LBM_STEP, LBM_PROPAGATE, LBM_READ_WRITE };

#endif
