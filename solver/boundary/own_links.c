/* SPDX-License-Identifier: BSD-3-Clause */
#include "boundary.h"

/* A link in the marks of several patches belongs to a wall at rest, if one is among them, else to a moving wall, else
 * to the first patch. A thin wall counts as a wall at rest. */
static int precedence(const struct tile_mark *m, const struct lbm_condition *condition)
{
  static const int of[LBM_CONDITIONS] = {[LBM_AT_REST] = 2, [LBM_AT_WALL] = 1}; /* all others: 0 */
  return m->patch ? of[condition[m->patch - 1].kind] : of[LBM_AT_REST];
}

uint32_t lbm_own_links(const struct tile_mark *mark, size_t marks, size_t m, const struct lbm_condition *condition)
{
  uint32_t links = mark[m].links;
  int mine = precedence(mark + m, condition);
  for (size_t o = 0; o < marks; o++) {
    int other = precedence(mark + o, condition);
    if (o != m && (other > mine || (other == mine && mark[o].patch < mark[m].patch)))
      links &= ~mark[o].links;
  }
  return links;
}
