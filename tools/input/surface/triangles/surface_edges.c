/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds shells, and triangles that do not face like their neighbours. */
#include "edges.h"
#include "surface_outer.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

struct join {
  struct surface *s;
  uint32_t *partner;      /* of each side: the side of the only other triangle at its edge */
  uint32_t *stack;        /* triangles whose neighbours are to be visited; in the end all triangles of one shell */
  unsigned char *reached; /* for each triangle: 1, or 2 if it faces against the first one of its shell */
  struct shell *shell;    /* s->report.shells of them */
  size_t room;
  uint32_t *of; /* shell of each triangle */
};

/* A common side runs in opposite directions in two triangles that face alike. Returns the number of triangles of the
 * shell. */
static size_t spread(struct join *j, uint32_t first)
{
  size_t count = 1;
  j->stack[0] = first;
  j->reached[first] = 1;
  for (size_t done = 0; done < count; done++)
    for (uint32_t k = 0; k < 3; k++) {
      const uint32_t half = 3 * j->stack[done] + k, other = j->partner[half];
      if (other == EDGES_NONE || j->reached[other / 3])
        continue;
      const bool alike = edges_rises(j->s, half) != edges_rises(j->s, other);
      const unsigned char here = j->reached[half / 3];
      j->reached[other / 3] = alike ? here : (unsigned char)(3 - here);
      j->stack[count++] = other / 3;
    }
  return count;
}

static double area_of(const struct surface *s, uint32_t triangle)
{
  double n[3], d[2][3];
  for (int k = 0; k < 2; k++)
    for (int a = 0; a < 3; a++)
      d[k][a] = (double)s->vertex[s->triangle[triangle][k + 1]][a] - (double)s->vertex[s->triangle[triangle][0]][a];
  tile_cross(n, d[0], d[1]);
  return tile_length(n);
}

static void turn(struct surface *s, uint32_t triangle)
{
  const uint32_t swap = s->triangle[triangle][1];
  s->triangle[triangle][1] = s->triangle[triangle][2];
  s->triangle[triangle][2] = swap;
}

/* Turns those triangles of a shell that have less area than the others. */
static void turn_shell(struct join *j, size_t count)
{
  double area[3] = {0};
  for (size_t i = 0; i < count; i++)
    area[j->reached[j->stack[i]]] += area_of(j->s, j->stack[i]);
  const int wrong = area[2] > area[1] ? 1 : 2;
  for (size_t i = 0; i < count; i++)
    if (j->reached[j->stack[i]] == wrong)
      j->reached[j->stack[i]] = 4; /* turned only at the end: the sides of neighbours are compared as they were */
}

/* Six times the volume of the tetrahedron from a corner of the shell. */
static double volume_of(const struct surface *s, const int32_t *from, uint32_t triangle)
{
  double r[3][3], volume = 0;
  for (int k = 0; k < 3; k++)
    for (int a = 0; a < 3; a++)
      r[k][a] = (double)s->vertex[s->triangle[triangle][k]][a] - (double)from[a];
  for (int a = 0; a < 3; a++)
    volume += r[0][a] * (r[1][(a + 1) % 3] * r[2][(a + 2) % 3] - r[1][(a + 2) % 3] * r[2][(a + 1) % 3]);
  return volume;
}

static void extend(struct shell *shell, const struct surface *s, uint32_t triangle)
{
  for (int k = 0; k < 3; k++)
    for (int a = 0; a < 3; a++) {
      const int32_t at = s->vertex[s->triangle[triangle][k]][a];
      shell->low[a] = at < shell->low[a] ? at : shell->low[a];
      shell->high[a] = at > shell->high[a] ? at : shell->high[a];
    }
}

/* Measures a shell after its triangles have been turned. */
static struct shell measure(const struct join *j, size_t count)
{
  const struct surface *s = j->s;
  const int32_t *from = s->vertex[s->triangle[*j->stack][0]];
  struct shell shell = {.closed = true};
  memcpy(shell.low, from, sizeof shell.low);
  memcpy(shell.high, from, sizeof shell.high);
  for (size_t i = 0; i < count; i++) {
    const uint32_t t = j->stack[i];
    shell.volume += (j->reached[t] == 4 ? -1 : 1) * volume_of(s, from, t);
    extend(&shell, s, t);
    for (uint32_t k = 0; k < 3; k++)
      shell.closed = shell.closed && j->partner[3 * t + k] != EDGES_NONE;
  }
  return shell;
}

static int add_shell(struct join *j, size_t count, struct tile_error *e)
{
  const size_t n = j->s->report.shells;
  if (tile_reserve(&j->shell, &j->room, n + 1, sizeof *j->shell, "the shells of a surface", e))
    return e->code;
  j->shell[n] = measure(j, count);
  for (size_t i = 0; i < count; i++)
    j->of[j->stack[i]] = (uint32_t)n;
  j->s->report.shells++;
  return TILE_OK;
}

static int join_shells(struct join *j, struct tile_error *e)
{
  for (uint32_t i = 0; i < j->s->triangles; i++)
    if (!j->reached[i]) {
      const size_t count = spread(j, i);
      turn_shell(j, count);
      if (add_shell(j, count, e))
        return e->code;
    }
  if (surface_turn_outer(j->shell, j->s->report.shells, e))
    return e->code;
  for (uint32_t i = 0; i < j->s->triangles; i++)
    if ((j->reached[i] == 4) != j->shell[j->of[i]].turned) {
      turn(j->s, i);
      j->s->report.flipped++;
    }
  return TILE_OK;
}

int surface_join(struct surface *s, struct tile_error *e)
{
  struct edges t;
  struct join j = {s,
                   tile_alloc(s->triangles, 3 * sizeof *j.partner),
                   tile_alloc(s->triangles, sizeof *j.stack),
                   tile_alloc(s->triangles, 1),
                   NULL,
                   0,
                   tile_alloc(s->triangles, sizeof *j.of)};
  int code = edges_make(&t, s, e);
  if (!code && (!j.partner || !j.stack || !j.reached || !j.of))
    code = tile_fail_memory(e, s->triangles * 21, "the shells of a surface");
  if (!code) {
    edges_partners(&t, s, j.partner);
    edges_free(&t);
    code = join_shells(&j, e);
  }
  edges_free(&t);
  free(j.partner);
  free(j.stack);
  free(j.reached);
  free(j.shell);
  free(j.of);
  return code;
}
