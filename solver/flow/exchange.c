/* SPDX-License-Identifier: BSD-3-Clause */
/* Exchange of populations between subdomains. */
#include "communicator.h"
#include "flow.h"

#include <omp.h>
#include <stdlib.h>

static const struct lbm_places *outgoing(const struct lbm_halo *h, bool away)
{
  return away ? &h->taken : &h->given;
}

static const struct lbm_places *incoming(const struct lbm_halo *h, bool away)
{
  return away ? &h->given : &h->taken;
}

static bool is_here(const struct lbm *l, int part)
{
  return part >= l->begin && part < l->end;
}

/* The tag of messages from one subdomain to another. Messages with equal tags are received in the order in which they
 * are sent. */
static int tag_of(int from, int to)
{
  return from % 128 * 128 + to % 128;
}

static size_t most_bytes(const struct lbm *l, const struct lbm_halo *h)
{
  return lbm_value_bytes(l) * (h->taken.count > h->given.count ? h->taken.count : h->given.count);
}

/* ---- in each time step --------------------------------------------------------- */

/* Are values exchanged with the other subdomain by halo buffers? They are not within a group. */
static bool is_passed(const struct lbm *l, int other)
{
  return !(l->group && is_here(l, other));
}

static int pack(struct lbm *l, const struct lbm_local *p, bool away, struct tile_error *e)
{
  for (int other = 0; other < l->parts; other++)
    if (is_passed(l, other) && outgoing(p->halo + other, away)->count &&
        l->backend->pack(p->state, outgoing(p->halo + other, away), p->out[other], e))
      return e->code;
  return 0;
}

static int unpack(struct lbm *l, const struct lbm_local *p, bool away, struct tile_error *e)
{
  const int here = l->begin + (int)(p - l->local);
  for (int other = 0; other < l->parts; other++)
    if (is_passed(l, other) && incoming(p->halo + other, away)->count &&
        l->backend->unpack(p->state, incoming(p->halo + other, away),
                           is_here(l, other) ? l->local[other - l->begin].out[here] : p->in[other], e))
      return e->code;
  return 0;
}

/* Appends the messages of a local subdomain to and from other processes. */
static struct lbm_message *add_messages(struct lbm_message *m, const struct lbm *l, const struct lbm_local *p,
                                        bool away)
{
  const int here = l->begin + (int)(p - l->local);
  const size_t value = lbm_value_bytes(l);
  for (int other = 0; other < l->parts; other++) {
    const struct lbm_halo *h = p->halo + other;
    const int rank = other / (l->end - l->begin);
    if (is_here(l, other))
      continue;
    *m++ = (struct lbm_message){rank, tag_of(here, other), true, p->out[other], value * outgoing(h, away)->count};
    *m++ = (struct lbm_message){rank, tag_of(other, here), false, p->in[other], value * incoming(h, away)->count};
  }
  return m;
}

static void send(struct lbm *l, bool away)
{
  struct lbm_message *m = l->message;
  const double begin = omp_get_wtime();
  for (int p = 0; p < l->end - l->begin; p++)
    m = add_messages(m, l, l->local + p, away);
  lbm_comm_exchange(l->message, (int)(m - l->message));
  l->waited += omp_get_wtime() - begin;
}

int lbm_exchange(struct lbm *l, struct tile_error *e)
{
  const bool away = l->backend->away && l->backend->away(l->local->state);
  for (int p = 0; p < l->end - l->begin; p++)
    if (pack(l, l->local + p, away, e))
      return e->code;
  send(l, away);
  for (int p = 0; p < l->end - l->begin; p++)
    if (unpack(l, l->local + p, away, e))
      return e->code;
  return 0;
}

/* ---- once before the first time step: the values that each subdomain gives ----------- */

/* Sets count[subdomain][other], the number of values that the first takes from the other, in all processes. */
static void tell_counts(const struct lbm *l, size_t *count)
{
  const size_t parts = (size_t)l->parts, row = (size_t)(l->end - l->begin) * parts;
  for (int p = l->begin; p < l->end; p++)
    for (size_t other = 0; other < parts; other++)
      count[(size_t)p * parts + other] = l->local[p - l->begin].halo[other].taken.count;
  for (int rank = 0; rank < lbm_comm_size(); rank++)
    lbm_comm_share(count + (size_t)rank * row, row * sizeof *count, rank);
}

/* Sends the names of the values that the subdomain `to` takes from the subdomain `from`. */
static int tell_names(struct lbm *l, int from, int to, size_t count, struct tile_error *e)
{
  struct lbm_local *giver = is_here(l, from) ? l->local + (from - l->begin) : NULL;
  struct lbm_local *taker = is_here(l, to) ? l->local + (to - l->begin) : NULL;
  lbm_place_name *name = count && (giver || taker) ? tile_alloc(count, sizeof *name) : NULL;
  int code = 0;
  if (!name)
    return count && (giver || taker) ? tile_fail_memory(e, count * sizeof *name, "the halo") : 0;
  if (taker)
    lbm_halo_names(name, &taker->halo[from].taken, &taker->geometry, &taker->part);
  if (!giver || !taker) {
    const int here = l->end - l->begin;
    const struct lbm_message m = {(taker ? from : to) / here, tag_of(to, from), taker != NULL, name,
                                  count * sizeof *name};
    lbm_comm_exchange(&m, 1);
  }
  if (giver)
    code = lbm_halo_give(&giver->halo[to].given, name, count, &giver->geometry, &giver->part, e);
  free(name);
  return code;
}

static int tell_all_names(struct lbm *l, const size_t *count, struct tile_error *e)
{
  for (int from = 0; from < l->parts; from++)
    for (int to = 0; to < l->parts; to++)
      if (tell_names(l, from, to, count[(size_t)to * (size_t)l->parts + (size_t)from], e))
        return e->code;
  return 0;
}

static int agree(struct lbm *l, struct tile_error *e)
{
  const size_t parts = (size_t)l->parts;
  size_t *count = tile_alloc(parts * parts, sizeof *count);
  if (!count)
    return tile_fail_memory(e, parts * parts * sizeof *count, "the halo");
  tell_counts(l, count);
  const int code = tell_all_names(l, count, e);
  free(count);
  return code;
}

static int make_room(struct lbm *l, struct lbm_local *p, struct tile_error *e)
{
  const size_t parts = (size_t)l->parts;
  p->out = tile_alloc(parts, sizeof *p->out);
  p->in = tile_alloc(parts, sizeof *p->in);
  if (!p->out || !p->in)
    return tile_fail_memory(e, parts * sizeof *p->in, "the halo");
  for (size_t other = 0; other < parts; other++) {
    const size_t bytes = most_bytes(l, p->halo + other);
    p->out[other] = bytes ? tile_alloc(bytes, 1) : NULL;
    p->in[other] = bytes && !is_here(l, (int)other) ? tile_alloc(bytes, 1) : NULL;
    if (bytes && (!p->out[other] || (!p->in[other] && !is_here(l, (int)other))))
      return tile_fail_memory(e, bytes, "the halo");
  }
  return 0;
}

static void free_group(struct lbm_group *group)
{
  if (!group)
    return;
  free(group->state);
  free(group->task);
  free(group->outcome);
  free(group);
}

static struct lbm_group *new_group(size_t count, struct tile_error *e)
{
  struct lbm_group *group = tile_alloc(1, sizeof *group);
  if (group) {
    group->state = tile_alloc(count, sizeof *group->state);
    group->task = tile_alloc(count, sizeof *group->task);
    group->outcome = tile_alloc(count, sizeof *group->outcome);
  }
  if (group && group->state && group->task && group->outcome)
    return group;
  free_group(group);
  tile_fail_memory(e, count * sizeof *group->task, "the parts of the flow");
  return NULL;
}

static int connect_group(struct lbm *l, struct lbm_group *group, bool *connected, struct tile_error *e)
{
  const int here = l->end - l->begin;
  const struct lbm_halo **halo = tile_alloc((size_t)here, sizeof *halo);
  if (!halo)
    return tile_fail_memory(e, (size_t)here * sizeof *halo, "the parts of the flow");
  for (int p = 0; p < here; p++) {
    group->state[p] = l->local[p].state;
    halo[p] = l->local[p].halo + l->begin;
  }
  const int code = l->backend->connect(group->state, halo, here, connected, e);
  free(halo);
  return code;
}

/* If the subdomains of one process cannot be connected, no process has a group, so that all exchange in the same
 * way. */
static int make_group(struct lbm *l, struct tile_error *e)
{
  bool connected = false;
  struct lbm_group *group = new_group((size_t)(l->end - l->begin), e);
  if (!group)
    return e->code;
  const int code = connect_group(l, group, &connected, e);
  if (lbm_comm_any(code || !connected))
    free_group(group);
  else
    l->group = group;
  return code;
}

int lbm_exchange_open(struct lbm *l, struct tile_error *e)
{
  const int here = l->end - l->begin;
  if (l->parts == 1)
    return 0;
  for (int p = 0; p < here; p++)
    if (lbm_halos_make(&l->local[p].halo, l->parts, &l->local[p].geometry, &l->local[p].part, l->first, e))
      return e->code;
  if (agree(l, e))
    return e->code;
  for (int p = 0; p < here; p++)
    if (make_room(l, l->local + p, e))
      return e->code;
  const size_t messages = (size_t)here * 2 * (size_t)l->parts;
  l->message = tile_alloc(messages, sizeof *l->message);
  if (!l->message)
    return tile_fail_memory(e, messages * sizeof *l->message, "the halo");
  return here > 1 && l->backend->connect ? make_group(l, e) : 0;
}

void lbm_exchange_close(struct lbm *l)
{
  for (int p = 0; p < l->end - l->begin; p++) {
    struct lbm_local *local = l->local + p;
    for (int other = 0; other < l->parts; other++) {
      free(local->out ? local->out[other] : NULL);
      free(local->in ? local->in[other] : NULL);
    }
    free(local->out);
    free(local->in);
    lbm_halos_free(local->halo, l->parts);
  }
  free(l->message);
  free_group(l->group);
}
