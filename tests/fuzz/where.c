/* SPDX-License-Identifier: BSD-3-Clause */
/* A comparison of --where on the first line, and behind it a domain or a flow, whose checksums are corrected first. */
#include <config.h>

#include "target.h"
#include "tile_where.h"

#include <stdlib.h>
#include <string.h>

static void select_nodes(const struct where *w, const unsigned char *data, size_t length)
{
  struct tile_error e;
  struct where_part p;
  struct tile_bits bits = {0};
  FILE *in = length ? fmemopen((void *)(uintptr_t)data, length, "r") : NULL;
  if (!in)
    return;
  const int code = where_read(&p, w, &bits, in, "fuzz.tile", &e);
  if (code)
    fuzz_check_error(code, &e);
  else if (!tile_bits_count(&bits) || tile_bits_count(&bits) > tile_domain_nonsolid(&p.domain))
    abort();
  tile_bits_free(&bits);
  where_free(&p);
  fclose(in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  struct tile_error e;
  struct where w = {0};
  const uint8_t *end = memchr(data, '\n', length);
  const size_t first = end ? (size_t)(end - data) : 0, rest = end ? length - first - 1 : 0;
  char *text = end ? strndup((const char *)data, first) : NULL;
  unsigned char *file = text ? malloc(rest + 1) : NULL;
  if (file) {
    tile_limit_memory((size_t)64 << 20);
    memcpy(file, end + 1, rest);
    fuzz_seal(file, rest, true);
    const int code = where_parse(&w, text, &e);
    if (code)
      fuzz_check_error(code, &e);
    else
      select_nodes(&w, file, rest);
  }
  free(file);
  free(text);
  return 0;
}
