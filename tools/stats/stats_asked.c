/* Measures of pores: what options ask for. */
#include "stats_pores.h"

#include <math.h>
#include <string.h>

struct stats_pores_asked stats_asked = {.contact_angle = 140};

int stats_faces(void *to, const char *value, struct tile_error *e)
{
  unsigned faces = 0;
  for (const char *at = value; *at; at += *at == ',') {
    const char *axis = strchr("xyz", *at);
    if (!axis || (at[1] != '-' && at[1] != '+') || (at[2] && at[2] != ','))
      return tile_fail(e, TILE_USAGE, "expected faces such as z- or x-,x+");
    faces |= 1U << (axis - strchr("xyz", 'x') + (at[1] == '+' ? 3 : 0));
    at += 2;
    if (*at == ',' && !at[1])
      return tile_fail(e, TILE_USAGE, "expected a face after the comma");
  }
  *(unsigned *)to = faces;
  return faces ? 0 : tile_fail(e, TILE_USAGE, "expected faces such as z- or x-,x+");
}

int stats_phase(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {"pores", "solid"};
  int found;
  if (cli_word(&found, value, names, 2, e))
    return e->code;
  *(bool *)to = found == 1;
  return 0;
}

bool stats_asks_curves(void)
{
  const struct stats_pores_asked *a = &stats_asked;
  return a->thickness || a->intrusion || a->two_point || a->lineal_path || a->rev || a->network;
}

bool stats_asks_pores(void)
{
  return stats_asked.anisotropy || stats_asks_curves();
}

static bool asks_phase(void)
{
  const struct stats_pores_asked *a = &stats_asked;
  return a->thickness || a->intrusion || a->two_point || a->lineal_path || a->anisotropy || a->network;
}

void stats_check_pores(void)
{
  const struct stats_pores_asked *a = &stats_asked;
  if (a->solid && !asks_phase())
    cli_usage("--of names the phase of --thickness, --intrusion, --two-point, --lineal-path, --anisotropy or "
              "--network: give one of them");
  if (a->mask && !a->two_point && !a->lineal_path && !a->rev && !a->anisotropy)
    cli_usage("--mask is for --two-point, --lineal-path, --rev and --anisotropy: give one of them");
  if ((a->trapping || a->tension.given) && !a->intrusion)
    cli_usage("--trapping and --tension belong to --intrusion");
  if (a->tension.given && a->tension.physical && !cli_is(&a->tension, 0, -2, 1))
    cli_usage("--tension %s: expected a surface tension such as 0.48N/m", a->tension.text);
  if (a->tension.given && !(a->tension.value > 0))
    cli_usage("--tension %s: it must be positive", a->tension.text);
  if (!(a->contact_angle >= 0 && a->contact_angle <= 180 && fabs(cos(a->contact_angle * M_PI / 180)) > 1e-6))
    cli_usage("--contact-angle %g: expected 0 to 180 degrees, and not 90, where there is no capillary pressure",
              a->contact_angle);
}

static void check_lag(const char *option, int64_t lag, const int64_t grid[3])
{
  int64_t longest = grid[0] > grid[1] ? grid[0] : grid[1];
  longest = grid[2] > longest ? grid[2] : longest;
  if (lag && lag >= longest)
    cli_usage("%s %lld: the longest side of the image has %lld voxels, and so distances up to %lld", option,
              (long long)lag, (long long)longest, (long long)longest - 1);
}

void stats_check_lags(const struct tile_domain *d)
{
  int64_t grid[3];
  for (int a = 0; a < 3; a++)
    grid[a] = d->grid[a] - d->pad[2 * a] - d->pad[2 * a + 1];
  check_lag("--two-point", stats_asked.two_point, grid);
  check_lag("--lineal-path", stats_asked.lineal_path, grid);
}
