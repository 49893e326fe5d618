/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints the structures of tile.h that packaging/python/tessera/_library.py repeats: "tile_error size 1028", and for
 * each member "tile_error.code OFFSET SIZE". */
#include "tile.h"

#define SIZE(name) printf(#name " size %zu\n", sizeof(struct name))
#define MEMBER(name, member) \
  printf(#name "." #member " %zu %zu\n", offsetof(struct name, member), sizeof(((struct name *)0)->member))

static void domain(void)
{
  SIZE(tile_domain);
  MEMBER(tile_domain, header);
  MEMBER(tile_domain, grid);
  MEMBER(tile_domain, edge);
  MEMBER(tile_domain, offset);
  MEMBER(tile_domain, periodic);
  MEMBER(tile_domain, dx);
  MEMBER(tile_domain, inside);
  MEMBER(tile_domain, pad);
  MEMBER(tile_domain, patches);
  MEMBER(tile_domain, patch);
  MEMBER(tile_domain, tiles);
  MEMBER(tile_domain, words);
  MEMBER(tile_domain, coord);
  MEMBER(tile_domain, mask);
  MEMBER(tile_domain, marks);
  MEMBER(tile_domain, mark);
  MEMBER(tile_domain, walls);
  MEMBER(tile_domain, wall);
  MEMBER(tile_domain, wall_begin);
}

int main(void)
{
  SIZE(tile_error);
  MEMBER(tile_error, code);
  MEMBER(tile_error, text);
  SIZE(tile_key);
  MEMBER(tile_key, key);
  MEMBER(tile_key, value);
  SIZE(tile_header);
  MEMBER(tile_header, count);
  MEMBER(tile_header, keys);
  MEMBER(tile_header, lines);
  MEMBER(tile_header, history);
  SIZE(tile_array);
  MEMBER(tile_array, tag);
  MEMBER(tile_array, bytes);
  MEMBER(tile_array, move);
  MEMBER(tile_array, self);
  MEMBER(tile_array, found);
  domain();
  return 0;
}
