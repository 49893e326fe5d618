/* Parts of one process on their devices: what each takes of the others lies in their memory, from where a kernel reads
 * it (peer access). Between processes, and where devices cannot read each other, values go through the host. */
#include "cuda_state.h"

#include <stdlib.h>
#include <string.h>

/* ---- places ---------------------------------------------------------------------- */

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

static void *grow(void *list, int count, size_t size)
{
  return realloc(list, (size_t)(count + 1) * size);
}

/* ---- between devices --------------------------------------------------------------- */

static int add_pull(struct cuda *c, struct cuda *from, const struct lbm_halo *here, const struct lbm_halo *there,
                    struct tile_error *e)
{
  struct cuda_pull *pull = grow(c->pull, c->pulls, sizeof *pull);
  if (!pull)
    return tile_fail_memory(e, sizeof *pull, "the halo");
  c->pull = pull;
  pull += c->pulls++;
  *pull = (struct cuda_pull){.other = from, .count = here->taken.count};
  return send_places(c, &pull->to, &here->taken, e) || send_places(c, &pull->from, &there->given, e) ? e->code : 0;
}

/* Those that this part must not run ahead of. */
static int join_part(struct cuda *const c[], int part, const struct lbm_halo *const halo[], int parts,
                     struct tile_error *e)
{
  if (cuda_use(c[part], e))
    return e->code;
  for (int other = 0; other < parts; other++)
    if ((halo[part][other].taken.count || halo[other][part].taken.count) &&
        add_pull(c[part], c[other], &halo[part][other], &halo[other][part], e))
      return e->code;
  return 0;
}

/* May `a` read the memory of b? Once allowed it is for the whole process, which may be told once. */
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

int cuda_join(void *const state[], const struct lbm_halo *const halo[], int parts, bool *joined, struct tile_error *e)
{
  struct cuda *const *c = (struct cuda *const *)state;
  *joined = true;
  for (int a = 0; a < parts; a++)
    for (int b = 0; b < parts; b++)
      if (reach(c[a], c[b], joined, e))
        return e->code;
  for (int part = 0; *joined && part < parts; part++)
    if (join_part(c, part, halo, parts, e))
      return e->code;
  return 0;
}

void cuda_join_end(struct cuda *c)
{
  for (int i = 0; i < c->pulls; i++) {
    cudaFree((void *)c->pull[i].to);
    cudaFree((void *)c->pull[i].from);
  }
  free(c->pull);
  for (int i = 0; i < c->parcels; i++) {
    cudaFree((void *)c->parcel[i].at);
    cudaFree(c->parcel[i].values);
  }
  free(c->parcel);
}

/* ---- through the host ---------------------------------------------------------------- */

/* The places on the device, from the first time on. */
static int parcel_of(struct cuda *c, const struct lbm_places *places, struct cuda_parcel **found, struct tile_error *e)
{
  for (*found = c->parcel; *found < c->parcel + c->parcels; ++*found)
    if ((*found)->places == places)
      return 0;
  struct cuda_parcel *p = grow(c->parcel, c->parcels, sizeof *p);
  if (!p)
    return tile_fail_memory(e, sizeof *p, "the halo");
  c->parcel = p;
  *found = p += c->parcels++;
  *p = (struct cuda_parcel){.places = places};
  return send_places(c, &p->at, places, e) || cuda_allocate(c, &p->values, places->count * c->value, "the halo", e)
             ? e->code
             : 0;
}

int cuda_pack(void *state, const struct lbm_places *from, void *values, struct tile_error *e)
{
  struct cuda *c = state;
  struct cuda_parcel *p;
  if (cuda_use(c, e) || cuda_settle(c, e) || parcel_of(c, from, &p, e))
    return e->code;
  const struct lbm_cuda_pull pull = {
      .to = p->values, .from = c->copy[c->current], .there = p->at, .count = from->count};
  return cuda_ok(c->kernels->pull(&pull, c->stream), "the halo", e) ||
                 cuda_ok(cudaMemcpyAsync(values, p->values, from->count * c->value, cudaMemcpyDeviceToHost, c->stream),
                         "the halo", e) ||
                 cuda_ok(cudaStreamSynchronize(c->stream), "the halo", e)
             ? e->code
             : 0;
}

int cuda_unpack(void *state, const struct lbm_places *to, const void *values, struct tile_error *e)
{
  struct cuda *c = state;
  struct cuda_parcel *p;
  if (cuda_use(c, e) || cuda_settle(c, e) || parcel_of(c, to, &p, e))
    return e->code;
  const struct lbm_cuda_pull pull = {.to = c->copy[c->current], .from = p->values, .at = p->at, .count = to->count};
  return cuda_ok(cudaMemcpyAsync(p->values, values, to->count * c->value, cudaMemcpyHostToDevice, c->stream),
                 "the halo", e) ||
                 cuda_ok(c->kernels->pull(&pull, c->stream), "the halo", e)
             ? e->code
             : 0;
}
