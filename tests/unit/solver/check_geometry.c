/* SPDX-License-Identifier: BSD-3-Clause */
/* Which link of which node gets which boundary condition: the rule, written out here, against the boundary links of
 * solver/layout/geometry.c. */
#include "flow_made.h"
#include "boundary.h"
#include "suite.h"

/* Box of 6 x 5 x 5 with patches on five of its faces; the sixth, y-, is a resting wall. */
static const struct tile_patch patch[] = {{.name = "lid", .face = "z+"},
                                          {.name = "inlet", .face = "x-"},
                                          {.name = "outlet", .face = "x+"},
                                          {.name = "side", .face = "y+"},
                                          {.name = "floor", .face = "z-"}};
enum { PATCHES = sizeof patch / sizeof *patch };
static const int64_t grid[3] = {6, 5, 5};

/* Does link i of this node leave through this face? Face 2a: the lower one of axis a; 2a + 1: the upper one. */
static bool leaves(const int64_t at[3], int i, int face)
{
  int a = face / 2;
  return face % 2 ? at[a] + lbm_c[i][a] >= grid[a] : at[a] + lbm_c[i][a] < 0;
}

static int patch_of_face(int face)
{
  for (int p = 0; p < PATCHES; p++)
    if (2 * (patch[p].face[0] - 'x') + (patch[p].face[1] == '+') == face)
      return p;
  return -1;
}

/* The patch that owns a link: -1: none, as the link stays inside or a resting wall is there; else moving walls come
 * before other patches, and then the first patch. */
static int owner(const int64_t at[3], int i, const struct lbm_condition *condition)
{
  int moving = PATCHES, other = PATCHES;
  for (int face = 0; face < 6; face++) {
    int p = patch_of_face(face);
    if (!leaves(at, i, face))
      continue;
    if (p < 0 || condition[p].kind == LBM_AT_REST)
      return -1;
    int *best = condition[p].kind == LBM_AT_WALL ? &moving : &other;
    *best = p < *best ? p : *best;
  }
  return moving < PATCHES ? moving : other < PATCHES ? other : -1;
}

static uint32_t wanted(const int64_t at[3], int p, const struct lbm_condition *condition)
{
  uint32_t links = 0;
  for (int i = 1; i < LBM_Q; i++)
    if (owner(at, i, condition) == p)
      links |= 1u << i;
  return links;
}

/* The links that the geometry gives to patch p at this node. */
static uint32_t given(const struct lbm_geometry *g, size_t tile, int node, int p, enum lbm_condition_kind kind)
{
  uint32_t links = 0;
  for (size_t n = g->boundary_begin[tile]; n < g->boundary_begin[tile + 1]; n++) {
    const struct lbm_boundary_node *s = g->boundary + n;
    if (s->column != lbm_column(g, tile, node) || (int)s->condition != p ||
        (s->boundary != LBM_MOVING && s->boundary != LBM_PLANE))
      continue;
    ck_assert_int_eq(s->boundary, kind == LBM_AT_WALL ? LBM_MOVING : LBM_PLANE);
    if (s->boundary == LBM_PLANE)
      ck_assert_int_eq(patch_of_face(2 * s->face[0] + (s->face[1] < 0)), p);
    links |= s->links;
  }
  return links;
}

static void check_owners(struct made *m)
{
  struct lbm_geometry g;
  struct lbm_subdomain part;
  OK(m, lbm_subdomain_make(&part, &m->domain, 0, m->domain.tiles, &m->e));
  OK(m, lbm_geometry_make(&g, &part, &(struct lbm_storage){LBM_PACKED, 8, false, false, false}, m->condition,
                          LBM_WALLS_HALFWAY, &m->e));
  for (size_t t = 0; t < m->domain.tiles; t++)
    for (uint64_t mask = m->domain.mask[t]; mask; mask &= mask - 1) {
      int64_t at[3];
      int node = __builtin_ctzll(mask);
      tile_domain_node(&m->domain, t, node, at);
      for (int p = 0; p < PATCHES; p++) {
        uint32_t want = wanted(at, p, m->condition), have = given(&g, t, node, p, m->condition[p].kind);
        ck_assert_msg(want == have, "node %lld %lld %lld patch %s: links %05x, should be %05x", (long long)at[0],
                      (long long)at[1], (long long)at[2], patch[p].name, have, want);
      }
    }
  lbm_geometry_free(&g);
}

/* Every combination of conditions on five faces. */
TEST(links_have_owners)
{
  struct made m;
  made_domain(&m, box_bits(grid, (const int64_t[]){0, 0, 0}, grid),
              (struct tile_make){.patches = PATCHES, .patch = patch});
  for (int n = 0; n < 4 * 4 * 4 * 4 * 4; n++) {
    for (int p = 0, k = n; p < PATCHES; p++, k /= 4)
      m.condition[p].kind = (enum lbm_condition_kind)(k % 4);
    check_owners(&m);
  }
  made_free(&m);
}

/* Where offsets lead to: the node by its number, and the population. */
static size_t *places(const struct made *m, const struct lbm_geometry *g)
{
  size_t *at = calloc(g->values, sizeof *at), number = 0;
  for (size_t t = 0; t < m->domain.tiles; t++)
    for (uint64_t mask = m->domain.mask[t]; mask; mask &= mask - 1, number++)
      for (int i = 0; i < LBM_Q; i++)
        at[lbm_offset(g, t, __builtin_ctzll(mask), i)] = LBM_Q * number + (size_t)i;
  return at;
}

/* Random pores, periodic across seams: storage in rows, as on the CPU, and storage as on a GPU give the same
 * sources. */
LOOP_TEST(sources_do_not_depend_on_storage, LBM_LAYOUTS)
{
  const struct lbm_storage rows = {LBM_PACKED, 8, false, false, false},
                           device = {(enum lbm_layout)_i, 32, true, true, false};
  struct made m;
  struct lbm_subdomain part;
  struct lbm_geometry g, h;
  made_domain(&m, random_bits((const int64_t[]){9, 12, 11}, 0.7, 5),
              (struct tile_make){.periodic = TILE_X | TILE_Y, .offset = {1, 2, 3}});
  OK(&m, lbm_subdomain_make(&part, &m.domain, 0, m.domain.tiles, &m.e));
  OK(&m, lbm_geometry_make(&g, &part, &rows, m.condition, LBM_WALLS_HALFWAY, &m.e));
  OK(&m, lbm_geometry_make(&h, &part, &device, m.condition, LBM_WALLS_HALFWAY, &m.e));
  size_t *there = places(&m, &g), *other = places(&m, &h);
  for (size_t t = 0; t < m.domain.tiles; t++)
    for (uint64_t mask = m.domain.mask[t]; mask; mask &= mask - 1)
      for (int i = 0; i < LBM_Q; i++)
        ck_assert_uint_eq(there[lbm_source(&g, t, __builtin_ctzll(mask), i)],
                          other[lbm_source(&h, t, __builtin_ctzll(mask), i)]);
  free(there);
  free(other);
  lbm_geometry_free(&g);
  lbm_geometry_free(&h);
  lbm_subdomain_free(&part);
  made_free(&m);
}

/* A driven cavity: the links at the edges of the lid belong to the resting sides, so that no mass is created there. */
TEST(cavity_keeps_mass)
{
  struct made m;
  struct lbm_totals s;
  made_domain(&m, full_bits(6, 7, 6), (struct tile_make){.patches = 1, .patch = patch});
  m.condition[0] = (struct lbm_condition){.kind = LBM_AT_WALL, .velocity = {0.05, 0.02, 0}, .density = 0};
  made_flow(&m);
  made_step(&m, 500);
  OK(&m, lbm_totals(m.flow, &s, &m.e));
  ck_assert_double_gt(s.velocity[0], 0);
  ck_assert_double_eq_tol(s.mass, 0, 1e-12); /* rounding of 500 steps of 252 nodes */
  made_free(&m);
}

/* Links that are cut between fluid nodes bounce back: the two halves of a channel are independent. */
TEST(cut_links_bounce)
{
  struct made m;
  made_domain(&m, full_bits(4, 8, 4), (struct tile_make){.periodic = TILE_X | TILE_Z});
  struct tile_mark *mark = calloc(2 * 16, sizeof *mark);
  size_t marks = 0;
  for (size_t t = 0; t < m.domain.tiles; t++)
    for (uint16_t node = 0; node < 64; node++) {
      int64_t at[3];
      uint32_t links = 0;
      tile_domain_node(&m.domain, t, node, at);
      for (int i = 1; i < LBM_Q; i++)
        if ((at[1] == 3 && lbm_c[i][1] > 0) || (at[1] == 4 && lbm_c[i][1] < 0))
          links |= 1u << i;
      if (links)
        mark[marks++] = (struct tile_mark){(uint32_t)t, node, 0, links};
    }
  m.domain.mark = mark;
  m.domain.marks = marks;
  for (int l = 0; l < LBM_LAYOUTS; l++) {
    m.setup.layout = (enum lbm_layout)l;
    m.setup.force[0] = 1e-8;
    made_flow(&m);
    made_step(&m, 2000);
    double *field = made_fields(&m);
    /* TRT at 3/16 is exact at the nodes of a slit of 4: F/(2 nu) y (4 - y), nu = 1/6 */
    for (int y = 0; y < 8; y++) {
      double at = y % 4 + 0.5;
      ck_assert_double_eq_tol(field[4 * 4 * y + 1] / (3e-8 * at * (4 - at)), 1, 1e-10);
    }
    free(field);
  }
  made_free(&m);
}

TEST(edge_4_alone_runs)
{
  struct made m;
  made_domain(&m, full_bits(4, 4, 4), (struct tile_make){0});
  m.domain.edge = 8;
  ck_assert_int_eq(lbm_new(&m.flow, &m.domain, &m.setup, &m.e), TILE_USAGE);
  m.domain.edge = 4;
  made_free(&m);
}

/* The masks that kernels rotate, node by node; and the purpose of the orders (arrangement.h). */
TEST(orders_keep_faces_together)
{
  for (int node = 0; node < 64; node++) {
    uint64_t mask = (uint64_t)1 << node;
    for (int order = LBM_XYZ; order < LBM_ORDERS; order++, mask = lbm_next_order(mask))
      ck_assert_uint_eq(mask, (uint64_t)1 << lbm_bit((enum lbm_order)order, node & 3, node >> 2 & 3, node >> 4));
    ck_assert_uint_eq(mask, (uint64_t)1 << node);
  }
  for (int i = 1; i < LBM_Q; i++)
    for (int a = 0; a < 3; a++) {
      const int step = lbm_bit(lbm_order(i), a == 0, a == 1, a == 2);
      ck_assert_msg(step != 1 || lbm_c[i][a] == 0 || lbm_c[i][2], "population %d moves along its first axis", i);
      ck_assert_msg(step != 16 || lbm_c[i][a] != 0, "population %d stays along its last axis", i);
      ck_assert_msg(a != 2 || !lbm_c[i][2] || step == 16, "population %d crosses faces of z in pieces", i);
    }
}

int main(void)
{
  return run_tests("geometry", 60, CK_FORK_GETENV);
}
