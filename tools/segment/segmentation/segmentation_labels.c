/* SPDX-License-Identifier: BSD-3-Clause */
/* Keeps the values that --fluid equal= lists, or the numbers of several classes, as classes of the voxels. */
#include "segmentation_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_whole(long double value)
{
  return value == floorl(value) && fabsl(value) <= 1e15L;
}

static int add_range(struct segmentation *p, const struct rule_range *range, struct tile_error *e)
{
  const int most = sizeof p->label / sizeof *p->label;
  if (!is_whole(range->low) || !is_whole(range->high))
    return tile_fail(e, TILE_USAGE, "--labels: labels are whole numbers, not %Lg", range->low);
  for (long double value = range->low; value <= range->high; value++) {
    if (p->label_count == most)
      return tile_fail(e, TILE_USAGE, "--labels keeps at most %d labels: --fluid equal= lists more", most);
    p->label[p->label_count++] = (double)value;
  }
  return TILE_OK;
}

int segmentation_labels_list(struct segmentation *p, char **classes, struct tile_error *e)
{
  size_t length;
  p->label_count = p->classes ? p->label_count : 0;
  *classes = NULL;
  for (size_t i = 0; i < p->rule.count && !p->classes; i++)
    if (add_range(p, &p->rule.equal[i], e))
      return e->code;
  FILE *out = open_memstream(classes, &length);
  if (out)
    fputs("solid", out);
  for (int i = 0; out && i < p->label_count; i++)
    fprintf(out, " %.0f", p->label[i]);
  return tile_text_end(out, classes) ? TILE_OK : tile_fail_memory(e, 0, "the labels");
}

static unsigned char class_of(const struct segmentation *p, double value)
{
  int i = 0;
  value = p->classes ? segmentation_class_of(p, value) : value;
  while (i < p->label_count - 1 && p->label[i] != value)
    i++;
  return (unsigned char)(i + 1);
}

void segmentation_labels_apply(const struct segmentation *p, const double *values, unsigned char *classes)
{
  const size_t count = segmentation_slice_count(p);
  double last = NAN;
  unsigned char class = 0;
  for (size_t i = 0; i < count; i++) {
    if (classes[i] != TILE_FLUID)
      continue;
    if (values[i] != last)
      class = class_of(p, last = values[i]);
    classes[i] = class;
  }
}
