/* SPDX-License-Identifier: BSD-3-Clause */
#include "incoming_halo.h"

#include "communicator.h"
#include "flow.h"

#include <stdlib.h>

/* ---- tiles that are taken ------------------------------------------------------- */

static bool is_taken(const struct lbm_subdomain *part, const bool *wanted, size_t tile)
{
  return (tile < part->begin || tile >= part->end) && (!wanted || wanted[tile]);
}

static int list_taken(struct lbm_tile_list *taken, const struct lbm *l, const struct lbm_subdomain *part,
                      const bool *wanted, struct tile_error *e)
{
  const size_t processes = (size_t)lbm_comm_size(), tiles = part->domain.tiles;
  size_t count = 0;
  taken->begin = tile_alloc(processes + 1, sizeof *taken->begin);
  taken->tile = tile_alloc(tiles - (part->end - part->begin), sizeof *taken->tile);
  if (!taken->begin || !taken->tile)
    return tile_fail_memory(e, tiles * sizeof *taken->tile, "tiles of other processes");
  for (size_t t = 0; t < tiles; t++)
    if (is_taken(part, wanted, t)) {
      taken->tile[count] = lbm_subdomain_number(part, t);
      const int owner = lbm_rank_of(l, taken->tile[count]);
      taken->begin[owner + 1] = ++count;
    }
  for (size_t p = 0; p < processes; p++)
    if (taken->begin[p + 1] < taken->begin[p])
      taken->begin[p + 1] = taken->begin[p];
  return 0;
}

/* ---- tiles that are given ------------------------------------------------------- */

/* Shares the numbers of tiles: count[p * processes + q] is the number of tiles that process p takes from q. */
static void tell_counts(size_t *count, const struct lbm_tile_list *taken)
{
  const int processes = lbm_comm_size();
  size_t *own = count + lbm_comm_rank() * processes;
  for (int q = 0; q < processes; q++)
    own[q] = taken->begin[q + 1] - taken->begin[q];
  for (int p = 0; p < processes; p++)
    lbm_comm_share(count + p * processes, (size_t)processes * sizeof *count, p);
}

static int list_given(struct lbm_tile_list *given, const size_t *count, struct tile_error *e)
{
  const int processes = lbm_comm_size();
  given->begin = tile_alloc((size_t)processes + 1, sizeof *given->begin);
  if (!given->begin)
    return tile_fail_memory(e, (size_t)processes * sizeof *given->begin, "tiles of other processes");
  for (int p = 0; p < processes; p++)
    given->begin[p + 1] = given->begin[p] + count[p * processes + lbm_comm_rank()];
  given->tile = tile_alloc(given->begin[processes], sizeof *given->tile);
  return given->tile ? 0
                     : tile_fail_memory(e, given->begin[processes] * sizeof *given->tile, "tiles of other processes");
}

/* ---- messages: two per process --------------------------------------------------- */

static void name_tiles(struct lbm_message *m, const struct lbm_tile_list *list, bool sends)
{
  for (int p = 0; p < lbm_comm_size(); p++, m += 2)
    *m = (struct lbm_message){p, LBM_TAG_WALLS, sends, list->tile + list->begin[p],
                              (list->begin[p + 1] - list->begin[p]) * sizeof *list->tile};
}

/* The size of the values of entries of a list: `each` bytes per node of a tile, or `each` bytes per entry if flow is
 * NULL. */
struct sizes {
  const struct lbm *flow;
  size_t each;
};

static size_t bytes_of(const struct sizes *s, const struct lbm_tile_list *list, size_t begin, size_t end)
{
  size_t nodes = 0;
  if (!s->flow)
    return (end - begin) * s->each;
  for (size_t n = begin; n < end; n++)
    nodes += lbm_nodes_of(s->flow, list->tile[n]);
  return nodes * s->each;
}

static int name_values(struct lbm_message *m, struct lbm_tile_list *list, const struct sizes *s, bool sends,
                       struct tile_error *e)
{
  const size_t all = bytes_of(s, list, 0, list->begin[lbm_comm_size()]);
  size_t at = 0;
  list->values = tile_alloc(all, 1);
  if (!list->values)
    return tile_fail_memory(e, all, "values of other processes");
  for (int p = 0; p < lbm_comm_size(); p++, m += 2) {
    *m = (struct lbm_message){p, LBM_TAG_WALLS, sends, list->values + at,
                              bytes_of(s, list, list->begin[p], list->begin[p + 1])};
    at += m->bytes;
  }
  return 0;
}

static int make_room(struct lbm_tile_halo *h, const struct sizes *s, struct tile_error *e)
{
  return name_values(h->message, &h->given, s, true, e) || name_values(h->message + 1, &h->taken, s, false, e) ? e->code
                                                                                                               : 0;
}

int lbm_tile_halo_room(struct lbm_tile_halo *h, size_t each, struct tile_error *e)
{
  return make_room(h, &(struct sizes){NULL, each}, e);
}

/* ---- all processes together ------------------------------------------------------- */

int lbm_tile_halo_agree(struct lbm_tile_halo *h, struct tile_error *e)
{
  const size_t processes = (size_t)lbm_comm_size();
  size_t *count = tile_alloc(processes * processes, sizeof *count);
  h->message = tile_alloc(2 * processes, sizeof *h->message);
  if (!count || !h->message) {
    free(count);
    return tile_fail_memory(e, processes * processes * sizeof *count, "messages");
  }
  tell_counts(count, &h->taken);
  const int code = list_given(&h->given, count, e);
  free(count);
  if (code)
    return code;
  name_tiles(h->message, &h->taken, true);
  name_tiles(h->message + 1, &h->given, false);
  lbm_comm_exchange(h->message, 2 * lbm_comm_size());
  return 0;
}

int lbm_tile_halo_make(struct lbm_tile_halo *h, struct lbm *l, const struct lbm_subdomain *part, const bool *wanted,
                       struct tile_error *e)
{
  *h = (struct lbm_tile_halo){0};
  return list_taken(&h->taken, l, part, wanted, e) || lbm_tile_halo_agree(h, e) ||
                 make_room(h, &(struct sizes){l, LBM_Q * lbm_value_bytes(l)}, e)
             ? e->code
             : 0;
}

int lbm_tile_halo_send(struct lbm_tile_halo *h, struct lbm *l, struct tile_error *e)
{
  const struct lbm_tile_list *given = &h->given;
  char *to = given->values;
  for (size_t n = 0; n < given->begin[lbm_comm_size()]; n++) {
    if (lbm_get_populations(l, given->tile[n], to, e))
      return e->code;
    to += lbm_nodes_of(l, given->tile[n]) * LBM_Q * lbm_value_bytes(l);
  }
  lbm_comm_exchange(h->message, 2 * lbm_comm_size());
  return 0;
}

static void free_list(struct lbm_tile_list *list)
{
  free(list->begin);
  free(list->tile);
  free(list->values);
}

void lbm_tile_halo_free(struct lbm_tile_halo *h)
{
  free_list(&h->taken);
  free_list(&h->given);
  free(h->message);
  *h = (struct lbm_tile_halo){0};
}
