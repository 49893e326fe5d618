/* SPDX-License-Identifier: BSD-3-Clause */
/* The header keys that hold the parameters of a run, one per line: parameters that are read are written, and must read
 * again as the same. */
#include <config.h>

#include "parameters.h"
#include "target.h"

#include <stdlib.h>
#include <string.h>

static struct tile_patch patches[] = {
    {.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}, {.name = "lid", .face = "y+"}};

static void set_keys(struct tile_header *h, char *text)
{
  struct tile_error e;
  for (char *line; (line = strsep(&text, "\n"));) {
    char *value = strstr(line, ": ");
    if (!value)
      continue;
    *value = 0;
    int code = tile_header_set(h, &e, line, "%s", value + 2);
    if (code)
      fuzz_check_error(code, &e);
  }
}

static void write_again(const struct lbm_parameters *p, struct tile_domain *d)
{
  struct tile_error e;
  struct lbm_parameters again;
  if (lbm_parameters_write(p, d, &e) || lbm_parameters_read(&again, d, &e) || again.step != p->step ||
      again.series.count != p->series.count || again.setup.tau != p->setup.tau || again.drive != p->drive)
    abort();
  lbm_parameters_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  struct tile_error e;
  struct lbm_parameters p;
  struct tile_domain d = {.grid = {4, 4, 4}, .edge = 4, .patches = 3, .patch = patches};
  char *text = strndup((const char *)data, length);
  if (!text)
    return 0;
  set_keys(&d.header, text);
  int code = lbm_parameters_read(&p, &d, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    write_again(&p, &d);
  lbm_parameters_free(&p);
  tile_header_free(&d.header);
  free(text);
  return 0;
}
