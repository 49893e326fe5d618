#include "backend.h"

#include <string.h>

/* Best first. */
static const struct lbm_backend *const backends[] = {&lbm_backend_cpu};

int lbm_backend_find(const struct lbm_backend **backend, const char *name, struct tile_error *e)
{
  for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
    *backend = backends[i];
    if (!name && backends[i]->present())
      return 0;
    if (name && !strcmp(name, backends[i]->name))
      return backends[i]->present() ? 0 : tile_fail(e, TILE_FAILED, "device '%s' is not present", name);
  }
  return tile_fail(e, TILE_USAGE, "no device '%s': this program was built for cpu only", name ? name : "");
}
