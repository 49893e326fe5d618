/* SPDX-License-Identifier: BSD-3-Clause */
/* Seeds in a flow: where it enters, or from a file. */
#ifndef FLOW_SEEDS_H
#define FLOW_SEEDS_H

#include "probe.h"
#include "seeds.h"

/* Spreads seeds over the nodes of patches through which fluid enters or, where there are none, over the slice from which
 * the flow t goes along its axis. TILE_REJECTED: it goes along none, or all of these nodes are solid. */
int seeds_at_entry(struct seeds *s, const struct fields *f, const struct probe_total *t, int64_t count,
                   struct tile_error *e);
/* TILE_REJECTED: the file holds something else than points inside the grid. */
int seeds_from_file(struct seeds *s, const struct fields *f, const char *path, struct tile_error *e);

#endif
