/* SPDX-License-Identifier: BSD-3-Clause */
/* tile --lint: warnings about a domain, and the size of its patches. Call lint_components and lint_nodes before the
 * domain is made, lint_openings and lint_end after. */
#ifndef TILE_LINT_H
#define TILE_LINT_H

#include "cli.h"
#include "tile_measure.h"

struct lint {
  enum { LINT_NO, LINT_WARN, LINT_STRICT } how;
  unsigned periodic;
  double dx; /* voxel size in m; 0: unknown */
  int patches;
  const struct tile_patch *patch;
  bool openings; /* the image has openings, too */
  int found;     /* warnings so far */
};

/* Bits as in tile_components.touches. */
unsigned lint_open_faces(const struct lint *l);
/* Checks the components that are kept, before the others are cleared. */
void lint_components(struct lint *l, const struct tile_components *c, const struct tile_keep *keep, int64_t nonsolid);
/* Checks the nodes that are left; reports to `report` unless that is NULL. */
int lint_nodes(struct lint *l, const struct tile_bits *b, FILE *report, struct tile_error *e);
/* Checks the openings of the domain, which become patches automatically. */
void lint_openings(struct lint *l, const struct tile_domain *d);
int64_t lint_opening_nodes(const struct tile_domain *d, int patch);
/* With LINT_STRICT: TILE_REJECTED if there was a warning. */
int lint_end(const struct lint *l, struct tile_error *e);

#endif
