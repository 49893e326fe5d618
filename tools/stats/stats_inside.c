/* SPDX-License-Identifier: BSD-3-Clause */
/* Where pores are measured: inside the mask of --mask; correlations, windows and directions without the layers that were
 * added to the image. */
#include "bit_rows.h"
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

static size_t words_of(const struct tile_bits *b)
{
  return b->row * (size_t)b->grid[1] * (size_t)b->grid[2];
}

/* Whether there were any. */
static bool clear_outside(struct tile_bits *b, const struct tile_bits *mask)
{
  uint64_t outside = 0;
  for (size_t i = 0; i < words_of(b); i++) {
    outside |= b->word[i] & ~mask->word[i];
    b->word[i] &= mask->word[i];
  }
  return outside;
}

/* Where the file says how many voxels were inside its mask, another one gives wrong numbers. */
static int apply_mask(const char *name, const struct tile_bits *mask, struct tile_bits *b, const struct tile_domain *d,
                      struct tile_error *e)
{
  const int64_t inside = tile_bits_count(mask), *m = mask->grid, *n = b->grid;
  if (memcmp(m, n, sizeof b->grid) != 0)
    return tile_fail(e, TILE_REJECTED,
                     "--mask %s: it has %lld x %lld x %lld voxels, the image %lld x %lld x %lld: tessera voxelize "
                     "--mask-output writes the one that fits",
                     name, (long long)m[0], (long long)m[1], (long long)m[2], (long long)n[0], (long long)n[1],
                     (long long)n[2]);
  if (clear_outside(b, mask) && d->inside)
    return tile_fail(e, TILE_REJECTED,
                     "--mask %s: the image has pores outside it: tessera voxelize "
                     "--mask-output writes the one that fits",
                     name);
  if (d->inside && d->inside != inside)
    cli_warn("--mask %s has %lld voxels, and the image was cut with a mask of %lld", name, (long long)inside,
             (long long)d->inside);
  return inside ? TILE_OK : tile_fail(e, TILE_REJECTED, "--mask %s: nothing is inside it", name);
}

/* ---- the sample ------------------------------------------------------------------ */

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
  s->mask = layers && s->whole ? &s->mask_box : s->whole;
  if (layers && tile_bits_box(&s->box, b, s->begin, end, e))
    return e->code;
  return layers && s->whole ? tile_bits_box(&s->mask_box, s->whole, s->begin, end, e) : TILE_OK;
}

/* Without the mask the results would be those of the box. */
static int check_known(const struct stats_inside *s, const struct tile_domain *d, struct tile_error *e)
{
  const int64_t nodes = d->grid[0] * d->grid[1] * d->grid[2];
  if (s->whole || !d->inside || d->inside == nodes)
    return TILE_OK;
  return tile_fail(e, TILE_USAGE,
                   "%lld of %lld voxels are inside a mask, and the file does not say which: add --mask-output mask.vox "
                   "to tessera voxelize --mask, and --mask mask.vox here",
                   (long long)d->inside, (long long)nodes);
}

/* ---- the core -------------------------------------------------------------------- */

/* Faces to the outside belong to the pores or to the solid, as those of the mask do: without them each wall counts
 * twice. */
static int measure_core(struct stats_inside *s, struct tile_error *e)
{
  struct tile_bits solid = *s->bits;
  struct tile_texture of_solid = {0};
  solid.word = tile_alloc(words_of(&solid), sizeof *solid.word);
  if (!solid.word)
    return tile_fail_memory(e, words_of(&solid) * sizeof *solid.word, "the solid inside the mask");
  for (size_t i = 0; i < words_of(&solid); i++)
    solid.word[i] = s->mask->word[i] & ~s->bits->word[i];
  const int code = tile_texture_make(&s->texture, s->bits, e) || tile_texture_make(&s->of_mask, s->mask, e) ||
                           tile_texture_make(&of_solid, &solid, e)
                       ? e->code
                       : TILE_OK;
  s->surface = (s->texture.surface + of_solid.surface - s->of_mask.surface) / 2;
  s->pores = tile_bits_count(s->bits);
  tile_texture_free(&of_solid);
  free(solid.word);
  return code;
}

int stats_inside_make(struct stats_inside *s, const struct stats_options *o, struct tile_bits *b,
                      const struct tile_domain *d, struct tile_error *e)
{
  *s = (struct stats_inside){.periodic = d->periodic};
  if (o->mask && (read_mask(&s->read, o->mask, e) || apply_mask(o->mask, &s->read, b, d, e)))
    return e->code;
  s->whole = o->mask ? &s->read : NULL;
  if (check_known(s, d, e) || take_sample(s, b, d, e))
    return e->code;
  s->nodes = s->mask ? tile_bits_count(s->mask) : s->grid[0] * s->grid[1] * s->grid[2];
  s->part = s->nodes < b->grid[0] * b->grid[1] * b->grid[2];
  if (!s->nodes)
    return tile_fail(e, TILE_REJECTED, "nothing of the sample is inside the mask");
  return s->mask ? measure_core(s, e) : TILE_OK;
}

void stats_inside_free(struct stats_inside *s)
{
  tile_bits_free(&s->box);
  tile_bits_free(&s->read);
  tile_bits_free(&s->mask_box);
  tile_texture_free(&s->texture);
  tile_texture_free(&s->of_mask);
}
