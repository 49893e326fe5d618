/* How a payload is compressed. In most there are repetitions, and a search for them saves much. In the bits of noise
 * there are next to none, and the search takes three times as long as all else: counting which bytes are frequent saves
 * nearly as much. A sample tells. */
#define ZSTD_STATIC_LINKING_ONLY /* for the name of ZSTD_c_literalCompressionMode; a zstd without it refuses it */
#include "internal.h"

#include <zstd.h>

enum { SAMPLE = 1 << 14 }; /* bytes */

static void search(ZSTD_CCtx *zstd)
{
  ZSTD_CCtx_reset(zstd, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, 1);
}

/* Matches are looked for every 1024 bytes only, and literals are compressed all the same. */
static void hardly_search(ZSTD_CCtx *zstd)
{
  search(zstd);
  if (ZSTD_isError(ZSTD_CCtx_setParameter(zstd, ZSTD_c_literalCompressionMode, ZSTD_ps_enable)))
    return;
  ZSTD_CCtx_setParameter(zstd, ZSTD_c_targetLength, 1024);
  ZSTD_CCtx_setParameter(zstd, ZSTD_c_minMatch, 7);
}

/* Leaves the parameters as they are better. */
static void choose(ZSTD_CCtx *zstd, void *to, size_t room, const void *sample)
{
  search(zstd);
  const size_t searched = ZSTD_compress2(zstd, to, room, sample, SAMPLE);
  hardly_search(zstd);
  if (ZSTD_compress2(zstd, to, room, sample, SAMPLE) > searched + searched / 10)
    search(zstd);
}

size_t tile_compress(struct ZSTD_CCtx_s *zstd, void *to, size_t room, const void *payload, size_t length)
{
  search(zstd);
  if (length > SAMPLE)
    choose(zstd, to, room, payload);
  const size_t stored = ZSTD_compress2(zstd, to, room, payload, length);
  return ZSTD_isError(stored) || stored > length - (length + 9) / 10 ? 0 : stored;
}
