/* SPDX-License-Identifier: BSD-3-Clause */
/* The digest, see tessera-tile(5), Digest. Units are hashed one by one and their hashes added, so that their order has
 * no influence and none needs to be stored. */
#include "stream.h"
#include "shared_file.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { PREFIX = 16, SMALL = 256, WORTH_THREADS = 4096 /* units */ };

struct tile_digest {
  unsigned __int128 sum;
  uint64_t units;
  XXH3_state_t *state;
};

int tile_digest_new(struct tile_digest **to, struct tile_error *e)
{
  struct tile_digest *d = tile_alloc(1, sizeof *d);
  *to = d;
  if (d)
    d->state = XXH3_createState();
  if (d && d->state)
    return TILE_OK;
  free(d);
  *to = NULL;
  return tile_fail_memory(e, sizeof *d, "the digest");
}

void tile_digest_free(struct tile_digest *d)
{
  if (!d)
    return;
  XXH3_freeState(d->state);
  free(d);
}

static void prefix(unsigned char to[PREFIX], const char tag[4], const int32_t at[3])
{
  memcpy(to, tag, 4);
  memcpy(to + 4, at, 12);
}

static void add(struct tile_digest *d, XXH128_hash_t hash)
{
  d->sum += (unsigned __int128)hash.high64 << 64 | hash.low64;
  d->units++;
}

void tile_digest_begin(struct tile_digest *d, const char tag[4], const int32_t at[3])
{
  unsigned char head[PREFIX];
  prefix(head, tag, at);
  XXH3_128bits_reset(d->state);
  XXH3_128bits_update(d->state, head, PREFIX);
}

void tile_digest_add(struct tile_digest *d, const void *data, size_t length)
{
  XXH3_128bits_update(d->state, data, length);
}

void tile_digest_end(struct tile_digest *d)
{
  add(d, XXH3_128bits_digest(d->state));
}

static XXH128_hash_t hash_small(const char tag[4], const int32_t at[3], const void *data, size_t length)
{
  unsigned char whole[PREFIX + SMALL];
  prefix(whole, tag, at);
  memcpy(whole + PREFIX, data, length);
  return XXH3_128bits(whole, PREFIX + length);
}

int tile_digest_unit(struct tile_digest *d, const char tag[4], const int32_t at[3], const void *data, size_t length,
                     struct tile_error *e)
{
  (void)e;
  if (length <= SMALL) { /* most units: the same hash, faster than with a state */
    add(d, hash_small(tag, at, data, length));
    return TILE_OK;
  }
  tile_digest_begin(d, tag, at);
  tile_digest_add(d, data, length);
  tile_digest_end(d);
  return TILE_OK;
}

void tile_digest_units(struct tile_digest *d, const char tag[4], const int32_t (*at)[3], const void *data,
                       size_t length, size_t count)
{
  struct tile_digest part = {0};
  const char *of = data;
  struct tile_error e;
  for (size_t i = 0; i < count && length > SMALL; i++)
    tile_digest_unit(d, tag, at[i], of + i * length, length, &e);
  if (length > SMALL)
    return;
#pragma omp parallel firstprivate(part) if (count > WORTH_THREADS)
  {
#pragma omp for schedule(static)
    for (size_t i = 0; i < count; i++)
      add(&part, hash_small(tag, at[i], of + i * length, length));
#pragma omp critical(tile_digest)
    {
      d->sum += part.sum;
      d->units += part.units;
    }
  }
}

/* ---- several processes ---- */

void tile_digest_clear(struct tile_digest *d)
{
  d->sum = 0;
  d->units = 0;
}

struct sums {
  unsigned __int128 sum;
  uint64_t units;
};

static void add_sums(void *of_digest, void *of_all)
{
  const struct tile_digest *d = of_digest;
  struct sums *all = of_all;
  all->sum += d->sum;
  all->units += d->units;
}

void tile_digest_join(struct tile_digest *d, const struct tile_communicator *c)
{
  struct sums all = {0};
  c->carry(&all, sizeof all, add_sums, d);
  d->sum = all.sum;
  d->units = all.units;
}

/* ---- header ---- */

/* The storage of voxels has no influence. */
static bool counts(const char *key)
{
  return strcmp(key, "bits") && strcmp(key, "classes");
}

static int by_key(const void *a, const void *b)
{
  return strcmp((*(const struct tile_key *const *)a)->key, (*(const struct tile_key *const *)b)->key);
}

static void print_sorted(FILE *out, const struct tile_header *h, const struct tile_key **sorted)
{
  for (size_t i = 0; i < h->count; i++)
    sorted[i] = &h->keys[i];
  qsort(sorted, h->count, sizeof *sorted, by_key);
  for (size_t i = 0; i < h->count; i++)
    if (counts(sorted[i]->key)) {
      fprintf(out, "%s: ", sorted[i]->key);
      tile_value_print(out, sorted[i]->value);
      fputc('\n', out);
    }
}

/* One line for each key, sorted; released with free(3). NULL: no memory. */
static char *canonical_text(const struct tile_header *h, size_t *length)
{
  char *text = NULL;
  const struct tile_key **sorted = tile_alloc(h->count, sizeof(void *));
  FILE *out = sorted ? open_memstream(&text, length) : NULL;
  if (out)
    print_sorted(out, h, sorted);
  free(sorted);
  if (!tile_text_end(out, &text)) {
    free(text);
    text = NULL;
  }
  return text;
}

int tile_digest_finish(struct tile_digest *d, const struct tile_header *h, char hex[33], struct tile_error *e)
{
  size_t length;
  char *text = canonical_text(h, &length);
  if (!text)
    return tile_fail_memory(e, 0, "the digest");
  XXH3_128bits_reset(d->state);
  XXH3_128bits_update(d->state, text, length);
  XXH3_128bits_update(d->state, &d->units, sizeof d->units);
  XXH3_128bits_update(d->state, &d->sum, sizeof d->sum);
  free(text);
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, XXH3_128bits_digest(d->state));
  for (int i = 0; i < TILE_DIGEST; i++)
    snprintf(hex + 2 * i, 3, "%02x", bytes.digest[i]);
  return TILE_OK;
}
