/* SPDX-License-Identifier: BSD-3-Clause */
/* Values that one subdomain takes from another. A device writes them to the place where the other needs them (peer
 * access). Between processes, and between devices that cannot reach each other, they are packed, go through the host,
 * and are unpacked. */
#include "cuda_devices.h"
#include "cuda_group.h"
#include "cuda_staging.h"

#include <stdlib.h>

/* ---- halo buffers ------------------------------------------------------------------- */

static int send_places(struct cuda *c, const uint64_t **to, const struct lbm_places *places, struct tile_error *e)
{
  _Static_assert(sizeof *places->at == sizeof **to, "places are numbers of 64 bits");
  void **room = (void **)to; /* the kernels' pointers are to const */
  const size_t bytes = places->count * sizeof **to;
  return cuda_allocate(c, room, bytes, "the halo", e) ||
                 cuda_ok(cudaMemcpyAsync(*room, places->at, bytes, cudaMemcpyHostToDevice, c->stream), "the halo", e)
             ? e->code
             : 0;
}

/* The halo buffer of these places: made the first time. */
static int parcel_of(struct cuda *c, const struct lbm_places *places, struct cuda_halo_buffer **found,
                     struct tile_error *e)
{
  for (*found = c->halo_buffer; *found; *found = (*found)->next)
    if ((*found)->places == places)
      return 0;
  struct cuda_halo_buffer *p = *found = tile_alloc(1, sizeof *p);
  if (!p)
    return tile_fail_memory(e, sizeof *p, "the halo");
  *p = (struct cuda_halo_buffer){.places = places, .next = c->halo_buffer};
  c->halo_buffer = p;
  return send_places(c, &p->at, places, e) || cuda_allocate(c, &p->values, places->count * c->value, "the halo", e)
             ? e->code
             : 0;
}

/* ---- between devices --------------------------------------------------------------- */

/* The values go into the copy that all subdomains read in the next step. */
int cuda_give(struct cuda *c, cudaStream_t stream, struct tile_error *e)
{
  for (int i = 0; i < c->links; i++) {
    const struct cuda_link *k = c->link + i;
    const struct lbm_cuda_move m = {.to = k->other->copy[k->other->current],
                                    .from = c->copy[c->current],
                                    .at = k->to,
                                    .there = k->from,
                                    .count = k->count};
    if (cuda_ok(c->kernels->move(&m, stream), "the halo", e))
      return e->code;
  }
  return 0;
}

/* A subdomain that takes values also gives some. */
static int add_link(struct cuda *c, struct cuda *other, const struct lbm_places *given, const struct lbm_places *taken,
                    struct tile_error *e)
{
  struct cuda_link *k = c->link + c->links++;
  *k = (struct cuda_link){.other = other, .count = given->count};
  return send_places(c, &k->from, given, e) || send_places(c, &k->to, taken, e) ? e->code : 0;
}

static int join_part(struct cuda *const c[], int part, const struct lbm_halo *const halo[], int parts,
                     struct tile_error *e)
{
  c[part]->link = tile_alloc((size_t)parts, sizeof *c[part]->link);
  if (!c[part]->link)
    return tile_fail_memory(e, (size_t)parts * sizeof *c[part]->link, "the halo");
  if (cuda_use(c[part], e))
    return e->code;
  for (int other = 0; other < parts; other++)
    if ((halo[part][other].given.count || halo[part][other].taken.count) &&
        add_link(c[part], c[other], &halo[part][other].given, &halo[other][part].taken, e))
      return e->code;
  return 0;
}

/* May a write to the memory of b? CUDA may be asked to allow it only once in a process. */
static int reach(const struct cuda *a, const struct cuda *b, bool *may, struct tile_error *e)
{
  static bool allowed[CUDA_MOST_DEVICES][CUDA_MOST_DEVICES];
  bool *is_allowed = &allowed[a->device][b->device];
  int can = 0;
  if (a->device == b->device || *is_allowed)
    return 0;
  if (cuda_ok(cudaDeviceCanAccessPeer(&can, a->device, b->device), "peer access", e) || cuda_use(a, e) ||
      (can && cuda_ok(cudaDeviceEnablePeerAccess(b->device, 0), "peer access", e)))
    return e->code;
  *is_allowed = can;
  *may = *may && can;
  return 0;
}

static int open_group(struct cuda *const all[], int part, int parts, struct tile_error *e)
{
  struct cuda_group *t = &all[part]->group;
  t->first = all[0];
  t->next = part + 1 < parts ? all[part + 1] : NULL;
  t->place = part;
  t->parts = parts;
  cudaEvent_t *event[] = {&t->inside, &t->edge, &t->given, &t->shared};
  int least, greatest;
  if (cuda_ok(cudaDeviceGetStreamPriorityRange(&least, &greatest), "a stream", e) ||
      cuda_ok(cudaStreamCreateWithPriority(&t->side, cudaStreamNonBlocking, greatest), "a stream", e))
    return e->code;
  for (size_t i = 0; i < sizeof event / sizeof *event; i++)
    if (cuda_ok(cudaEventCreateWithFlags(event[i], cudaEventDisableTiming), "events", e))
      return e->code;
  return 0;
}

int cuda_connect(void *const state[], const struct lbm_halo *const halo[], int parts, bool *connected,
                 struct tile_error *e)
{
  struct cuda *const *c = (struct cuda *const *)state;
  *connected = true;
  for (int a = 0; a < parts; a++)
    for (int b = 0; b < parts; b++)
      if (reach(c[a], c[b], connected, e))
        return e->code;
  for (int part = 0; *connected && part < parts; part++)
    if (join_part(c, part, halo, parts, e) || open_group(c, part, parts, e))
      return e->code;
  return 0;
}

static void close_group(struct cuda *c)
{
  struct cuda_group *t = &c->group;
  const cudaEvent_t event[] = {t->inside, t->edge, t->given, t->shared};
  for (size_t i = 0; i < sizeof event / sizeof *event; i++)
    if (event[i])
      cudaEventDestroy(event[i]);
  if (t->side)
    cudaStreamDestroy(t->side);
}

void cuda_disconnect(struct cuda *c)
{
  close_group(c);
  for (int i = 0; i < c->links; i++) {
    cudaFree((void *)c->link[i].from);
    cudaFree((void *)c->link[i].to);
  }
  free(c->link);
  while (c->halo_buffer) {
    struct cuda_halo_buffer *p = c->halo_buffer;
    c->halo_buffer = p->next;
    cudaFree((void *)p->at);
    cudaFree(p->values);
    free(p);
  }
}

/* ---- through the host ---------------------------------------------------------------- */

static int pack(struct cuda *c, const struct cuda_halo_buffer *p, cudaStream_t stream, struct tile_error *e)
{
  const struct lbm_cuda_move m = {
      .to = p->values, .from = c->copy[c->current], .there = p->at, .count = p->places->count};
  return cuda_ok(c->kernels->move(&m, stream), "the halo", e);
}

static int unpack(struct cuda *c, const struct cuda_halo_buffer *p, cudaStream_t stream, struct tile_error *e)
{
  const struct lbm_cuda_move m = {.to = c->copy[c->current], .from = p->values, .at = p->at, .count = p->places->count};
  return cuda_ok(c->kernels->move(&m, stream), "the halo", e);
}

int cuda_pack(void *state, const struct lbm_places *from, void *values, struct tile_error *e)
{
  struct cuda *c = state;
  struct cuda_halo_buffer *p;
  return cuda_use(c, e) || cuda_flush(c, e) || parcel_of(c, from, &p, e) || pack(c, p, c->stream, e) ||
                 cuda_ok(cudaMemcpyAsync(values, p->values, from->count * c->value, cudaMemcpyDeviceToHost, c->stream),
                         "the halo", e) ||
                 cuda_ok(cudaStreamSynchronize(c->stream), "the halo", e)
             ? e->code
             : 0;
}

int cuda_unpack(void *state, const struct lbm_places *to, const void *values, struct tile_error *e)
{
  struct cuda *c = state;
  struct cuda_halo_buffer *p;
  return cuda_use(c, e) || cuda_flush(c, e) || parcel_of(c, to, &p, e) ||
                 cuda_ok(cudaMemcpyAsync(p->values, values, to->count * c->value, cudaMemcpyHostToDevice, c->stream),
                         "the halo", e) ||
                 unpack(c, p, c->stream, e)
             ? e->code
             : 0;
}
