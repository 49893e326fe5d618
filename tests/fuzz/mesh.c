/* SPDX-License-Identifier: BSD-3-Clause */
/* A surface: the first byte chooses the format, whether the surface is capped, whether its flat ends are opened, and
 * whether all rims are; the file follows. A closed surface must cut every link that leads from inside to outside. */
#include "mesh_links.h"
#include "target.h"

#include <stdlib.h>

static mesh_reader *const readers[] = {mesh_read_stl, mesh_read_ply, mesh_read_obj};
enum { READERS = sizeof readers / sizeof *readers };

static size_t links_out(const struct inside *in, int64_t z)
{
  size_t count = 0;
  for (int64_t y = 0; y < in->bits.grid[1]; y++)
    for (int64_t x = 0; x < in->bits.grid[0]; x++)
      for (int i = 1; i < TILE_LINKS && tile_bit(&in->bits, x, y, z); i++)
        count += !inside_has(in, (const int64_t[]){x + tile_link[i][0], y + tile_link[i][1], z + tile_link[i][2]});
  return count;
}

static void try_cuts(const struct surface *s, const struct inside *in)
{
  struct tile_error e;
  struct cuts c;
  int code = cuts_make(&c, s, in, &e);
  for (int64_t z = 0; z < s->grid[2] && !code; z++) {
    struct tile_wall_at *wall = NULL;
    size_t count = 0;
    code = cuts_slice(&c, z, &wall, &count, &e);
    if (!code && count < links_out(in, z))
      abort();
    free(wall);
  }
  if (code)
    fuzz_check_error(code, &e);
  else
    cuts_free(&c);
}

static void try_surface(struct surface *s, bool cap, bool open, bool choose)
{
  struct tile_error e;
  struct inside in;
  const struct surface_ends all = {0}, some = {2, {1, 0}};
  int code = cap ? surface_keep_inner(s, false, &e) : TILE_OK;
  if (!code && cap)
    code = surface_cap(s, choose ? &some : &all, false, &e);
  if (!code && open)
    code = surface_open_ends(s, &all, &e);
  if (!code)
    code = inside_make(&in, s, &e);
  if (code)
    fuzz_check_error(code, &e);
  else {
    try_cuts(s, &in);
    inside_free(&in);
  }
  surface_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  struct tile_error e;
  struct mesh m;
  struct surface s;
  struct surface_place p;
  const char *path = length ? fuzz_file(data + 1, length - 1) : NULL;
  if (!path)
    return 0;
  int code = mesh_read_as(&m, readers[*data % READERS], path, &e);
  if (!code) {
    code = surface_place(&p, &m, 0, 9, *data / READERS % 2, &e);
    if (code)
      mesh_free(&m);
    else
      code = surface_make(&s, &m, &p, &e);
  }
  if (code)
    fuzz_check_error(code, &e);
  else
    try_surface(&s, *data / READERS / 2 % 2, *data / READERS / 4 % 2, *data / READERS / 8 % 2);
  return 0;
}
