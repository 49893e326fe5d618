/* SPDX-License-Identifier: BSD-3-Clause */
/* Chooses how to compress a payload, by a sample of it. Most payloads have repetitions, and a search for matches saves
 * much. The bits of noise have almost none, and the search takes three times as long as everything else: entropy coding
 * alone saves nearly as much. Real numbers can hardly be compressed, and trying takes longer than writing them. */
#define ZSTD_STATIC_LINKING_ONLY /* declares ZSTD_c_literalCompressionMode; a zstd without it returns an error */
#include "stream.h"

#include <string.h>
#include <zstd.h>

enum { PIECES = 4, PIECE = 4096, SAMPLE = PIECES * PIECE }; /* bytes */

static void add_sample(unsigned char *sample, const unsigned char *payload, size_t length)
{
  for (size_t i = 0; i < PIECES; i++)
    memcpy(sample + i * PIECE, payload + (length - PIECE) / (PIECES - 1) * i, PIECE);
}

static void search(ZSTD_CCtx *zstd)
{
  ZSTD_CCtx_reset(zstd, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, 1);
}

/* Looks for matches every 1024 bytes only, and still compresses literals. */
static void hardly_search(ZSTD_CCtx *zstd)
{
  search(zstd);
  if (ZSTD_isError(ZSTD_CCtx_setParameter(zstd, ZSTD_c_literalCompressionMode, ZSTD_ps_enable)))
    return;
  ZSTD_CCtx_setParameter(zstd, ZSTD_c_targetLength, 1024);
  ZSTD_CCtx_setParameter(zstd, ZSTD_c_minMatch, 7);
}

static bool is_worth(size_t stored, size_t length)
{
  return !ZSTD_isError(stored) && stored <= length - (length + 9) / 10;
}

/* Sets the better parameters; false: neither saves enough. */
static bool choose(ZSTD_CCtx *zstd, void *to, size_t room, const unsigned char *payload, size_t length)
{
  unsigned char sample[SAMPLE];
  add_sample(sample, payload, length);
  hardly_search(zstd);
  const size_t hardly = ZSTD_compress2(zstd, to, room, sample, SAMPLE);
  search(zstd);
  const size_t searched = ZSTD_compress2(zstd, to, room, sample, SAMPLE);
  if (hardly <= searched + searched / 10)
    hardly_search(zstd);
  return is_worth(searched, SAMPLE) || is_worth(hardly, SAMPLE);
}

size_t tile_compress(struct ZSTD_CCtx_s *zstd, void *to, size_t room, const void *payload, size_t length)
{
  search(zstd);
  if (length > SAMPLE && !choose(zstd, to, room, payload, length))
    return 0;
  const size_t stored = ZSTD_compress2(zstd, to, room, payload, length);
  return is_worth(stored, length) ? stored : 0;
}
