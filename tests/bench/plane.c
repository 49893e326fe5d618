/* Two dimensions in tiles of 16 x 16 nodes with D2Q9, in the two ways of T. Tomczak & R. G. Szafran, Sparse geometries handling
 * in lattice Boltzmann method implementation for graphic processors: two copies, from which tiles gather; and one copy, within
 * which a tile scatters, with ghost buffers at its edges that are read and written in turn. BGK, quasi-compressible, fp64,
 * half-way walls, also at the faces of the picture.
 *
 *   plane FILE NX NY      million updates of non-solid nodes per second, and bytes a node; FILE: one byte a pixel, 0 is solid
 *   plane check           both ways give the bits of a naive one
 *
 * tessera-run takes 4 x 4 x 4 tiles and D3Q19 for one slice: a measurement of what other tiles and nine populations would gain. */
#include "bandwidth.h"

#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Q = 9, EDGE = 16, NODES = EDGE * EDGE, LANES = 8, SLOTS = 12, MARGIN = 2 * EDGE };
typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t flags __attribute__((vector_size(LANES * sizeof(int64_t))));
#define INLINE static inline __attribute__((always_inline))
#define EACH_DIRECTION(i) _Pragma("GCC unroll 9") for (int i = 0; i < Q; i++)

static const int c[Q][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
static const int opposite[Q] = {0, 2, 1, 4, 3, 6, 5, 8, 7};
static const double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
static const double RATE = 1 / 0.8;

enum way { TWO_COPIES, GHOST_BUFFERS, WAYS };
static const char *const way_names[WAYS] = {"two copies", "ghost buffers"};

struct picture {
  int nx, ny;
  unsigned char *fluid;
};

struct tile {
  int32_t near[3][3]; /* tiles around, [1 + dy][1 + dx]; where there is none that behind the last, which is zero */
  uint16_t blocked[Q][EDGE]; /* of each row, nodes to which no fluid node sends: they get their own back */
};

struct plane {
  const struct picture *picture;
  int tx, ty;
  size_t tiles, fluid;
  int32_t *at; /* tile x + tx y */
  struct tile *tile;
  double *f[2];     /* tile, direction, row; post-collision of the last step, or (ghost buffers) as they arrive */
  double *ghost[2]; /* tile, slot, node of the edge */
};

/* ---- a node --------------------------------------------------------------------------- */

/* h_i = f_i - w_i. */
INLINE void collide(lanes f[Q])
{
  const lanes none = {0};
  lanes rho = none, j[2] = {none, none};
  EACH_DIRECTION(i)
  {
    rho += f[i];
    for (int a = 0; a < 2; a++)
      if (c[i][a])
        j[a] += c[i][a] > 0 ? f[i] : -f[i];
  }
  const lanes r = 1 + rho, u[2] = {j[0] / r, j[1] / r}, base = rho - 1.5 * (j[0] * u[0] + j[1] * u[1]);
  EACH_DIRECTION(i)
  {
    const lanes cj = c[i][0] * j[0] + c[i][1] * j[1], cu = c[i][0] * u[0] + c[i][1] * u[1];
    f[i] += RATE * (weight[i] * (base + 3 * cj + 4.5 * cj * cu) - f[i]);
  }
}

INLINE lanes load(const double *from)
{
  lanes v;
  memcpy(&v, from, sizeof v);
  return v;
}

INLINE void store(double *to, lanes v)
{
  memcpy(to, &v, sizeof v);
}

/* Where a bit of `bits` is set `yes`. */
INLINE lanes choose(unsigned bits, lanes yes, lanes no)
{
  const flags lane = {1, 2, 4, 8, 16, 32, 64, 128}, set = (((flags){0} + (int64_t)bits) & lane) != 0;
  return (lanes)(((flags)yes & set) | ((flags)no & ~set));
}

/* ---- tiles ------------------------------------------------------------------------------ */

static bool is_fluid(const struct picture *p, int x, int y)
{
  return x >= 0 && y >= 0 && x < p->nx && y < p->ny && p->fluid[(size_t)y * (size_t)p->nx + (size_t)x];
}

static bool holds_fluid(const struct picture *p, int x, int y)
{
  for (int n = 0; n < NODES; n++)
    if (is_fluid(p, x * EDGE + n % EDGE, y * EDGE + n / EDGE))
      return true;
  return false;
}

static int32_t tile_at(const struct plane *p, int x, int y)
{
  const int32_t t = x < 0 || y < 0 || x >= p->tx || y >= p->ty ? -1 : p->at[x + p->tx * y];
  return t < 0 ? (int32_t)p->tiles : t;
}

static void make_tile(struct plane *p, struct tile *t, int x, int y)
{
  for (int dy = 0; dy < 3; dy++)
    for (int dx = 0; dx < 3; dx++)
      t->near[dy][dx] = tile_at(p, x + dx - 1, y + dy - 1);
  for (int n = 0; n < NODES; n++) {
    const int nx = x * EDGE + n % EDGE, ny = y * EDGE + n / EDGE;
    const bool here = is_fluid(p->picture, nx, ny);
    p->fluid += here;
    for (int i = 0; i < Q; i++)
      if (!here || !is_fluid(p->picture, nx - c[i][0], ny - c[i][1]))
        t->blocked[i][n / EDGE] |= (uint16_t)(1u << n % EDGE);
  }
}

static int make_tiles(struct plane *p)
{
  const size_t all = (size_t)p->tx * (size_t)p->ty;
  p->at = malloc(all * sizeof *p->at);
  if (!p->at)
    return 1;
  for (size_t n = 0; n < all; n++)
    p->at[n] = holds_fluid(p->picture, (int)n % p->tx, (int)n / p->tx) ? (int32_t)p->tiles++ : -1;
  p->tile = calloc(p->tiles, sizeof *p->tile);
  for (size_t n = 0; n < all && p->tile; n++)
    if (p->at[n] >= 0)
      make_tile(p, p->tile + p->at[n], (int)n % p->tx, (int)n / p->tx);
  return !p->tile;
}

/* At rest; the threads that update a tile put it there. */
static double *open_array(const struct plane *p, size_t each)
{
  const size_t count = (p->tiles + 1) * each + 2 * MARGIN;
  double *a = aligned_alloc(64, (count * sizeof *a + 63) / 64 * 64);
#pragma omp parallel for schedule(static)
  for (size_t t = 0; t < p->tiles + 1; t++)
    for (size_t n = 0; n < each && a; n++)
      a[MARGIN + t * each + n] = 0;
  return a ? a + MARGIN : NULL;
}

static int open_plane(struct plane *p, const struct picture *picture, enum way way)
{
  *p = (struct plane){.picture = picture, .tx = (picture->nx + EDGE - 1) / EDGE, .ty = (picture->ny + EDGE - 1) / EDGE};
  int code = make_tiles(p);
  for (int k = 0; k < 2 && !code; k++) {
    if (k == 0 || way == TWO_COPIES)
      code = !(p->f[k] = open_array(p, Q * NODES));
    if (way == GHOST_BUFFERS)
      code = code || !(p->ghost[k] = open_array(p, SLOTS * EDGE));
  }
  return code;
}

static void close_plane(struct plane *p)
{
  for (int k = 0; k < 2; k++) {
    free(p->f[k] ? p->f[k] - MARGIN : NULL);
    free(p->ghost[k] ? p->ghost[k] - MARGIN : NULL);
  }
  free(p->at);
  free(p->tile);
}

/* ---- two copies --------------------------------------------------------------------------- */

/* Direction i of half a row, from the node that sends it: in this tile, or in one beside it. */
INLINE lanes gather(const double *const base[3][3], int i, int y, int half)
{
  const int from = y - c[i][1], row = from < 0 ? 0 : from < EDGE ? 1 : 2;
  const size_t at = (size_t)i * NODES + (size_t)(from & (EDGE - 1)) * EDGE;
  lanes v = load(base[row][1] + at + half * LANES - c[i][0]);
  if (c[i][0] == 1 && half == 0)
    v[0] = base[row][0][at + EDGE - 1];
  if (c[i][0] == -1 && half == 1)
    v[LANES - 1] = base[row][2][at];
  return v;
}

static void gather_tile(const struct plane *p, const double *from, double *to, size_t t)
{
  const struct tile *tile = p->tile + t;
  const double *base[3][3], *own = from + t * Q * NODES;
  lanes f[Q];
  for (int n = 0; n < 9; n++)
    base[n / 3][n % 3] = from + (size_t)tile->near[n / 3][n % 3] * Q * NODES;
  for (int y = 0; y < EDGE; y++)
    _Pragma("GCC unroll 2") for (int half = 0; half < 2; half++)
    {
      const size_t at = (size_t)(y * EDGE + half * LANES);
      EACH_DIRECTION(i)
      f[i] = choose(tile->blocked[i][y] >> half * LANES & 0xff, load(own + (size_t)opposite[i] * NODES + at),
                    gather(base, i, y, half));
      collide(f);
      EACH_DIRECTION(i) store(to + (t * Q + (size_t)i) * NODES + at, f[i]);
    }
}

/* ---- one copy and ghost buffers ------------------------------------------------------------- */

/* What leaves through a column (E or W edge) and through a row (N or S); diagonals are in both. */
static const int column_slot[Q] = {-1, 0, 3, -1, -1, 1, 4, 2, 5}, row_slot[Q] = {-1, -1, -1, 6, 9, 7, 10, 11, 8};

static const double *slot_of(const double *ghost, int32_t tile, int slot)
{
  return ghost + ((size_t)tile * SLOTS + (size_t)slot) * EDGE;
}

/* The row into which direction i comes from the tile below or above; its end, if diagonal, from a column. */
INLINE void bring_row(const struct tile *t, const double *ghost, double *own, int i)
{
  const int y = c[i][1] > 0 ? 0 : EDGE - 1;
  const double *from = slot_of(ghost, t->near[1 - c[i][1]][1], row_slot[i]);
  double *to = own + i * NODES + y * EDGE;
  for (int half = 0; half < 2; half++)
    store(to + half * LANES, choose(t->blocked[i][y] >> half * LANES & 0xff, load(to + half * LANES),
                                    load(from + half * LANES - c[i][0])));
}

INLINE void bring_column(const struct tile *t, const double *ghost, double *own, int i)
{
  const int x = c[i][0] > 0 ? 0 : EDGE - 1;
  for (int y = 0; y < EDGE; y++) {
    const int from = y - c[i][1], row = from < 0 ? 0 : from < EDGE ? 1 : 2;
    if (!(t->blocked[i][y] >> x & 1))
      own[i * NODES + y * EDGE + x] = slot_of(ghost, t->near[row][1 - c[i][0]], column_slot[i])[from & (EDGE - 1)];
  }
}

/* `left`: what leaves the nodes. */
INLINE void send(const double *left, double *ghost, size_t t, int i)
{
  double *column = ghost + (t * SLOTS + (size_t)(column_slot[i] < 0 ? 0 : column_slot[i])) * EDGE;
  double *row = ghost + (t * SLOTS + (size_t)(row_slot[i] < 0 ? 0 : row_slot[i])) * EDGE;
  for (int y = 0; y < EDGE && column_slot[i] >= 0; y++)
    column[y] = left[y * EDGE + (c[i][0] > 0 ? EDGE - 1 : 0)];
  if (row_slot[i] >= 0)
    memcpy(row, left + (c[i][1] > 0 ? EDGE - 1 : 0) * EDGE, EDGE * sizeof *row);
}

/* Within the tile; what arrives from others is brought in the next step. */
INLINE void scatter(const struct tile *t, double left[Q][NODES + 2 * MARGIN], double *own, int i)
{
  const double *back = left[opposite[i]] + MARGIN, *on = left[i] + MARGIN - c[i][1] * EDGE - c[i][0];
  for (int y = 0; y < EDGE; y++)
    for (int half = 0; half < 2; half++) {
      const int at = y * EDGE + half * LANES;
      store(own + i * NODES + at, choose(t->blocked[i][y] >> half * LANES & 0xff, load(back + at), load(on + at)));
    }
}

static void bring(const struct plane *p, const double *ghost, size_t t)
{
  double *own = p->f[0] + t * Q * NODES;
  EACH_DIRECTION(i)
  {
    if (c[i][1])
      bring_row(p->tile + t, ghost, own, i);
    if (c[i][0])
      bring_column(p->tile + t, ghost, own, i);
  }
}

static void leave(const struct plane *p, double left[Q][NODES + 2 * MARGIN], double *ghost, size_t t)
{
  EACH_DIRECTION(i)
  {
    send(left[i] + MARGIN, ghost, t, i);
    scatter(p->tile + t, left, p->f[0] + t * Q * NODES, i);
  }
}

static void scatter_tile(const struct plane *p, const double *read, double *write, size_t t)
{
  static _Thread_local double left[Q][NODES + 2 * MARGIN]; /* the margins stay 0 */
  const double *own = p->f[0] + t * Q * NODES;
  lanes f[Q];
  bring(p, read, t);
  for (int at = 0; at < NODES; at += LANES) {
    EACH_DIRECTION(i) f[i] = load(own + i * NODES + at);
    collide(f);
    EACH_DIRECTION(i) store(left[i] + MARGIN + at, f[i]);
  }
  leave(p, left, write, t);
}

/* ---- steps ------------------------------------------------------------------------------------ */

static void step(const struct plane *p, int from)
{
#pragma omp parallel for schedule(static)
  for (size_t t = 0; t < p->tiles; t++)
    if (p->f[1])
      gather_tile(p, p->f[from], p->f[!from], t);
    else
      scatter_tile(p, p->ghost[from], p->ghost[!from], t);
}

/* ---- what is printed ---------------------------------------------------------------------------- */

/* Million updates a second, the best of three, in half a second each or so. */
static double speed_of(const struct plane *p)
{
  double best = 0;
  for (int turn = 0; turn < 4; turn++) {
    const double begin = omp_get_wtime();
    double updates = 0;
    do {
      step(p, 0);
      step(p, 1);
      updates += 2. * (double)p->fluid;
    } while (omp_get_wtime() - begin < 0.5 && turn);
    const double speed = updates / (omp_get_wtime() - begin) * 1e-6;
    best = turn && speed > best ? speed : best;
  }
  return best;
}

static double bytes_of(const struct plane *p, enum way way)
{
  const double tiles = (double)p->tiles, copies = way == TWO_COPIES ? 2 : 1, ghosts = way == TWO_COPIES ? 0 : 2;
  return tiles * (copies * Q * NODES * sizeof(double) + ghosts * SLOTS * EDGE * sizeof(double) + sizeof(struct tile));
}

static int measure(const struct picture *picture)
{
  puts("nx,ny,porosity,utilisation,threads,way,mlups,copy_bound,ratio,bytes_a_node");
  for (int w = 0; w < WAYS; w++) {
    struct plane p;
    if (open_plane(&p, picture, (enum way)w))
      return 1;
    const double nodes = (double)picture->nx * picture->ny, fluid = (double)p.fluid, speed = speed_of(&p);
    const double bound = lbm_copy_bandwidth(p.fluid * Q * sizeof(double), 0) / (2. * Q * sizeof(double)) * 1e-6;
    printf("%d,%d,%.4f,%.4f,%d,%s,%.1f,%.1f,%.3f,%.1f\n", picture->nx, picture->ny, fluid / nodes,
           fluid / ((double)p.tiles * NODES), omp_get_max_threads(), way_names[w], speed, bound, speed / bound,
           bytes_of(&p, (enum way)w) / fluid);
    fflush(stdout);
    close_plane(&p);
  }
  return 0;
}

/* ---- check ---------------------------------------------------------------------------------------- */

enum { STEPS = 6, NX = 83, NY = 70 };
static double sent[NY * NX][Q], arrived[NY * NX][Q];

static void naive_arrive(const struct picture *p)
{
  for (int n = 0; n < NX * NY; n++)
    for (int i = 0; i < Q; i++) {
      const int x = n % NX - c[i][0], y = n / NX - c[i][1];
      arrived[n][i] = is_fluid(p, x, y) ? sent[x + NX * y][i] : sent[n][opposite[i]];
    }
}

static void naive_collide(void)
{
  for (int n = 0; n < NX * NY; n++) {
    lanes f[Q];
    for (int i = 0; i < Q; i++)
      f[i] = (lanes){0} + arrived[n][i];
    collide(f);
    for (int i = 0; i < Q; i++)
      sent[n][i] = f[i][0];
  }
}

/* All that leaves the nodes of a tile at the beginning. */
static void put_tile(const struct plane *p, size_t t, int x, int y)
{
  static double left[Q][NODES + 2 * MARGIN];
  for (int n = 0; n < NODES; n++) {
    const int nx = x * EDGE + n % EDGE, ny = y * EDGE + n / EDGE;
    for (int i = 0; i < Q; i++)
      left[i][MARGIN + n] = is_fluid(p->picture, nx, ny) ? sent[nx + NX * ny][i] : 0;
  }
  for (int i = 0; i < Q && p->f[1]; i++)
    memcpy(p->f[0] + (t * Q + (size_t)i) * NODES, left[i] + MARGIN, NODES * sizeof **left);
  if (!p->f[1])
    leave(p, left, p->ghost[0], t);
}

static int differ(const struct plane *p, size_t t, int x, int y, double wanted[][Q])
{
  int count = 0;
  for (int n = 0; n < NODES; n++) {
    const int nx = x * EDGE + n % EDGE, ny = y * EDGE + n / EDGE;
    for (int i = 0; i < Q && is_fluid(p->picture, nx, ny); i++)
      count += memcmp(p->f[0] + (t * Q + (size_t)i) * NODES + n, &wanted[nx + NX * ny][i], sizeof(double)) != 0;
  }
  return count;
}

/* An even number of steps, after which two copies have what leaves in the first. */
static int check_way(const struct picture *picture, enum way way)
{
  struct plane p;
  int wrong = 0;
  if (open_plane(&p, picture, way))
    return 1;
  for (int n = 0; n < NX * NY; n++)
    for (int i = 0; i < Q; i++)
      sent[n][i] = is_fluid(picture, n % NX, n / NX) ? weight[i] * 0.02 * ((n * 7 + i * 31) % 113 - 56) / 56 : 0;
  for (int n = 0; n < p.tx * p.ty; n++)
    if (p.at[n] >= 0)
      put_tile(&p, (size_t)p.at[n], n % p.tx, n / p.tx);
  for (int s = 0; s < STEPS; s++) {
    step(&p, s % 2);
    naive_arrive(picture);
    naive_collide();
  }
  naive_arrive(picture);
  for (int n = 0; n < p.tx * p.ty; n++)
    if (p.at[n] >= 0) {
      if (way == GHOST_BUFFERS)
        bring(&p, p.ghost[0], (size_t)p.at[n]);
      wrong += differ(&p, (size_t)p.at[n], n % p.tx, n / p.tx, way == GHOST_BUFFERS ? arrived : sent);
    }
  if (wrong)
    printf("%s: %d populations differ from the naive ones\n", way_names[way], wrong);
  close_plane(&p);
  return wrong != 0;
}

/* Discs and single pixels; tiles that are all solid, and a part of one at each end. */
static int check(void)
{
  static unsigned char fluid[NX * NY];
  const struct picture picture = {NX, NY, fluid};
  for (int n = 0; n < NX * NY; n++) {
    const int x = n % NX, y = n / NX, dx = x - 40, dy = y - 32;
    fluid[n] = dx * dx + dy * dy >= 29 * 29 && n * 37 % 101 > 11;
  }
  return check_way(&picture, TWO_COPIES) + check_way(&picture, GHOST_BUFFERS);
}

static int read_picture(struct picture *p, char *const argv[])
{
  FILE *in = fopen(argv[1], "rb");
  *p = (struct picture){.nx = atoi(argv[2]), .ny = atoi(argv[3])};
  const size_t count = (size_t)p->nx * (size_t)p->ny;
  p->fluid = malloc(count);
  const bool good = in && p->fluid && count && fread(p->fluid, 1, count, in) == count;
  if (in)
    fclose(in);
  return good ? 0 : 1;
}

int main(int argc, char **argv)
{
  struct picture picture;
  if (argc == 2 && !strcmp(argv[1], "check"))
    return check();
  if (argc != 4 || read_picture(&picture, argv) || measure(&picture)) {
    fprintf(stderr, "plane: no picture, or not enough memory: plane FILE NX NY, or plane check\n");
    return 1;
  }
  free(picture.fluid);
  return 0;
}
