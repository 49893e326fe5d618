/* SPDX-License-Identifier: BSD-3-Clause */
#include "conductivity.h"

#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int bad(struct tile_error *e)
{
  return tile_fail(e, TILE_USAGE, "expected LABEL=VALUE, such as 87=129, with a conductivity of 0 or more");
}

/* Reads LABEL=VALUE up to a comma or the end, and sets *rest there. */
static bool read_pair(const char *text, char **rest, double *label, double *value)
{
  char *end;
  return tile_real_read(text, &end, label) && *end == '=' && tile_real_read(end + 1, rest, value) && *value >= 0 &&
         (!**rest || **rest == ',');
}

int conductivity_parse(void *to, const char *value, struct tile_error *e)
{
  char *rest;
  double label, number;
  for (const char *at = value;; at = rest + 1) {
    if (!read_pair(at, &rest, &label, &number))
      return bad(e);
    if (!*rest)
      return cli_list(to, value, e);
  }
}

static int find(const struct conductivity *c, double label)
{
  for (int i = 0; i < c->count; i++)
    if (c->label[i] == label)
      return i;
  return -1;
}

static int add_pairs(struct conductivity *c, const char *text, struct tile_error *e)
{
  char *rest;
  double label, value;
  for (const char *at = text;; at = rest + 1) {
    if (!read_pair(at, &rest, &label, &value))
      return bad(e);
    if (find(c, label) >= 0)
      return tile_fail(e, TILE_USAGE, "--conductivity: label %g is given twice", label);
    if (c->count == sizeof c->label / sizeof *c->label)
      return tile_fail(e, TILE_USAGE, "--conductivity: at most 256 labels");
    c->label[c->count] = label;
    c->value[c->count++] = value;
    if (!*rest)
      return TILE_OK;
  }
}

static int fill(struct conductivity *c, const float *label, size_t nodes, struct tile_error *e)
{
  int i = 0;
  double sum = 0;
  for (size_t at = 0; at < nodes; at++) {
    if (i < 0 || c->label[i] != (double)label[at])
      i = find(c, (double)label[at]);
    if (i < 0)
      return tile_fail(e, TILE_USAGE, "label %g has no conductivity: give --conductivity %g=VALUE", (double)label[at],
                       (double)label[at]);
    c->of_node[at] = (float)c->value[i];
    c->nodes[i]++;
    sum += c->value[i];
  }
  c->mean = sum / (double)nodes;
  for (i = 0; i < c->count; i++)
    if (!c->nodes[i])
      return tile_fail(e, TILE_USAGE, "--conductivity %g=...: no node has this label", c->label[i]);
  return TILE_OK;
}

int conductivity_make(struct conductivity *c, const struct cli_values *given, const struct node_values *v,
                      const char *name, struct tile_error *e)
{
  *c = (struct conductivity){.mean = 1};
  if (!given->count)
    return TILE_OK;
  for (size_t i = 0; i < given->count; i++)
    if (add_pairs(c, given->value[i], e))
      return e->code;
  const int column = node_values_find(v, "label");
  const size_t nodes = v->begin[v->domain->tiles];
  if (column < 0)
    return tile_fail(e, TILE_REJECTED,
                     "%s: its nodes have no labels: keep them with tessera voxelize --labels --fluid equal=A,B,...",
                     name);
  c->of_node = tile_alloc(nodes, sizeof *c->of_node);
  return c->of_node ? fill(c, v->column[column], nodes, e)
                    : tile_fail_memory(e, nodes * sizeof *c->of_node, "the conductivities");
}

void conductivity_free(struct conductivity *c)
{
  free(c->of_node);
  *c = (struct conductivity){0};
}
