/* SPDX-License-Identifier: BSD-3-Clause */
/* A plane on the first GPU of the host. All functions return 0, or 1 after a message. */
#ifndef PLANE_CUDA_H
#define PLANE_CUDA_H

#ifdef __cplusplus
extern "C" {
#endif
#include "plane.h"

/* The whole step; without waiting between gathering and scattering; without the code of ghost buffers too; and copies of
 * half of the populations. */
enum plane_way { PLANE_STEP, PLANE_NO_BARRIER, PLANE_NO_GHOSTS, PLANE_WAYS, PLANE_COPY = PLANE_WAYS };

/* The BGK of plane_collide.h; none; and those of tessera-run (site_plane.h). */
enum plane_collision {
  PLANE_OWN,
  PLANE_NONE,
  PLANE_BGK_INCOMPRESSIBLE,
  PLANE_BGK,
  PLANE_MRT_INCOMPRESSIBLE,
  PLANE_MRT,
  PLANE_COLLISIONS
};

struct plane_device {
  const struct plane *plane;
  struct tile *tile;
  double *f, *ghost[2];
};

int plane_device_open(struct plane_device *d, const struct plane *p);
int plane_device_fetch(const struct plane_device *d, struct plane *p);
void plane_device_close(struct plane_device *d);
/* An even number of steps keeps the roles of the ghost buffers. */
int plane_device_steps(const struct plane_device *d, enum plane_way way, enum plane_collision collision, int steps,
                       double *seconds);

#ifdef __cplusplus
}
#endif
#endif
