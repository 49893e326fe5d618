/* What a flow is made of, by name: the choices that select a kernel, and the
 * boundary conditions of patches. C and CUDA; no functions. */
#ifndef PHYSICS_H
#define PHYSICS_H

#ifndef __cplusplus
#include <stdbool.h>
#endif
#include <stdint.h>

enum lbm_collision { LBM_BGK, LBM_TRT, LBM_MRT, LBM_COLLISIONS };
/* Stokes: no term is quadratic in the velocity, so that states and drives may be added and scaled. */
enum lbm_equilibrium { LBM_QUASI, LBM_INCOMPRESSIBLE, LBM_STOKES, LBM_EQUILIBRIA };
enum lbm_precision { LBM_FP64, LBM_FP32, LBM_PRECISIONS };
enum lbm_layout { LBM_PACKED, LBM_T2C, LBM_T2C_XYZ, LBM_LAYOUTS };

enum lbm_condition_kind { LBM_AT_REST, LBM_AT_WALL, LBM_AT_VELOCITY, LBM_AT_PRESSURE };

/* The condition of one patch, lattice units. */
struct lbm_condition {
  enum lbm_condition_kind kind;
  double velocity[3]; /* of the wall or the inflow */
  double density;     /* density - 1 = 3 p of a pressure patch */
};

enum lbm_special_kind {
  LBM_MOVING, /* links that leave through a moving wall */
  LBM_PLANE   /* links that leave through a velocity or pressure plane */
};

/* A node of a patch. */
struct lbm_special {
  uint8_t column; /* of the tile's block: see lbm_column */
  uint8_t kind, axis, outward; /* outward: 1 on the + face */
  uint16_t patch; /* 0-based */
  uint32_t links;
};

/* Rates of relaxation and the force, for both precisions; see site.h. */
struct lbm_rates {
  double even, odd, e, eps, q, pi, m, force[3];
  double jump; /* Stokes, TRT: by this share the velocity grows in the step; see lbm_change_tau */
};

enum lbm_mode { LBM_STEP, LBM_PROPAGATE, LBM_READ_WRITE };

#endif
