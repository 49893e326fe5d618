/* tile --lint: what a domain should be warned of, and how large its patches are. */
#ifndef TILE_LINT_H
#define TILE_LINT_H

#include "cli.h"

struct lint {
  enum { LINT_NO, LINT_WARN, LINT_STRICT } how;
  unsigned periodic;
  double dx; /* voxel size in m; 0: unknown */
  int patches;
  const struct tile_patch *patch;
  bool openings; /* of a vessel, too */
  int found;     /* warnings so far */
};

/* Bits as in tile_components.touches. */
unsigned lint_open_faces(const struct lint *l);
/* Of the components that are kept, before the others are cleared. */
void lint_components(struct lint *l, const struct tile_components *c, const struct tile_keep *keep, int64_t nonsolid);
/* Of the nodes that are left; reports to `report` unless that is NULL. */
int lint_nodes(struct lint *l, const struct tile_bits *b, FILE *report, struct tile_error *e);
/* Of the openings of the domain, which are patches without being asked for. */
void lint_openings(struct lint *l, const struct tile_domain *d);
int64_t lint_opening_nodes(const struct tile_domain *d, int patch);
/* LINT_STRICT: TILE_REJECTED if anything was found. */
int lint_end(const struct lint *l, struct tile_error *e);

#endif
