/* Full tiles with neighbours that are not: most of their populations still come
 * from where a full neighbourhood would have them; these are the others. */
#ifndef EXCEPTIONS_H
#define EXCEPTIONS_H

#include "geometry.h"

struct lbm_exception {
  int32_t source; /* as in the source list of the tile */
  int32_t slot;   /* 64 * opposite[i] + node */
};

struct lbm_exceptions {
  size_t *begin; /* tiles + 1; none: the tile has no list, or needs the whole of it */
  struct lbm_exception *at;
};

/* Of tiles that have source lists. Release with lbm_exceptions_free, also after an error. */
int lbm_exceptions_make(struct lbm_exceptions *x, const struct lbm_geometry *g, struct tile_error *e);
void lbm_exceptions_free(struct lbm_exceptions *x);

/* Where population i of a node comes from: the offset at -c_i. False when it is not in a full tile. */
bool lbm_full_source(const struct lbm_geometry *g, size_t tile, int node, int i, size_t *offset);

#endif
