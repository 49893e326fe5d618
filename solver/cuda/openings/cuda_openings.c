/* SPDX-License-Identifier: BSD-3-Clause */
/* Conditions that change in time, outlets, and flows through openings: what the kernels of cuda_openings.cu need on the
 * device. It is sent when it is needed for the first time. */
#include "cuda_openings.h"

#include "cuda_openings_kernels.h"
#include "cuda_staging.h"

#include <stdlib.h>
#include <string.h>

/* Sites on the device. */
struct sites {
  const struct lbm_site_list *of;
  struct lbm_cuda_sites device;
  struct lbm_exact (*sum)[2]; /* on the host */
  struct sites *next;
};

struct cuda_openings {
  struct sites *sites;
  struct lbm_condition *base, *lifted, *watched; /* [conditions]; watched: twice, those of cuda_sum_sites */
  struct lbm_shape *shape;
  double *row; /* [LBM_MOST_ROWS * length] */
  struct lbm_cuda_conditions conditions;
  struct lbm_cuda_inflow inflow; /* of outlets */
  cudaStream_t side;             /* beside the main kernel */
  cudaEvent_t begun, set;
  void **memory; /* [allocated], all that cudaFree frees */
  size_t allocated;
};

/* ---- memory ------------------------------------------------------------------------- */

static int allocate(struct cuda *c, const void *to, size_t bytes, struct tile_error *e)
{
  void **room = (void **)(uintptr_t)to; /* the kernels' pointers are to const */
  struct cuda_openings *o = c->openings;
  if (tile_reserve(&o->memory, NULL, o->allocated + 1, sizeof *o->memory, "openings", e) ||
      cuda_allocate(c, room, bytes ? bytes : 1, "openings", e))
    return e->code;
  o->memory[o->allocated++] = *room;
  return 0;
}

static int send(struct cuda *c, void *to, const void *from, size_t bytes, struct tile_error *e)
{
  return bytes ? cuda_ok(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, c->stream), "openings", e) : 0;
}

/* Allocates *to on the device, and copies `bytes` into it. */
static int place(struct cuda *c, const void *to, const void *from, size_t bytes, struct tile_error *e)
{
  return allocate(c, to, bytes, e) || send(c, *(void **)(uintptr_t)to, from, bytes, e) ? e->code : 0;
}

static int open_openings(struct cuda *c, struct tile_error *e)
{
  struct cuda_openings *o = c->openings;
  int least, greatest;
  const size_t bytes = (size_t)c->conditions * sizeof *o->base;
  if (o)
    return 0;
  o = c->openings = tile_alloc(1, sizeof *o);
  if (!o)
    return tile_fail_memory(e, sizeof *o, "openings");
  return allocate(c, &o->base, bytes, e) || allocate(c, &o->lifted, bytes, e) ||
                 allocate(c, &o->watched, 2 * bytes, e) ||
                 cuda_ok(cudaDeviceGetStreamPriorityRange(&least, &greatest), "a stream", e) ||
                 cuda_ok(cudaStreamCreateWithPriority(&o->side, cudaStreamNonBlocking, greatest), "a stream", e) ||
                 cuda_ok(cudaEventCreateWithFlags(&o->begun, cudaEventDisableTiming), "events", e) ||
                 cuda_ok(cudaEventCreateWithFlags(&o->set, cudaEventDisableTiming), "events", e)
             ? e->code
             : 0;
}

void cuda_openings_free(struct cuda *c)
{
  struct cuda_openings *o = c->openings;
  if (!o)
    return;
  for (size_t n = 0; n < o->allocated; n++)
    cudaFree(o->memory[n]);
  free(o->memory);
  for (struct sites *s = o->sites, *next; s; s = next) {
    next = s->next;
    free(s->sum);
    free(s);
  }
  if (o->begun)
    cudaEventDestroy(o->begun);
  if (o->set)
    cudaEventDestroy(o->set);
  if (o->side)
    cudaStreamDestroy(o->side);
  free(o);
}

/* ---- sites ---------------------------------------------------------------------------- */

/* Divides the sites of each group into blocks. first, block: room for all; returns the number of blocks. */
static uint32_t divide(const struct lbm_site_list *s, uint32_t *first, uint32_t *block)
{
  uint32_t blocks = 0;
  for (int g = 0; g < s->groups; g++) {
    block[g] = blocks;
    for (size_t n = s->begin[g]; n < s->begin[g + 1]; n += LBM_CUDA_SITES)
      first[blocks++] = (uint32_t)n;
  }
  block[s->groups] = blocks;
  first[blocks] = (uint32_t)s->count;
  return blocks;
}

/* Places with number i of all sites before i + 1, as threads of neighbouring sites read them together. */
static uint64_t *places_of(const struct lbm_site_list *s)
{
  const size_t each = lbm_site_values(s);
  uint64_t *at = tile_alloc(each * s->count, sizeof *at);
  for (size_t n = 0; at && n < s->count; n++)
    for (size_t i = 0; i < each; i++)
      at[i * s->count + n] = s->here[0].at[n * each + i];
  return at;
}

static int place_sites(struct cuda *c, struct sites *s, const uint64_t *at, const uint32_t *first,
                       const uint32_t *block, struct tile_error *e)
{
  const struct lbm_site_list *of = s->of;
  struct lbm_cuda_sites *d = &s->device;
  const size_t groups = (size_t)of->groups;
  return place(c, &d->at, at, lbm_site_values(of) * of->count * sizeof *at, e) ||
                 place(c, &d->site, of->site, of->count * sizeof *of->site, e) ||
                 place(c, &d->node, of->node, of->nodes * sizeof *of->node, e) ||
                 place(c, &d->first, first, (d->blocks + 1) * sizeof *first, e) ||
                 place(c, &d->block, block, (groups + 1) * sizeof *block, e) ||
                 allocate(c, &d->part, d->blocks * sizeof *d->part, e) ||
                 allocate(c, &d->sum, groups * sizeof *d->sum, e) || allocate(c, &d->done, sizeof *d->done, e) ||
                 cuda_ok(cudaMemsetAsync(d->done, 0, sizeof *d->done, c->stream), "openings", e) ||
                 cuda_ok(cudaStreamSynchronize(c->stream), "openings", e)
             ? e->code
             : 0;
}

static int make_sites(struct cuda *c, struct sites *s, struct tile_error *e)
{
  const struct lbm_site_list *of = s->of;
  const size_t most = of->count / LBM_CUDA_SITES + (size_t)of->groups + 1;
  uint32_t *first = tile_alloc(most, sizeof *first), *block = tile_alloc((size_t)of->groups + 1, sizeof *block);
  uint64_t *at = places_of(of);
  s->sum = tile_alloc((size_t)of->groups, sizeof *s->sum);
  int code;
  if (first && block && at && s->sum) {
    s->device = (struct lbm_cuda_sites){.count = (uint32_t)of->count,
                                        .blocks = divide(of, first, block),
                                        .groups = (uint32_t)of->groups,
                                        .each = (uint32_t)lbm_site_values(of),
                                        .cut = c->domain.wall_link};
    code = place_sites(c, s, at, first, block, e);
  } else
    code = tile_fail_memory(e, of->count * lbm_site_values(of) * sizeof *at, "openings");
  free(first);
  free(block);
  free(at);
  return code;
}

static int find_sites(struct cuda *c, const struct lbm_site_list *of, struct sites **found, struct tile_error *e)
{
  struct cuda_openings *o = c->openings;
  for (*found = o->sites; *found; *found = (*found)->next)
    if ((*found)->of == of)
      return 0;
  struct sites *s = *found = tile_alloc(1, sizeof *s);
  if (!s)
    return tile_fail_memory(e, sizeof *s, "openings");
  *s = (struct sites){.of = of, .next = o->sites};
  o->sites = s;
  return make_sites(c, s, e);
}

static struct lbm_cuda_inflow inflow_of(const struct cuda *c, const struct lbm_task *task, const struct sites *s)
{
  struct lbm_cuda_inflow f = {.sites = s->device,
                              .bytes = (int)c->value,
                              .rates = task->rates,
                              .equilibrium = (int)task->equilibrium,
                              .walls = c->domain.walls};
  f.rates.table = NULL;
  return f;
}

int cuda_sum_sites(void *state, const struct lbm_task *task, const struct lbm_site_list *sites,
                   const struct lbm_condition *condition, const struct lbm_condition *lifted, struct lbm_site_sum *sum,
                   struct tile_error *e)
{
  struct cuda *c = state;
  struct sites *s;
  if (cuda_use(c, e) || cuda_flush(c, e) || open_openings(c, e) || find_sites(c, sites, &s, e))
    return e->code;
  struct lbm_cuda_inflow f = inflow_of(c, task, s);
  f.populations = c->copy[c->current];
  f.condition = c->openings->watched;
  f.lifted = lifted ? c->openings->watched + c->conditions : NULL;
  if (send(c, f.condition, condition, (size_t)c->conditions * sizeof *condition, e) ||
      (lifted && send(c, f.condition + c->conditions, lifted, (size_t)c->conditions * sizeof *lifted, e)) ||
      cuda_ok(lbm_cuda_sum_sites(&f, c->stream), "openings", e) ||
      cuda_ok(
          cudaMemcpyAsync(s->sum, s->device.sum, s->device.groups * sizeof *s->sum, cudaMemcpyDeviceToHost, c->stream),
          "openings", e) ||
      cuda_ok(cudaStreamSynchronize(c->stream), "openings", e))
    return e->code;
  for (uint32_t g = 0; g < s->device.groups; g++) {
    sum[g].mass = s->sum[g][0];
    sum[g].other = s->sum[g][1];
  }
  return 0;
}

/* ---- conditions that vary ------------------------------------------------------------- */

/* Copies the shapes of the harmonics, with pointers to the device. */
static int place_shapes(struct cuda *c, const struct lbm_schedule *from, struct lbm_schedule *to, struct tile_error *e)
{
  const size_t patches = (size_t)from->patches;
  struct lbm_shape *shape = tile_alloc(patches, sizeof *shape);
  if (!shape)
    return tile_fail_memory(e, patches * sizeof *shape, "conditions");
  int code = 0;
  for (size_t p = 0; p < patches && !code; p++) {
    const size_t bytes = (size_t)from->shape[p].count * (size_t)from->shape[p].nodes * sizeof(double);
    shape[p] = from->shape[p];
    if (bytes)
      code = place(c, &shape[p].re, from->shape[p].re, bytes, e) || place(c, &shape[p].im, from->shape[p].im, bytes, e);
  }
  code = code || place(c, &to->shape, shape, patches * sizeof *shape, e) ||
         cuda_ok(cudaStreamSynchronize(c->stream), "conditions", e);
  free(shape);
  return code ? e->code : 0;
}

static int place_schedule(struct cuda *c, const struct lbm_schedule *from, struct tile_error *e)
{
  struct cuda_openings *o = c->openings;
  struct lbm_cuda_conditions *to = &o->conditions;
  to->schedule = *from;
  to->schedule.base = o->base;
  to->to = c->condition;
  to->lifted = o->lifted;
  if (place_shapes(c, from, &to->schedule, e) ||
      place(c, &to->schedule.patch, from->patch, (size_t)from->conditions * sizeof *from->patch, e) ||
      place(c, &to->schedule.normal, from->normal, (size_t)from->patches * sizeof *from->normal, e) ||
      allocate(c, &o->row, LBM_MOST_ROWS * (size_t)from->length * sizeof *o->row, e))
    return e->code;
  to->row = o->row;
  return 0;
}

/* The openings, with one table of theirs on the GPU. */
static int place_with_table(struct cuda *c, const struct lbm_opening **to, const struct lbm_coupling *from,
                            struct tile_error *e)
{
  const size_t count = (size_t)from->count;
  const double *developed = NULL;
  struct lbm_opening *opening = tile_alloc(count, sizeof *opening);
  if (!opening)
    return tile_fail_memory(e, count * sizeof *opening, "outlets");
  memcpy(opening, from->opening, count * sizeof *opening);
  int code = 0;
  for (size_t k = 0; k < count && !code; k++) {
    if (opening[k].developed && !developed)
      code = place(c, &developed, opening[k].developed, LBM_DEVELOPED_ROWS * sizeof *developed, e);
    opening[k].developed = opening[k].developed ? developed : NULL;
  }
  if (!code)
    code = place(c, to, opening, count * sizeof *opening, e) || cuda_ok(cudaStreamSynchronize(c->stream), "outlets", e);
  free(opening);
  return code ? e->code : 0;
}

static int place_openings(struct cuda *c, const struct lbm_coupling *from, int patches, struct tile_error *e)
{
  struct lbm_cuda_outlets *to = &c->openings->conditions.outlets;
  const size_t count = (size_t)from->count;
  int *of_patch = tile_alloc((size_t)patches, sizeof *of_patch);
  if (!of_patch)
    return tile_fail_memory(e, (size_t)patches * sizeof *of_patch, "outlets");
  for (int p = 0; p < patches; p++)
    of_patch[p] = -1;
  for (int k = 0; k < from->count; k++)
    if (from->opening[k].coupled)
      of_patch[from->opening[k].patch] = k;
  const int code = place_with_table(c, &to->opening, from, e) ||
                   place(c, &to->of_patch, of_patch, (size_t)patches * sizeof *of_patch, e) ||
                   allocate(c, &to->state, count * sizeof *to->state, e) ||
                   allocate(c, &to->target, count * sizeof *to->target, e) ||
                   allocate(c, &to->came, count * sizeof *to->came, e) ||
                   cuda_ok(cudaStreamSynchronize(c->stream), "outlets", e);
  free(of_patch);
  return code ? e->code : 0;
}

static int place_outlets(struct cuda *c, const struct lbm_task *task, const struct lbm_coupling *from,
                         struct tile_error *e)
{
  struct cuda_openings *o = c->openings;
  struct sites *s;
  if (place_openings(c, from, o->conditions.schedule.patches, e) || find_sites(c, from->sites, &s, e))
    return e->code;
  o->inflow = inflow_of(c, task, s);
  o->inflow.condition = c->condition;
  o->inflow.lifted = o->lifted;
  o->conditions.outlets.count = from->count;
  o->conditions.outlets.reference = from->reference;
  return 0;
}

int cuda_openings_begin(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  const struct lbm_varying *v = task->varying;
  if (!v)
    return 0;
  if (open_openings(c, e) || (!c->openings->row && place_schedule(c, v->schedule, e)))
    return e->code;
  struct cuda_openings *o = c->openings;
  if (v->coupling && !o->conditions.outlets.count && place_outlets(c, task, v->coupling, e))
    return e->code;
  return send(c, o->base, v->schedule->base, (size_t)c->conditions * sizeof *o->base, e) ||
                 send(c, o->row, v->row, (size_t)v->count * (size_t)v->schedule->length * sizeof *o->row, e) ||
                 (v->coupling && send(c, o->conditions.outlets.state, v->coupling->state,
                                      (size_t)v->coupling->count * sizeof *v->coupling->state, e))
             ? e->code
             : 0;
}

int cuda_openings_end(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  const struct lbm_coupling *k = task->varying ? task->varying->coupling : NULL;
  return k ? cuda_ok(cudaMemcpyAsync(k->state, c->openings->conditions.outlets.state,
                                     (size_t)k->count * sizeof *k->state, cudaMemcpyDeviceToHost, c->stream),
                     "outlets", e)
           : 0;
}

/* ---- a time step ------------------------------------------------------------------------- */

static int launch(const struct cuda *c, const struct lbm_task *task, const struct lbm_cuda_step *p, cudaStream_t stream,
                  struct tile_error *e)
{
  const struct cuda_openings *o = c->openings;
  struct lbm_cuda_conditions conditions = o->conditions;
  struct lbm_cuda_inflow inflow = o->inflow;
  conditions.step = &p->verdict->step[p->parity];
  inflow.populations = p->from;
  inflow.rates = task->rates;
  inflow.rates.table = NULL;
  return cuda_ok(lbm_cuda_set_conditions(&conditions, stream), "conditions", e) ||
                 (conditions.outlets.count &&
                  cuda_ok(lbm_cuda_set_outlets(&inflow, &conditions.outlets, stream), "outlets", e))
             ? e->code
             : 0;
}

/* The main kernel needs no conditions, and runs at the same time. */
int cuda_openings_begin_step(struct cuda *c, const struct lbm_task *task, const struct lbm_cuda_step *p,
                             struct tile_error *e)
{
  const struct cuda_openings *o = c->openings;
  return cuda_ok(cudaEventRecord(o->begun, c->stream), "conditions", e) ||
                 cuda_ok(cudaStreamWaitEvent(o->side, o->begun, 0), "conditions", e) ||
                 launch(c, task, p, o->side, e) || cuda_ok(cudaEventRecord(o->set, o->side), "conditions", e)
             ? e->code
             : 0;
}

int cuda_openings_end_step(struct cuda *c, struct tile_error *e)
{
  return cuda_ok(cudaStreamWaitEvent(c->stream, c->openings->set, 0), "conditions", e);
}
