/* Seeds in a flow: where it enters, or from a file. */
#include "flow_seeds.h"

#include <stdlib.h>
#include <string.h>

struct nodes {
  int64_t (*at)[3];
  size_t count, room;
  int failed;
};

static void add_node(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct nodes *n = self;
  (void)value;
  if (n->count == n->room) {
    const size_t room = n->room ? 2 * n->room : 256;
    int64_t(*grown)[3] = n->failed ? NULL : tile_grow(n->at, room, sizeof *grown);
    n->failed = !grown;
    if (!grown)
      return;
    n->at = grown;
    n->room = room;
  }
  memcpy(n->at[n->count++], at, sizeof *n->at);
}

/* The nodes of patch `inlet`; returns false if there is no such patch. */
static bool nodes_of_inlet(const struct fields *f, struct nodes *n)
{
  const struct tile_domain *d = &f->domain;
  int patch = 0;
  while (patch < d->patches && strcmp(d->patch[patch].name, "inlet") != 0)
    patch++;
  for (size_t i = 0; i < d->marks && patch < d->patches; i++) {
    int64_t at[3];
    if (d->mark[i].patch == patch + 1 && tile_domain_node(d, d->mark[i].tile, d->mark[i].node, at))
      add_node(n, at, NULL);
  }
  return patch < d->patches;
}

/* Finds the nodes at which the flow enters: those of patch `inlet`, or the slice from which it flows along its axis. */
static int nodes_at_entry(const struct fields *f, const struct probe_total *t, struct nodes *n, struct tile_error *e)
{
  if (!nodes_of_inlet(f, n)) {
    if (t->along < 0)
      return tile_fail(e, TILE_REJECTED,
                       "%s: flows along no axis and has no patch `inlet`: give --seeds a FILE of points", f->name);
    fields_visit_slice(f, t->along, t->velocity[t->along] > 0 ? 0 : f->domain.grid[t->along] - 1, add_node, n);
  }
  if (n->failed)
    return tile_fail_memory(e, 2 * n->room * sizeof *n->at, "seeds");
  return n->count ? 0
                  : tile_fail(e, TILE_REJECTED, "%s: solid closes the whole face at which the flow enters", f->name);
}

int seeds_at_entry(struct seeds *s, const struct fields *f, const struct probe_total *t, int64_t count,
                   struct tile_error *e)
{
  struct nodes nodes = {0};
  int code = nodes_at_entry(f, t, &nodes, e);
  if (!code)
    code = seeds_spread(s, (size_t)count, nodes.at, nodes.count, t->along < 0 ? 2 : t->along, e);
  free(nodes.at);
  return code;
}

static int check_inside(const struct fields *f, const struct seeds *s, const char *name, struct tile_error *e)
{
  const int64_t *grid = f->domain.grid;
  for (size_t i = 0; i < s->count; i++)
    if (!fields_inside(f, s->at[i]))
      return tile_fail(e, TILE_REJECTED,
                       "%s: seed %.6g,%.6g,%.6g lies outside the grid, whose nodes are 0 ... %lld, 0 ... %lld, 0 ... "
                       "%lld",
                       name, s->at[i][0], s->at[i][1], s->at[i][2], (long long)grid[0] - 1, (long long)grid[1] - 1,
                       (long long)grid[2] - 1);
  return 0;
}

int seeds_from_file(struct seeds *s, const struct fields *f, const char *path, struct tile_error *e)
{
  const char *name = cli_input_name(path);
  FILE *in = cli_open_input(path, e);
  if (!in)
    return e->code;
  int code = seeds_read(s, in, name, e);
  fclose(in);
  return code ? code : check_inside(f, s, name, e);
}
