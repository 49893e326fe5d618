/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: named surfaces and openings. */
#ifndef TILE_SURFACES_H
#define TILE_SURFACES_H

#include "tile_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- named surfaces and openings ------------------------ surfaces.c ---- */

#define TILE_SURFACES_LIMIT 255

/* A surface that is no wall but a flat end, at which a vessel was cut (K9). */
struct tile_opening {
  int surface; /* index into name */
  /* Unit vector into the fluid; centre in m from the corner of voxel 0,0,0; area in m^2, above 0. */
  double normal[3], centre[3], area;
  /* In m along the normal, from 0 on: how far behind the centre the fluid ends, on a plane of the grid, since the vessel
   * was prolonged as far as that. */
  double behind;
};

/* The named surfaces of a header. Zeroed: none. */
struct tile_surfaces {
  int count, openings;
  char (*name)[32];             /* [count]; surface i + 1 of a wall has name[i] */
  struct tile_opening *opening; /* [openings] */
};

/* Reads the keys `surfaces` and `openings`, if present. TILE_REJECTED: one of them breaks its rule (K8, K9). */
int tile_surfaces_read(struct tile_surfaces *s, const struct tile_header *h, struct tile_error *e);

/* Sets these keys, or drops those without content. */
int tile_surfaces_set(const struct tile_surfaces *s, struct tile_header *h, struct tile_error *e);

void tile_surfaces_free(struct tile_surfaces *s);

#ifdef __cplusplus
}
#endif

#endif
