/* Programs that load the library may have a locale with a decimal comma; files and messages have a decimal point. */
#include "config.h"
#include "stream.h"

void tile_decimal_begin(struct tile_decimal *d)
{
  d->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  d->before = uselocale(d->plain);
}

void tile_decimal_end(const struct tile_decimal *d)
{
  uselocale(d->before);
  if (d->plain)
    freelocale(d->plain);
}
