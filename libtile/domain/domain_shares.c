/* SPDX-License-Identifier: BSD-3-Clause */
/* Divides the records of an array among processes, and exchanges the values that other processes write. */
#include "together.h"

/* ---- division of the records ---- */

/* Records hold as many tiles as fit: see reserve in domain_write.c. */
void together_divide(struct together *w, const struct tile_array *a)
{
  const struct tile_communicator *c = w->communicator;
  const size_t tiles = w->output.domain->tiles;
  size_t filled = w->output.room;
  int next = 0;
  for (size_t tile = 0; tile < tiles; tile++) {
    const size_t length = output_length(&w->output, a, tile);
    const bool begins = filled + length > w->output.room;
    filled = begins ? length : filled + length;
    while (begins && next < c->size && c->first[next] <= tile)
      w->from[next++] = tile;
  }
  while (next <= c->size)
    w->from[next++] = tiles;
}

/* The process that writes the record of a tile. */
static int writer_of(const struct together *w, size_t tile)
{
  int rank = w->communicator->size - 1;
  while (w->from[rank] > tile)
    rank--;
  return rank;
}

bool together_has(const struct together *w, size_t tile)
{
  const struct tile_communicator *c = w->communicator;
  return tile >= c->first[c->rank] && tile < c->first[c->rank + 1];
}

/* ---- leads ---- */

/* The lead of process `rank` has the tiles first[rank] ... end - 1. */
static size_t end_of_lead(const struct together *w, int rank)
{
  const size_t end = w->communicator->first[rank + 1];
  return w->from[rank] < end ? w->from[rank] : end;
}

int together_fill_lead(struct together *w, struct tile_array *a, struct tile_error *e)
{
  const struct tile_communicator *c = w->communicator;
  const size_t end = end_of_lead(w, c->rank);
  size_t at = 0;
  for (size_t tile = c->first[c->rank]; tile < end; tile++) {
    unsigned char *values = w->output.chunk + at;
    at += output_length(&w->output, a, tile);
    if (a->move(a->self, tile, values, e) || tile_digest_unit(w->output.digest, a->tag, w->output.domain->coord[tile],
                                                              values, output_length(&w->output, a, tile), e))
      return e->code;
  }
  return TILE_OK;
}

void together_pass_leads(struct together *w, const struct tile_array *a)
{
  const struct tile_communicator *c = w->communicator;
  size_t filled = 0; /* bytes of `rest` */
  for (int rank = 1; rank < c->size; rank++) {
    size_t length = 0;
    for (size_t tile = c->first[rank]; tile < end_of_lead(w, rank); tile++)
      length += output_length(&w->output, a, tile);
    if (!length)
      continue;
    const int to = writer_of(w, c->first[rank]);
    c->pass(c->rank == to ? w->rest + filled : w->output.chunk, length, rank, to);
    filled += c->rank == to ? length : 0;
  }
}
