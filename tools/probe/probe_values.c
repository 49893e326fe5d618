/* SPDX-License-Identifier: BSD-3-Clause */
/* The named values of the nodes: how many nodes have one, and their range. */
#include "probe.h"

#include <math.h>
#include <string.h>

struct range {
  const struct probe_field *field;
  int64_t nodes;
  double least, sum, most;
};

static struct range range_of(const struct fields *f, const struct probe_field *field)
{
  struct range r = {field, 0, (double)NAN, 0, (double)NAN};
  const float *column = f->values.column[field->place - FIELD_VALUES];
  for (size_t i = 0; i < f->values.begin[f->domain.tiles]; i++) {
    const double value = (double)column[i];
    if (isnan(value))
      continue;
    r.least = r.nodes ? fmin(r.least, value) : value;
    r.most = r.nodes ? fmax(r.most, value) : value;
    r.sum += value;
    r.nodes++;
  }
  return r;
}

static void print_json(const struct range *r, struct json *j)
{
  json_open(j, r->field->name, '{');
  json_text(j, "unit", r->field->unit);
  json_int(j, "nodes", r->nodes);
  json_real(j, "least", r->least);
  json_real(j, "mean", r->sum / (double)r->nodes);
  json_real(j, "largest", r->most);
  json_close(j, '}');
}

static void print_csv(const struct range *r, FILE *out)
{
  fprintf(out, "%s,%s,%lld,", r->field->name, r->field->unit, (long long)r->nodes);
  if (r->nodes)
    fprintf(out, "%.9g,%.9g,%.9g\n", r->least, r->sum / (double)r->nodes, r->most);
  else
    fputs(",,\n", out);
}

static void print_text(const struct range *r, FILE *out)
{
  const bool number = !strcmp(r->field->unit, "1");
  const char *name = node_values_title(r->field->name);
  if (r->nodes)
    report_line(out, name, "%.6g ... %.6g, mean %.6g%s%s, of %lld nodes", r->least, r->most, r->sum / (double)r->nodes,
                number ? "" : " ", number ? "" : r->field->unit, (long long)r->nodes);
  else
    report_line(out, name, "no node has a value");
}

static void print_one(const struct range *r, struct probe_report *to)
{
  if (to->form == PROBE_JSON)
    print_json(r, &to->json);
  else
    (to->form == PROBE_CSV ? print_csv : print_text)(r, to->out);
}

void probe_values(const struct fields *f, struct probe_report *r)
{
  if (r->form == PROBE_JSON)
    json_open(&r->json, "values", '{');
  else if (r->form == PROBE_CSV)
    fputs("value,unit,nodes,least,mean,largest\n", r->out);
  for (const struct probe_field *field = NULL; (field = probe_field_next(f, field, ~0u));)
    if (field->unit) {
      const struct range range = range_of(f, field);
      print_one(&range, r);
    }
  if (r->form == PROBE_JSON)
    json_close(&r->json, '}');
}
