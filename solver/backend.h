/* A backend executes steps. One table lists them (backend.c); a struct of
 * function pointers filled by field name is all that one is. */
#ifndef BACKEND_H
#define BACKEND_H

#include "cpu.h"
#include "geometry.h"
#include "lbm.h"

struct lbm_backend {
  const char *name;
  bool (*present)(void);
  size_t align; /* bytes: where a tile's values begin */
  /* state: the backend's own; populations all zero (fluid at rest) */
  int (*open)(void **state, const struct lbm_geometry *g, const struct lbm_setup *setup, struct tile_error *e);
  void (*close)(void *state);
  /* One pass over all nodes. bad: as lbm_cpu_step returns. */
  int (*pass)(void *state, const struct lbm_task *task, size_t *bad, struct tile_error *e);
  /* Populations of one tile in node, direction order. Reading may be done by several threads. */
  int (*get)(void *state, size_t tile, void *values, struct tile_error *e);
  int (*put)(void *state, size_t tile, const void *values, struct tile_error *e);
  size_t (*memory)(const void *state);
  const char *(*describe)(const void *state);
};

extern const struct lbm_backend lbm_backend_cpu;
/* By name; NULL: the best present. */
int lbm_backend_find(const struct lbm_backend **backend, const char *name, struct tile_error *e);

#endif
