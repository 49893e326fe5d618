/* SPDX-License-Identifier: BSD-3-Clause */
/* The warnings of this program, which its files and its JSON repeat: tessera-report shows them. */
#include "cli_internal.h"
#include "warnings.h"

#include <stdlib.h>
#include <string.h>

static struct {
  size_t count;
  char **line;
} kept;

int cli_keep_warning(const char *text, struct tile_error *e)
{
  for (size_t i = 0; i < kept.count; i++)
    if (strcmp(kept.line[i], text) == 0)
      return TILE_OK;
  if (tile_reserve(&kept.line, NULL, kept.count + 1, sizeof *kept.line, "a warning", e))
    return e->code;
  char *copy = strdup(text);
  if (!copy)
    return tile_fail_memory(e, strlen(text), "a warning");
  kept.line[kept.count++] = copy;
  return TILE_OK;
}

const char *cli_warning(size_t index)
{
  return index < kept.count ? kept.line[index] : NULL;
}

int cli_add_warnings(struct tile_header *h, struct tile_error *e)
{
  const char *text;
  int code = TILE_OK;
  if (cli_no_history)
    return code;
  tile_header_drop_warnings(h);
  for (size_t i = 0; !code && (text = cli_warning(i)); i++)
    code = tile_header_add_warning(h, text, e);
  return code;
}

void json_warnings(struct json *j)
{
  const char *text;
  json_open(j, "warnings", '[');
  for (size_t i = 0; (text = cli_warning(i)); i++)
    json_text(j, NULL, text);
  json_close(j, ']');
}
