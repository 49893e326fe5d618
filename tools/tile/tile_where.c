/* SPDX-License-Identifier: BSD-3-Clause */
#include "tile_where.h"
#include "bit_rows.h"

#include "tile_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the option ---- */

enum { BELOW = 1, EQUAL = 2, ABOVE = 4 };

static const struct operation {
  const char *text; /* one that begins with another comes first */
  int holds;
} operations[] = {{">=", EQUAL | ABOVE}, {"<=", BELOW | EQUAL}, {"==", EQUAL}, {"!=", BELOW | ABOVE},
                  {">", ABOVE},          {"<", BELOW},          {"=", EQUAL}};
enum { OPERATIONS = sizeof operations / sizeof *operations };

int where_parse(void *to, const char *value, struct tile_error *e)
{
  struct where *w = to;
  const size_t length = strcspn(value, "<>=!");
  w->text = value;
  w->operation = 0;
  while (w->operation < OPERATIONS &&
         strncmp(value + length, operations[w->operation].text, strlen(operations[w->operation].text)))
    w->operation++;
  if (!length || length >= sizeof w->name || w->operation == OPERATIONS)
    return tile_fail(e, TILE_USAGE, "expected a comparison of a value of the nodes, such as intrusion>=4");
  snprintf(w->name, sizeof w->name, "%.*s", (int)length, value);
  return cli_quantity(&w->number, value + length + strlen(operations[w->operation].text), e);
}

/* The values are floats: the limit too, so that 10um is equal to 5 voxels of 2um. */
static bool holds(const struct where *w, float limit, float value)
{
  const int is = value < limit ? BELOW : value > limit ? ABOVE : value == limit ? EQUAL : 0;
  return operations[w->operation].holds & is;
}

/* ---- a flow: its fields as values ---- */

static const char *const fields[] = {"density", "ux", "uy", "uz", "speed"};
enum { FIELD_VALUES = sizeof fields / sizeof *fields, STORED = 4 };

struct flow {
  struct node_values *values;
  float *column[FIELD_VALUES];
  size_t bytes; /* of a value in the file */
};

static double load(const struct flow *f, const unsigned char *data, size_t i)
{
  double wide;
  float narrow;
  if (f->bytes == sizeof wide)
    return memcpy(&wide, data + i * sizeof wide, sizeof wide), wide;
  return memcpy(&narrow, data + i * sizeof narrow, sizeof narrow), (double)narrow;
}

static int take_fields(void *self, size_t tile, void *data, struct tile_error *e)
{
  const struct flow *f = self;
  const size_t *begin = f->values->begin;
  (void)e;
  for (size_t at = begin[tile], i = 0; at < begin[tile + 1]; at++, i += STORED) {
    double v[FIELD_VALUES];
    for (size_t k = 0; k < STORED; k++)
      v[k] = load(f, data, i + k);
    v[0] += 1;
    v[STORED] = sqrt(v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    for (int k = 0; k < FIELD_VALUES; k++)
      f->column[k][at] = (float)v[k];
  }
  return TILE_OK;
}

static int fields_reading(struct flow *f, struct node_values *v, struct tile_array *array, struct tile_error *e)
{
  const char *precision = tile_header_get(&v->domain->header, "precision");
  f->values = v;
  f->bytes = precision && !strcmp(precision, "fp64") ? sizeof(double) : sizeof(float);
  for (int k = 0; k < FIELD_VALUES; k++)
    if (node_values_add(v, fields[k], "1", &f->column[k], e))
      return e->code;
  *array = (struct tile_array){"FLDS", STORED * f->bytes, take_fields, f, false};
  return TILE_OK;
}

/* What a run wrote does not belong to a domain. */
static void drop_flow(struct node_values *v, struct tile_header *h)
{
  static const char *const keys[] = {"kind",   "grid",     "dx",       "origin",         "orientation", "mask",
                                     "pad",    "surfaces", "openings", "wall-distances", "patches",     "edge",
                                     "offset", "periodic", "tiles",    "values",         "nonsolid"};
  for (size_t i = h->count; i-- > 0;) {
    size_t k = 0;
    while (k < sizeof keys / sizeof *keys && strcmp(keys[k], h->keys[i].key))
      k++;
    if (k == sizeof keys / sizeof *keys)
      tile_header_drop(h, h->keys[i].key);
  }
  for (int k = 0; k < FIELD_VALUES; k++)
    free(v->column[--v->count]);
}

/* ---- the number in the unit of the values ---- */

static bool is_velocity(const struct where *w, bool flow)
{
  for (int k = 1; k < FIELD_VALUES; k++)
    if (flow && !strcmp(w->name, fields[k]))
      return true;
  return false;
}

/* One unit of a value in SI: of lengths in voxels, and of the velocities of a flow. 0: not known. */
static int unit_of(double *si, const struct where *w, const char *unit, const struct tile_domain *d, bool flow,
                   struct tile_error *e)
{
  double dt = 0;
  *si = 0;
  if (is_velocity(w, flow) && cli_is(&w->number, 1, -1, 0)) {
    if (tile_header_get(&d->header, "dt") && tile_header_get_real(&d->header, "dt", &dt, e))
      return e->code;
    *si = dt > 0 ? d->dx / dt : 0;
  } else if (!strcmp(unit, "voxel") && cli_is(&w->number, 1, 0, 0))
    *si = d->dx;
  else
    return tile_fail(e, TILE_USAGE, "--where %s: the unit of %s is %s", w->text, w->name,
                     is_velocity(w, flow) ? "that of a velocity" : unit);
  if (*si > 0)
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "--where %s: the %s is not known", w->text,
                   d->dx > 0 ? "time step of the flow" : "size of a voxel (voxelize --voxel)");
}

/* A bare number below every length in voxels, which are 1 at least, that would be one of them in metres. */
static bool looks_metric(const struct where_part *p, const float *value, double limit)
{
  const size_t nodes = p->values.begin[p->domain.tiles];
  double most = 0;
  for (size_t i = 0; i < nodes; i++)
    most = value[i] > most ? (double)value[i] : most;
  return p->domain.dx > 0 && limit > 0 && limit < 1 && limit / p->domain.dx >= 0.1 && limit / p->domain.dx <= 10 * most;
}

static int limit_of(double *limit, const struct where_part *p, const struct where *w, int column, bool flow,
                    struct tile_error *e)
{
  const char *unit = p->values.value[column].unit;
  double si = 1;
  *limit = w->number.value;
  if (w->number.physical && unit_of(&si, w, unit, &p->domain, flow, e))
    return e->code;
  *limit /= si;
  if (!w->number.physical && !strcmp(unit, "voxel") && looks_metric(p, p->values.column[column], *limit))
    return tile_fail(e, TILE_USAGE, "--where %s: bare numbers are voxels, of %g m: for metres write %gm", w->text,
                     p->domain.dx, *limit);
  return TILE_OK;
}

/* ---- reading ---- */

static int read_values(struct where_part *p, struct flow *f, struct tile_input *in, struct tile_error *e)
{
  struct tile_array array[2];
  size_t count;
  if (node_values_begin(&p->values, &p->domain, e) || node_values_reading(&p->values, array, &count, e))
    return e->code;
  if (tile_input_has(in, "FLDS") && fields_reading(f, &p->values, &array[count++], e))
    return e->code;
  return tile_input_arrays(in, array, count, e);
}

static int read_file(struct where_part *p, struct flow *f, FILE *in, const char *name, struct tile_error *e)
{
  struct tile_reader *reader;
  struct tile_input *input = NULL;
  if (tile_reader_open(&reader, in, name, e))
    return e->code;
  const char *kind = tile_header_get(tile_reader_header(reader), "kind");
  int code = kind && !strcmp(kind, "voxels")
                 ? tile_fail(e, TILE_REJECTED, "%s: contains voxels, whose nodes have no values: give a domain", name)
                 : tile_input_open(&input, &p->domain, reader, e);
  if (!code)
    code = read_values(p, f, input, e);
  snprintf(p->digest, sizeof p->digest, "%s", tile_reader_digest(reader));
  tile_input_close(input);
  tile_reader_free(reader);
  return code;
}

/* ---- voxels ---- */

static void clear_node(struct tile_bits *b, const int64_t at[3])
{
  tile_row(b, at[1], at[2])[at[0] / 64] &= ~(UINT64_C(1) << (at[0] % 64));
}

static void clear_others(struct tile_bits *b, const struct where_part *p, const struct where *w, const float *value,
                         double limit)
{
  const struct tile_domain *d = &p->domain;
  size_t place = 0;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (size_t i = 0; i < d->words; i++)
      for (uint64_t left = d->mask[tile * d->words + i]; left; left &= left - 1) {
        int64_t at[3];
        if (!holds(w, (float)limit, value[place++]) &&
            tile_domain_node(d, tile, (int)i * 64 + __builtin_ctzll(left), at))
          clear_node(b, at);
      }
}

static int by_voxel(const void *a, const void *b)
{
  const struct tile_wall_at *p = a, *q = b;
  return p->voxel != q->voxel ? (p->voxel < q->voxel ? -1 : 1) : (int)p->link - (int)q->link;
}

/* The walls of the domain, in the order of voxels. */
static int add_walls(struct tile_bits *b, const struct tile_domain *d, struct tile_error *e)
{
  b->distances = d->wall_begin != NULL;
  if (!d->walls)
    return TILE_OK;
  b->wall = tile_alloc(d->walls, sizeof *b->wall);
  if (!b->wall)
    return tile_fail_memory(e, d->walls * sizeof *b->wall, "the links that walls cut");
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (size_t i = d->wall_begin[tile]; i < d->wall_begin[tile + 1]; i++) {
      const struct tile_wall *w = &d->wall[i];
      int64_t at[3];
      if (tile_domain_node(d, tile, w->node, at) && tile_bit(b, at[0], at[1], at[2]))
        b->wall[b->walls++] =
            (struct tile_wall_at){.voxel = (uint64_t)(at[0] + d->grid[0] * (at[1] + d->grid[1] * at[2])),
                                  .q = w->q,
                                  .link = w->link,
                                  .surface = w->surface};
    }
  qsort(b->wall, b->walls, sizeof *b->wall, by_voxel);
  return TILE_OK;
}

static int select_nodes(struct where_part *p, const struct where *w, bool flow, struct tile_bits *bits,
                        struct tile_error *e)
{
  char names[NODE_VALUES_TEXT];
  double limit;
  const int column = node_values_find(&p->values, w->name);
  if (column < 0)
    return tile_fail(e, TILE_USAGE, "--where %s: the nodes have no value `%s`; they have: %s", w->text, w->name,
                     node_values_names(names, &p->values));
  if (limit_of(&limit, p, w, column, flow, e) || tile_domain_bits(bits, &p->domain, e))
    return e->code;
  clear_others(bits, p, w, p->values.column[column], limit);
  if (!tile_bits_count(bits))
    return tile_fail(e, TILE_REJECTED, "--where %s: it holds at none of the nodes", w->text);
  return add_walls(bits, &p->domain, e);
}

int where_read(struct where_part *p, const struct where *w, struct tile_bits *bits, FILE *in, const char *name,
               struct tile_error *e)
{
  struct flow f = {0};
  *p = (struct where_part){0};
  if (read_file(p, &f, in, name, e) || select_nodes(p, w, f.values != NULL, bits, e))
    return e->code;
  if (f.values)
    drop_flow(&p->values, &p->domain.header);
  return tile_lookup_make(&p->lookup, &p->domain, e);
}

/* ---- the values of the part ---- */

static void copy_values(const struct node_values *v, size_t to, const struct where_part *p, size_t from)
{
  for (int i = 0; i < v->count; i++)
    v->column[i][to] = p->values.column[i][from];
}

int where_carry(struct node_values *v, const struct where_part *p, struct tile_error *e)
{
  const struct tile_domain *d = v->domain;
  size_t place = 0, other;
  float *column;
  int node;
  for (int i = 0; i < p->values.count; i++)
    if (node_values_add(v, p->values.value[i].name, p->values.value[i].unit, &column, e))
      return e->code;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (size_t i = 0; i < d->words; i++)
      for (uint64_t left = d->mask[tile * d->words + i]; left; left &= left - 1, place++) {
        int64_t at[3];
        if (tile_domain_node(d, tile, (int)i * 64 + __builtin_ctzll(left), at) &&
            tile_lookup_node(&p->lookup, at, &other, &node))
          copy_values(v, place, p, node_values_place(&p->values, other, node));
      }
  return TILE_OK;
}

void where_free(struct where_part *p)
{
  tile_lookup_free(&p->lookup);
  node_values_free(&p->values);
  tile_domain_free(&p->domain);
}
