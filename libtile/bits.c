#include "internal.h"

#include <stdlib.h>

void tile_bits_free(struct tile_bits *b)
{
  free(b->word);
  *b = (struct tile_bits){ 0 };
}

int64_t tile_bits_count(const struct tile_bits *b)
{
  int64_t count = 0;
  size_t words = b->row * (size_t)b->grid[1] * (size_t)b->grid[2];
  for (size_t i = 0; i < words; i++)
    count += __builtin_popcountll(b->word[i]);
  return count;
}
