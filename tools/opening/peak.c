#include "words.h"

#include <math.h>
#include <string.h>

/* In these units a physical value is what it is in SI units. */
static const struct lbm_units si = {.dx = 1, .dt = 1, .density = 1};

static double largest(const struct opening *o)
{
  struct waveform w;
  double most = 0;
  waveform_read(&w, o->set, o->word[0], o->word + 1, o->words - 1);
  for (int n = 0; *w.unit[1] && n < w.points; n++)
    most = fmax(most, fabs(w.value[n]));
  if (most > 0)
    most *= opening_number(o, "1", w.unit[1], o->kind);
  waveform_free(&w);
  return most;
}

/* The value of one quantity, or the largest one of a curve; 0 without a unit, and where opening_set refuses the words. */
static double value_of(const struct opening *o)
{
  struct cli_quantity q;
  struct tile_error e;
  if (!cli_quantity(&q, o->word[0], &e))
    return q.physical ? fabs(opening_value(o, &q, o->kind)) : 0;
  for (int i = 1; i < o->words; i++)
    if (!waveform_is_unit(o->word[i]))
      return 0;
  return strchr("+-.0123456789", *o->word[0]) ? 0 : largest(o);
}

static double length_of(const struct opening *o)
{
  double square = 0;
  for (int a = 0; a < o->words; a++) {
    struct cli_quantity q;
    struct tile_error e;
    if (!cli_quantity(&q, o->word[a], &e) && q.physical && cli_is(&q, 1, -1, 0))
      square += q.value * q.value;
  }
  return sqrt(square);
}

double opening_peak(const char *set, const char *text, const struct tile_domain *d, int patch)
{
  /* the largest speed by the mean: of developed flow in a round opening, and of one that oscillates slowly in it */
  static const double fastest[PROFILES] = {1, 1, 2, 2};
  static const char parabola[] = "parabola=";
  struct lbm_parameters parameters = {.units = si};
  struct opening o = {.set = set, .kind = opening_kind(text), .parameters = &parameters, .domain = d, .patch = patch};
  const bool is_parabola = !strncmp(text, parabola, sizeof parabola - 1);
  if (!is_parabola && (!o.kind || o.kind == opening_kinds + PRESSURE))
    return 0;
  opening_split(&o, text + strcspn(text, "=") + 1);
  if (is_parabola)
    return length_of(&o);
  opening_take_profile(&o);
  if (opening_has_components(&o))
    return length_of(&o);
  const double area = o.kind == opening_kinds + FLOW ? opening_area(d, patch) * d->dx * d->dx : 1;
  return fastest[o.profile] * value_of(&o) / area;
}
