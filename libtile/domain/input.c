/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the records of a domain file one by one. */
#include "input.h"

#include <string.h>

static const char known[] = INPUT_REST "TDIRCLASWALLVALSFLDSPOPS";

int input_next(struct tile_input *in, struct tile_error *e)
{
  char tag[5];
  uint64_t length;
  while (!in->rest && tile_reader_ahead(in->reader, tag, &length) && !strcmp(tag, INPUT_REST))
    if (tile_reader_pass(in->reader, e))
      return e->code;
  return tile_reader_record(in->reader, in->rest ? known : known + strlen(INPUT_REST), &in->next, e);
}

bool input_is(const struct tile_input *in, const char *tag)
{
  return !strcmp(in->next.tag, tag);
}

int input_entries(struct tile_input *in, size_t entry, size_t most, size_t *count, struct tile_error *e)
{
  *count = in->next.length / entry;
  if (in->next.length % entry)
    return tile_reader_reject(in->reader, e, "%zu bytes are not whole entries of %zu", in->next.length, entry);
  if (*count > most)
    return tile_reader_reject(in->reader, e, "more entries than the %zu missing", most);
  return TILE_OK;
}
