/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a domain file by several processes. The first writes header, geometry and trailer. Of each array a process
 * writes the records that begin with a tile of its own (domain_shares.c). It makes them twice: once to count their
 * bytes, which all processes exchange to find their positions in the file, and once to write them. So it holds a few
 * records at a time. */
#include "together.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

struct source {
  const struct together *together;
  const struct tile_array *array;
  size_t used; /* bytes taken from `rest` */
  bool again;  /* the second time, when the values are in the digest already */
};

static int take(void *of_source, size_t tile, void *values, struct tile_error *e)
{
  struct source *s = of_source;
  const struct together *w = s->together;
  const size_t length = output_length(&w->output, s->array, tile);
  if (!together_has(w, tile)) {
    memcpy(values, w->rest + s->used, length);
    s->used += length;
    return TILE_OK;
  }
  if (s->array->move(s->array->self, tile, values, e))
    return e->code;
  return s->again ? TILE_OK
                  : tile_digest_unit(w->output.digest, s->array->tag, w->output.domain->coord[tile], values, length, e);
}

static int put_records(struct together *w, const struct tile_array *a, struct tile_writer *to, bool again,
                       struct tile_error *e)
{
  struct output o = w->output;
  struct source s = {w, a, 0, again};
  struct tile_array taken = *a;
  const int rank = w->communicator->rank;
  taken.move = take;
  taken.self = &s;
  o.writer = to;
  o.digest = NULL;
  return output_array(&o, &taken, w->from[rank], w->from[rank + 1], e);
}

/* ---- positions ---- */

static void add_extent(void *of_together, void *of_all)
{
  const struct together *w = of_together;
  ((struct extent *)of_all)[w->communicator->rank] = w->own;
}

static int count_own(struct together *w, const struct tile_array *a, struct tile_error *e)
{
  struct tile_writer *counted;
  size_t index;
  if (tile_writer_begin(&counted, NULL, 0, e))
    return e->code;
  const int code = put_records(w, a, counted, false, e);
  tile_writer_index(counted, &index);
  w->own = (struct extent){tile_writer_offset(counted), index};
  tile_writer_free(counted);
  return code;
}

static uint64_t begin_of(const struct together *w, int rank)
{
  uint64_t at = w->offset;
  for (int before = 0; before < rank; before++)
    at += w->extent[before].bytes;
  return at;
}

/* ---- writing ---- */

/* Without memory for compression a record is longer than when it was counted. */
static int check_place(const struct together *w, const struct tile_writer *writer, struct tile_error *e)
{
  if (tile_writer_offset(writer) == begin_of(w, w->communicator->rank + 1))
    return TILE_OK;
  return tile_fail(e, TILE_FAILED, "could not write: records are not as long as they were when counted");
}

static int put_own(struct together *w, const struct tile_array *a, struct tile_writer *to, struct tile_error *e)
{
  return put_records(w, a, to, true, e) ? e->code : check_place(w, to, e);
}

/* For all processes but the first, which writes with the writer of the file. */
static int write_to(struct together *w, const struct tile_array *a, struct tile_writer *writer, struct tile_error *e)
{
  size_t length;
  if (put_own(w, a, writer, e))
    return e->code;
  const unsigned char *entries = tile_writer_index(writer, &length);
  if (length)
    memcpy(w->index, entries, length);
  return fflush(w->out) ? tile_fail(e, TILE_FAILED, "could not write: %s", strerror(errno)) : TILE_OK;
}

static int write_in_place(struct together *w, const struct tile_array *a, struct tile_error *e)
{
  struct tile_writer *writer;
  const uint64_t begin = begin_of(w, w->communicator->rank);
  if (fseeko(w->out, (off_t)begin, SEEK_SET))
    return tile_fail(e, TILE_FAILED, "could not write: %s", strerror(errno));
  if (tile_writer_begin(&writer, w->out, begin, e))
    return e->code;
  const int code = write_to(w, a, writer, e);
  tile_writer_free(writer);
  return code;
}

static int write_own(struct together *w, const struct tile_array *a, struct tile_error *e)
{
  uint64_t longest = 0;
  for (int rank = 0; rank < w->communicator->size; rank++)
    longest = w->extent[rank].index > longest ? w->extent[rank].index : longest;
  free(w->index);
  w->index = tile_alloc(longest, 1);
  if (!w->index)
    return tile_fail_memory(e, longest, "the index of the file");
  return w->communicator->rank ? write_in_place(w, a, e) : put_own(w, a, w->output.writer, e);
}

/* Sends all indices to the first process, which receives them even after a failure, because the others send them. */
static int join_indices(struct together *w, struct tile_error *e)
{
  const struct tile_communicator *c = w->communicator;
  int code = TILE_OK;
  for (int rank = 1; rank < c->size; rank++) {
    const size_t length = w->extent[rank].index;
    if (length)
      c->pass(w->index, length, rank, 0);
    if (!c->rank && !code)
      code = tile_writer_join(w->output.writer, w->index, length, begin_of(w, rank + 1), e);
  }
  return code;
}

static int put_array(struct together *w, struct tile_array *a, struct tile_error *e)
{
  const struct tile_communicator *c = w->communicator;
  together_divide(w, a);
  if (tile_communicator_agree(c, together_fill_lead(w, a, e), e))
    return e->code;
  together_pass_leads(w, a);
  if (tile_communicator_agree(c, count_own(w, a, e), e))
    return e->code;
  c->carry(w->extent, (size_t)c->size * sizeof *w->extent, add_extent, w);
  if (tile_communicator_agree(c, write_own(w, a, e), e) || tile_communicator_agree(c, join_indices(w, e), e))
    return e->code;
  w->offset = begin_of(w, c->size);
  return TILE_OK;
}

/* ---- the file ---- */

static void add_offset(void *of_together, void *of_all)
{
  const struct together *w = of_together;
  if (!w->communicator->rank)
    *(uint64_t *)of_all = tile_writer_offset(w->output.writer);
}

static int begin(struct together *w, struct tile_error *e)
{
  const struct tile_communicator *c = w->communicator;
  w->from = tile_alloc((size_t)c->size + 1, sizeof *w->from);
  w->extent = tile_alloc((size_t)c->size, sizeof *w->extent);
  w->rest = tile_alloc(TILE_CHUNK, 1);
  if (!w->from || !w->extent || !w->rest)
    return tile_fail_memory(e, TILE_CHUNK, "writing a domain");
  return output_begin(&w->output, e) || (!c->rank && output_geometry(&w->output, w->out, e)) ? e->code : TILE_OK;
}

static int put_all(struct together *w, struct tile_error *e)
{
  const struct tile_communicator *c = w->communicator;
  char digest[33];
  if (tile_communicator_agree(c, begin(w, e), e))
    return e->code;
  c->carry(&w->offset, sizeof w->offset, add_offset, w);
  for (size_t i = 0; i < w->output.arrays; i++)
    if (put_array(w, &w->output.array[i], e))
      return e->code;
  tile_digest_join(w->output.digest, c);
  return tile_communicator_agree(c, c->rank ? TILE_OK : output_end(&w->output, digest, e), e);
}

int tile_domain_write_together(struct tile_domain *d, FILE *out, struct tile_array *arrays, size_t count,
                               const struct tile_rest *rest, const struct tile_communicator *c, struct tile_error *e)
{
  char digest[33];
  struct together w = {
      .output = {.domain = d, .array = arrays, .arrays = count, .rest = rest}, .out = out, .communicator = c};
  if (!c)
    return output_write(&w.output, out, digest, e);
  const int code = put_all(&w, e);
  output_free(&w.output);
  free(w.from);
  free(w.extent);
  free(w.rest);
  free(w.index);
  return code;
}
