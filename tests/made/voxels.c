/* voxels <STREAM: a voxel stream as text: its header, then rows of 0 (solid) and 1 (fluid). */
#include "own.h"

#include <stdlib.h>

static struct tile_error e;

static void need(int code)
{
  if (code) {
    fprintf(stderr, "voxels: %s\n", e.text);
    exit(code);
  }
}

static void print_slice(const int64_t grid[3], const unsigned char *slice)
{
  for (int64_t y = 0; y < grid[1]; y++) {
    for (int64_t x = 0; x < grid[0]; x++)
      putchar('0' + *slice++);
    putchar('\n');
  }
}

int main(void)
{
  struct tile_reader *r;
  struct tile_voxels_reader *v;
  need(tile_reader_open(&r, stdin, "standard input", &e));
  need(tile_voxels_open(&v, r, &e));
  const struct tile_header *h = tile_reader_header(r);
  for (size_t i = 0; i < h->count; i++)
    printf("%s: %s\n", h->keys[i].key, h->keys[i].value);
  for (size_t i = 0; i < h->lines; i++)
    printf("history: %s\n", h->history[i]);
  const int64_t *grid = tile_voxels_grid(v);
  unsigned char *slice = tile_alloc((size_t)(grid[0] * grid[1]), 1);
  for (int64_t z = 0; z < grid[2] && slice; z++) {
    printf("z=%lld\n", (long long)z);
    need(tile_voxels_get(v, slice, &e));
    print_slice(grid, slice);
  }
  free(slice);
  tile_voxels_close(v);
  tile_reader_free(r);
}
