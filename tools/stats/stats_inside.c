/* SPDX-License-Identifier: BSD-3-Clause */
/* Where correlations, windows and directions are measured: the image without the layers that were added to it, inside
 * the mask of --mask. */
#include "stats_pores.h"
#include "tile_measure.h"

#include <stdlib.h>
#include <string.h>

/* ---- the mask ------------------------------------------------------------------- */

static int read_domain(struct tile_bits *mask, struct tile_reader *reader, struct tile_error *e)
{
  struct tile_domain d = {0};
  struct tile_input *input = NULL;
  const int code =
      tile_input_open(&input, &d, reader, e) || tile_input_arrays(input, NULL, 0, e) || tile_domain_bits(mask, &d, e)
          ? e->code
          : TILE_OK;
  tile_input_close(input);
  tile_domain_free(&d);
  return code;
}

static int read_voxels(struct tile_bits *mask, struct tile_reader *reader, struct tile_error *e)
{
  struct tile_voxels_reader *voxels = NULL;
  const int code = tile_voxels_open(&voxels, reader, e) || tile_bits_read(mask, voxels, e) ? e->code : TILE_OK;
  tile_voxels_close(voxels);
  return code;
}

static int read_mask(struct tile_bits *mask, const char *path, struct tile_error *e)
{
  struct tile_reader *reader = NULL;
  FILE *in = cli_open_input(path, e);
  if (!in)
    return e->code;
  int code = tile_reader_open(&reader, in, cli_input_name(path), e);
  if (!code) {
    const char *kind = tile_header_get(tile_reader_header(reader), "kind");
    code = (kind && !strcmp(kind, "voxels") ? read_voxels : read_domain)(mask, reader, e);
  }
  tile_reader_free(reader);
  fclose(in);
  return code;
}

static bool has_pores_outside(const struct tile_bits *b, const struct tile_bits *mask)
{
  const size_t words = b->row * (size_t)b->grid[1] * (size_t)b->grid[2];
  for (size_t i = 0; i < words; i++)
    if (b->word[i] & ~mask->word[i])
      return true;
  return false;
}

/* Where the file says how many voxels were inside its mask, another one gives wrong numbers. */
static int check_mask(const char *name, const struct tile_bits *mask, const struct tile_bits *b,
                      const struct tile_domain *d, struct tile_error *e)
{
  const int64_t inside = tile_bits_count(mask), *m = mask->grid, *n = b->grid;
  if (memcmp(m, n, sizeof b->grid) != 0)
    return tile_fail(e, TILE_REJECTED, "--mask %s: it has %lld x %lld x %lld voxels, the image %lld x %lld x %lld",
                     name, (long long)m[0], (long long)m[1], (long long)m[2], (long long)n[0], (long long)n[1],
                     (long long)n[2]);
  if (d->inside && has_pores_outside(b, mask))
    return tile_fail(e, TILE_REJECTED, "--mask %s: the image has pores outside it; crop, flip and pad both alike",
                     name);
  if (d->inside && d->inside != inside)
    cli_warn("--mask %s has %lld voxels, and the image was cut with a mask of %lld", name, (long long)inside,
             (long long)d->inside);
  return inside ? TILE_OK : tile_fail(e, TILE_REJECTED, "--mask %s: nothing is inside it", name);
}

/* ---- the sample ------------------------------------------------------------------ */

static int crop_mask(struct tile_bits *mask, const int64_t begin[3], const int64_t end[3], struct tile_error *e)
{
  struct tile_bits all = *mask;
  const int code = tile_bits_box(mask, &all, begin, end, e);
  tile_bits_free(&all);
  return code;
}

/* Without layers the image is not copied. */
static int take_sample(struct stats_inside *s, const struct tile_bits *b, const struct tile_domain *d,
                       struct tile_error *e)
{
  const int64_t end[3] = {d->grid[0] - d->pad[1], d->grid[1] - d->pad[3], d->grid[2] - d->pad[5]};
  bool layers = false;
  for (int a = 0; a < 3; a++) {
    s->begin[a] = d->pad[2 * a];
    s->grid[a] = end[a] - s->begin[a];
    if (!d->pad[2 * a] && !d->pad[2 * a + 1])
      continue;
    s->periodic &= ~(1U << a);
    layers = true;
  }
  s->bits = layers ? &s->box : b;
  if (layers && tile_bits_box(&s->box, b, s->begin, end, e))
    return e->code;
  return layers && s->mask.word ? crop_mask(&s->mask, s->begin, end, e) : TILE_OK;
}

/* Without the mask the results would be those of the box. */
static int check_known(const struct stats_inside *s, const struct tile_domain *d, struct tile_error *e)
{
  const int64_t nodes = d->grid[0] * d->grid[1] * d->grid[2];
  if (s->mask.word || !d->inside || d->inside == nodes)
    return TILE_OK;
  return tile_fail(e, TILE_USAGE,
                   "%lld of %lld voxels are inside a mask, and the file does not say which: give it with --mask, as "
                   "a voxel stream, for --two-point, --lineal-path, --rev and --anisotropy",
                   (long long)d->inside, (long long)nodes);
}

int stats_inside_make(struct stats_inside *s, const struct stats_options *o, const struct tile_bits *b,
                      const struct tile_domain *d, struct tile_error *e)
{
  *s = (struct stats_inside){.periodic = d->periodic};
  if (!o->two_point && !o->lineal_path && !o->rev && !o->anisotropy)
    return TILE_OK;
  if (o->mask && (read_mask(&s->mask, o->mask, e) || check_mask(o->mask, &s->mask, b, d, e)))
    return e->code;
  if (check_known(s, d, e) || take_sample(s, b, d, e))
    return e->code;
  s->nodes = s->mask.word ? tile_bits_count(&s->mask) : s->grid[0] * s->grid[1] * s->grid[2];
  s->part = s->nodes < b->grid[0] * b->grid[1] * b->grid[2];
  return s->nodes ? TILE_OK : tile_fail(e, TILE_REJECTED, "nothing of the sample is inside the mask");
}

const struct tile_bits *stats_mask_of(const struct stats_inside *s)
{
  return s->mask.word ? &s->mask : NULL;
}

void stats_inside_free(struct stats_inside *s)
{
  tile_bits_free(&s->box);
  tile_bits_free(&s->mask);
}
