/* SPDX-License-Identifier: BSD-3-Clause */
/* source_voxels(): a voxel stream in a file, as 0 (solid) and 1. */
#include "numbers.h"
#include "source.h"
#include "tile_voxels.h"
#include "regular.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct stream {
  char *path;
  FILE *in;
  struct tile_reader *reader;
  struct tile_voxels_reader *voxels;
  unsigned char *slice;
};

static void end_stream(struct stream *s)
{
  tile_voxels_close(s->voxels);
  tile_reader_free(s->reader);
  s->voxels = NULL;
  s->reader = NULL;
  if (s->in)
    fclose(s->in);
  s->in = NULL;
}

static int begin_stream(struct stream *s, struct tile_error *e)
{
  end_stream(s);
  s->in = tile_read_regular(s->path, e);
  if (!s->in)
    return e->code;
  return tile_reader_open(&s->reader, s->in, s->path, e) || tile_voxels_open(&s->voxels, s->reader, e) ? e->code
                                                                                                       : TILE_OK;
}

/* Walls between the voxels are read but not used, so that the rest of the stream is verified. */
static int pass_walls(struct stream *s, struct tile_error *e)
{
  struct tile_wall_at wall[256];
  size_t count = 1;
  int code = TILE_OK;
  while (!code && count)
    code = tile_voxels_get_walls(s->voxels, wall, sizeof wall / sizeof *wall, &count, e);
  return code;
}

static int read_stream(struct source *source, int64_t z, double *values, struct tile_error *e)
{
  struct stream *s = source->state;
  int code = s->voxels && tile_voxels_slices(s->voxels) <= z ? TILE_OK : begin_stream(s, e);
  while (!code && tile_voxels_slices(s->voxels) <= z)
    code = tile_voxels_get(s->voxels, s->slice, e);
  if (!code && z == source->grid[2] - 1)
    code = pass_walls(s, e);
  for (int64_t i = 0; i < source->grid[0] * source->grid[1] && !code; i++)
    values[i] = s->slice[i];
  return code;
}

static void close_stream(struct source *source)
{
  struct stream *s = source->state;
  if (!s)
    return;
  end_stream(s);
  free(s->path);
  free(s->slice);
  free(s);
  source->state = NULL;
}

/* The reader has checked the keys. */
static void get_pose(struct source *source, const struct tile_header *h)
{
  struct pose *p = &source->pose;
  if (tile_reals_read(tile_header_get(h, "dx"), &source->dx, 1))
    for (int a = 0; a < 3; a++)
      source->spacing[a] = source->dx;
  p->oriented = tile_reals_read(tile_header_get(h, "orientation"), p->axis[0], 9);
  p->placed = tile_reals_read(tile_header_get(h, "origin"), p->origin, 3);
}

static int open_stream(struct source *source, const char *path, struct tile_error *e)
{
  struct stream *s = source->state;
  size_t count;
  s->path = strdup(path);
  if (!s->path)
    return tile_fail_memory(e, strlen(path), "a file name");
  if (begin_stream(s, e))
    return e->code;
  memcpy(source->grid, tile_voxels_grid(s->voxels), sizeof source->grid);
  get_pose(source, tile_reader_header(s->reader));
  bool overflow = __builtin_mul_overflow((size_t)source->grid[0], (size_t)source->grid[1], &count);
  s->slice = overflow ? NULL : tile_alloc(count, 1);
  return s->slice ? TILE_OK : tile_fail_memory(e, overflow ? SIZE_MAX : count, "one slice");
}

int source_voxels(struct source *source, const char *path, struct tile_error *e)
{
  *source = (struct source){.classified = true,
                            .type = "voxels",
                            .read = read_stream,
                            .close = close_stream,
                            .rereadable = true,
                            .forward = true};
  source->state = tile_alloc(1, sizeof(struct stream));
  if (!source->state)
    return tile_fail_memory(e, sizeof(struct stream), "a voxel stream");
  int code = open_stream(source, path, e);
  if (code)
    close_stream(source);
  return code;
}
