/* SPDX-License-Identifier: BSD-3-Clause */
#include "fields.h"
#include "frame.h"

#include "keys.h"
#include "nodes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static int check_kind(const struct tile_header *h, const char *name, bool plain, struct tile_error *e)
{
  const char *kind = tile_header_get(h, "kind");
  bool voxels = kind && strcmp(kind, "voxels") == 0;
  if (kind && (strcmp(kind, "fields") == 0 || tile_header_get(h, "values") || (plain && !voxels)))
    return 0;
  if (plain)
    return tile_fail(e, TILE_REJECTED, "%s: contains voxels, not a domain: `tessera tile` first", name);
  return tile_fail(e, TILE_REJECTED, "%s: contains %s, not a flow: %s`tessera run` first", name,
                   voxels ? "voxels" : "a domain", voxels ? "`tessera tile` and " : "");
}

static int read_precision(struct fields *f, const char *name, struct tile_error *e)
{
  const char *precision = lbm_key_text(&f->domain, LBM_KEY_PRECISION);
  const bool known = precision && !lbm_key_read(&f->precision, LBM_KEY_PRECISION, &f->domain, e);
  f->precision = lbm_fields_precision(f->precision);
  return known ? 0
               : tile_fail(e, TILE_REJECTED, "%s: header key `precision` is %s, expected fp64, fp32 or fp16", name,
                           precision ? precision : "missing");
}

static int read_units(struct fields *f, struct tile_error *e)
{
  struct tile_error why;
  f->units = (struct lbm_units){.dx = f->domain.dx};
  if (lbm_key_read(&f->units.dt, LBM_KEY_DT, &f->domain, &why) || lbm_key_pressure_taken(&f->taken, &f->domain, &why) ||
      lbm_key_read(&f->units.density, LBM_KEY_DENSITY, &f->domain, &why))
    return tile_fail(e, why.code, "%s: header: %.900s", f->name, why.text);
  f->taken *= 3;
  return 0;
}

struct also {
  fields_also *array; /* NULL: no further arrays */
  void *self;
  bool plain; /* a domain without values is read, too */
};

static int read_values(struct fields *f, struct tile_input *in, const char *name, const struct also *also,
                       struct tile_error *e)
{
  if (node_values_begin(&f->values, &f->domain, e) ||
      tile_block_make(&f->block, &f->domain, f->flow ? LBM_FIELDS * lbm_value_bytes_of(f->precision) : 0, e))
    return e->code;
  struct tile_array array[2 + FIELDS_ALSO] = {{"FLDS", f->block.bytes, tile_block_get, &f->block, false}};
  size_t count = f->flow, more = 0;
  if (node_values_reading(&f->values, array + count, &more, e))
    return e->code;
  count += more;
  more = 0;
  if ((also->array && f->flow && also->array(also->self, f, in, array + count, &more, e)) ||
      tile_input_arrays(in, array, count + more, e))
    return e->code;
  return !f->flow || array[0].found
             ? 0
             : tile_fail(e, TILE_REJECTED, "%s: contains no fields (record FLDS is missing)", name);
}

static void name_values(struct fields *f)
{
  for (int i = 0; i < f->values.count; i++)
    f->named[i] = (struct probe_field){.name = f->values.value[i].name,
                                       .components = 1,
                                       .shown = PROBE_IN_TABLES | PROBE_IN_PICTURES | PROBE_IN_VOLUMES | PROBE_IN_PLOTS,
                                       .place = FIELD_VALUES + i,
                                       .unit = f->values.value[i].unit};
}

static int read_all(struct fields *f, struct tile_reader *r, const char *name, const struct also *also,
                    struct tile_error *e)
{
  struct tile_input *in = NULL;
  if (check_kind(tile_reader_header(r), name, also->plain, e) || tile_input_open(&in, &f->domain, r, e))
    return e->code;
  f->flow = strcmp(tile_header_get(tile_reader_header(r), "kind"), "fields") == 0;
  f->precision = LBM_FP32; /* of named values */
  int status = f->flow ? read_precision(f, name, e) : 0;
  if (!status)
    status = read_units(f, e);
  if (!status)
    status = read_values(f, in, name, also, e);
  name_values(f);
  tile_input_close(in);
  return status ? status : tile_lookup_make(&f->lookup, &f->domain, e);
}

int fields_read(struct fields *f, FILE *in, const char *name, struct tile_error *e)
{
  return fields_read_also(f, in, name, NULL, NULL, e);
}

static int read_file(struct fields *f, FILE *in, const char *name, const struct also *also, struct tile_error *e)
{
  struct tile_reader *reader;
  *f = (struct fields){.name = name};
  if (tile_reader_open(&reader, in, name, e))
    return e->code;
  int status = read_all(f, reader, name, also, e);
  snprintf(f->digest, sizeof f->digest, "%s", tile_reader_digest(reader));
  tile_reader_free(reader);
  if (status)
    fields_free(f);
  return status;
}

int fields_read_also(struct fields *f, FILE *in, const char *name, fields_also *also, void *self, struct tile_error *e)
{
  return read_file(f, in, name, &(struct also){also, self, false}, e);
}

int fields_read_any(struct fields *f, FILE *in, const char *name, fields_also *also, void *self, struct tile_error *e)
{
  return read_file(f, in, name, &(struct also){also, self, true}, e);
}

void fields_free(struct fields *f)
{
  tile_lookup_free(&f->lookup);
  tile_block_free(&f->block);
  node_values_free(&f->values);
  free(f->shear);
  tile_domain_free(&f->domain);
}

/* ---- one node ---- */

static void load(const struct fields *f, size_t place, double value[FIELDS])
{
  if (f->flow)
    lbm_load(f->precision, value, f->block.data, place * LBM_FIELDS, LBM_FIELDS);
  else
    memset(value, 0, LBM_FIELDS * sizeof *value);
  value[FIELD_DENSITY] += f->taken;
  for (size_t a = 0; a < 3; a++)
    value[FIELD_SHEAR + a] = f->shear ? f->shear[3 * place + a] : 0;
  for (int i = 0; i < f->values.count; i++)
    value[FIELD_VALUES + i] = (double)f->values.column[i][place];
}

size_t fields_place(const struct fields *f, size_t tile, int node)
{
  return f->block.begin[tile] + tile_domain_rank(&f->domain, tile, node);
}

bool fields_node(const struct fields *f, const int64_t at[3], double value[FIELDS])
{
  size_t tile;
  int node;
  if (!tile_lookup_node(&f->lookup, at, &tile, &node)) {
    memset(value, 0, FIELDS * sizeof *value);
    return false;
  }
  load(f, fields_place(f, tile, node), value);
  return true;
}

static int compare_marks(const void *a, const void *b)
{
  const struct tile_mark *p = a, *q = b;
  return p->tile != q->tile ? (p->tile < q->tile ? -1 : 1) : (int)p->node - (int)q->node;
}

unsigned fields_cut_links(const struct fields *f, const int64_t at[3], bool openings)
{
  const struct tile_domain *d = &f->domain;
  struct tile_mark key = {0};
  size_t tile;
  int node;
  unsigned links = 0;
  if (!d->marks || !tile_lookup_node(&f->lookup, at, &tile, &node))
    return 0;
  key.tile = (uint32_t)tile;
  key.node = (uint16_t)node;
  const struct tile_mark *m = bsearch(&key, d->mark, d->marks, sizeof key, compare_marks);
  while (m && m > d->mark && compare_marks(m - 1, &key) == 0)
    m--;
  for (; m && m < d->mark + d->marks && compare_marks(m, &key) == 0; m++)
    if (!openings || (m->patch && strcmp(d->patch[m->patch - 1].face, "opening") == 0))
      links |= m->links;
  return links;
}

/* ---- between nodes ---- */

bool fields_inside(const struct fields *f, const double at[3])
{
  for (int a = 0; a < 3; a++)
    if (!(at[a] >= -0.5 && at[a] <= (double)f->domain.grid[a] - 0.5))
      return false;
  return true;
}

int fields_find(double at[3], const struct fields *f, const struct cli_place *place, const char *option,
                const char *text, struct tile_error *e)
{
  const int64_t *grid = f->domain.grid;
  struct tile_error why;
  if (frame_find(at, &f->domain.header, place, &why))
    return tile_fail(e, why.code, "%s %s: %.200s", option, text, why.text);
  if (fields_inside(f, at))
    return 0;
  return tile_fail(e, TILE_USAGE, "%s %s: outside the grid, whose nodes are 0 ... %lld, 0 ... %lld, 0 ... %lld", option,
                   text, (long long)grid[0] - 1, (long long)grid[1] - 1, (long long)grid[2] - 1);
}

static bool nearest(const struct fields *f, const double at[3], double value[FIELDS])
{
  int64_t node[3];
  for (int a = 0; a < 3; a++) {
    node[a] = llround(at[a]);
    node[a] = node[a] < 0 ? 0 : node[a] >= f->domain.grid[a] ? f->domain.grid[a] - 1 : node[a];
  }
  return fields_node(f, node, value);
}

/* Adds corner c (bit a: the upper node along axis a) times its weight; false if it has a weight but no value. */
static bool add_corner(const struct fields *f, const double at[3], int c, double sum[FIELDS])
{
  int64_t node[3];
  double weight = 1, value[FIELDS];
  for (int a = 0; a < 3; a++) {
    double low = floor(at[a]), part = at[a] - low;
    node[a] = (int64_t)low + (c >> a & 1);
    weight *= c >> a & 1 ? part : 1 - part;
  }
  if (weight <= 0)
    return true;
  for (int a = 0; a < 3; a++)
    if (node[a] < 0 || node[a] >= f->domain.grid[a])
      return false;
  if (!fields_node(f, node, value))
    return false;
  for (int i = 0; i < FIELD_VALUES + f->values.count; i++)
    sum[i] += weight * value[i];
  return true;
}

bool fields_sample(const struct fields *f, const double at[3], double value[FIELDS])
{
  memset(value, 0, FIELDS * sizeof *value);
  for (int c = 0; c < 8; c++)
    if (!add_corner(f, at, c, value))
      return nearest(f, at, value);
  return true;
}

/* ---- many nodes ---- */

/* Visits the non-solid nodes of one tile; with axis >= 0 only those of one slice. */
static void visit_tile(const struct fields *f, size_t tile, int axis, int64_t slice, fields_visitor *visit, void *self)
{
  const struct tile_domain *d = &f->domain;
  size_t place = f->block.begin[tile];
  for (size_t w = 0; w < d->words; w++)
    for (uint64_t left = d->mask[tile * d->words + w]; left; left &= left - 1, place++) {
      int64_t at[3];
      double value[FIELDS];
      int node = (int)w * 64 + __builtin_ctzll(left);
      if (!tile_domain_node(d, tile, node, at) || (axis >= 0 && at[axis] != slice))
        continue;
      load(f, place, value);
      visit(self, at, value);
    }
}

void fields_visit(const struct fields *f, fields_visitor *visit, void *self)
{
  for (size_t tile = 0; tile < f->domain.tiles; tile++)
    visit_tile(f, tile, -1, 0, visit, self);
}

void fields_visit_slice(const struct fields *f, int axis, int64_t slice, fields_visitor *visit, void *self)
{
  const int64_t layer = tile_layer_of(&f->domain, axis, slice);
  for (size_t tile = 0; tile < f->domain.tiles; tile++)
    if (f->domain.coord[tile][axis] == layer)
      visit_tile(f, tile, axis, slice, visit, self);
}

/* ---- slice by slice ---- */

int fields_slices_make(struct fields_slices *s, const struct fields *f, int axis, struct tile_error *e)
{
  s->fields = f;
  return tile_layers_make(&s->layers, &f->domain, axis, e);
}

void fields_slices_free(struct fields_slices *s)
{
  tile_layers_free(&s->layers);
}

void fields_slice_visit(const struct fields_slices *s, int64_t slice, fields_visitor *visit, void *self)
{
  const struct tile_layers *l = &s->layers;
  const int64_t layer = tile_layer_of(l->domain, l->axis, slice);
  for (size_t i = l->begin[layer]; i < l->begin[layer + 1]; i++)
    visit_tile(s->fields, l->tile[i], l->axis, slice, visit, self);
}
