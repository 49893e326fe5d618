/* SPDX-License-Identifier: BSD-3-Clause */
/* Several processes agree on an error: if one fails, all do. */
#include "shared_file.h"

struct verdict {
  const struct tile_communicator *communicator;
  int code;
};

/* *first: 1 + the first rank that failed; 0: none. */
static void add_verdict(void *of_verdict, void *of_first)
{
  const struct verdict *v = of_verdict;
  int *first = of_first;
  if (!*first && v->code)
    *first = v->communicator->rank + 1;
}

int tile_communicator_agree(const struct tile_communicator *c, int code, struct tile_error *e)
{
  struct verdict here = {c, code};
  int first = 0;
  if (!c)
    return code;
  c->carry(&first, sizeof first, add_verdict, &here);
  if (!first || first == c->rank + 1)
    return code;
  *e = (struct tile_error){.code = TILE_FAILED};
  return TILE_FAILED;
}
