/* make_flow FILE PRECISION DRIVE [bare]: a result of a slit, made without a solver.
 *
 * Grid 6 x 10 x 9, solid at y = 0 and y = 9, flow along z between half-way walls: uz = g/(2 nu) Y (h - Y), Y = y - 1/2,
 * h = 8, g = 1e-5, nu = 1/6; sums over nodes are exact.
 * DRIVE force: periodic along z, density 1. DRIVE pressure: the density falls by 3 g per voxel. DRIVE none: as force,
 * but the header does not name the drive.
 * dx = 5 um, dt = 4 us, 1000 kg/m3, unless `bare`. */
#include "own.h"

#include <stdlib.h>
#include <string.h>

enum { NX = 6, NY = 10, NZ = 9 };

static const double g = 1e-5, nu = 1.0 / 6, h = NY - 2;

struct flow {
  const struct tile_domain *domain;
  bool single, pressure;
};

static void node_values(const struct flow *f, const int64_t at[3], double value[4])
{
  double y = (double)at[1] - 0.5;
  value[0] = f->pressure ? 3 * g * (double)(NZ - 1 - at[2]) : 0;
  value[1] = value[2] = 0;
  value[3] = g / (2 * nu) * y * (h - y);
}

static int move(void *self, size_t tile, void *data, struct tile_error *e)
{
  const struct flow *f = self;
  (void)e;
  for (int node = 0; node < TILE_EDGE * TILE_EDGE * TILE_EDGE; node++) {
    int64_t at[3];
    double value[4];
    if (!(f->domain->mask[tile] >> node & 1) || !tile_domain_node(f->domain, tile, node, at))
      continue;
    node_values(f, at, value);
    for (int i = 0; i < 4; i++)
      if (f->single)
        ((float *)data)[i] = (float)value[i];
      else
        ((double *)data)[i] = value[i];
    data = (char *)data + 4 * (f->single ? sizeof(float) : sizeof(double));
  }
  return 0;
}

static int make_bits(struct tile_bits *b, struct tile_error *e)
{
  *b = (struct tile_bits){.grid = {NX, NY, NZ}, .row = 1, .word = tile_alloc(NY * NZ, sizeof *b->word)};
  if (!b->word)
    return tile_fail_memory(e, NY * NZ * sizeof *b->word, "bits");
  for (int z = 0; z < NZ; z++)
    for (int y = 1; y < NY - 1; y++)
      b->word[z * NY + y] = (1 << NX) - 1;
  return 0;
}

static int set_keys(struct tile_header *to, const char *precision, const char *drive, bool bare, struct tile_error *e)
{
  static const char *const all[][2] = {
      {"step", "1234"}, {"tau", "1"}, {"collision", "trt"}, {"equilibrium", "quasi"}, {"converged", "yes"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (tile_header_set(to, e, all[i][0], "%s", all[i][1]))
      return e->code;
  if (tile_header_set(to, e, "precision", "%s", precision) || tile_header_set_real(to, "viscosity", nu, e))
    return e->code;
  if (strcmp(drive, "none") != 0 &&
      (tile_header_set(to, e, "drive", "%s", drive) || tile_header_set(to, e, "axis", "z")))
    return e->code;
  if (strcmp(drive, "force") == 0 && tile_header_set(to, e, "force", "0 0 1e-05"))
    return e->code;
  if (strcmp(drive, "pressure") == 0 && tile_header_set_real(to, "pressure-drop", g * (NZ - 1), e))
    return e->code;
  return bare ? 0 : tile_header_set(to, e, "dt", "4e-06") || tile_header_set(to, e, "density", "1000") ? e->code : 0;
}

static int make_flow(const char *path, const char *precision, const char *drive, bool bare, struct tile_error *e)
{
  struct tile_bits bits;
  struct tile_domain d;
  struct tile_header header = {0};
  struct flow flow = {&d, strcmp(precision, "fp32") == 0, strcmp(drive, "pressure") == 0};
  struct tile_make how = {.edge = TILE_EDGE,
                          .offset = {1, 2, 3},
                          .periodic = flow.pressure ? TILE_X : TILE_X | TILE_Z,
                          .order = TILE_MORTON};
  if (tile_header_set(&header, e, "grid", "%d %d %d", NX, NY, NZ) ||
      (!bare && tile_header_set(&header, e, "dx", "5e-06")) || make_bits(&bits, e) ||
      tile_domain_make(&d, &bits, &how, &header, e) || set_keys(&d.header, precision, drive, bare, e))
    return e->code;
  struct tile_array array = {"FLDS", flow.single ? 16 : 32, move, &flow, false};
  FILE *out = fopen(path, "wb");
  if (!out)
    return tile_fail(e, TILE_FAILED, "cannot write %s", path);
  int status = tile_domain_write(&d, out, &array, 1, NULL, e);
  tile_domain_free(&d);
  tile_bits_free(&bits);
  tile_header_free(&header);
  return fclose(out) == 0 ? status : tile_fail(e, TILE_FAILED, "cannot write %s", path);
}

int main(int argc, char **argv)
{
  struct tile_error e;
  if (argc < 4 || argc > 5)
    return TILE_USAGE;
  if (make_flow(argv[1], argv[2], argv[3], argc == 5, &e)) {
    fprintf(stderr, "make_flow: %s\n", e.text);
    return e.code;
  }
  return EXIT_SUCCESS;
}
