/* SPDX-License-Identifier: BSD-3-Clause */
/* mrc_header(): .mrc and .rec, MRC2014 (www.ccpem.ac.uk/mrc_format/mrc2014.php), as electron tomography writes them. */
#include "volume_file.h"

#include "regular.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 1024 };
/* Offsets of the words that are read. */
enum {
  SIZE = 0,
  MODE = 12,
  INTERVALS = 28, /* mx, my, mz */
  CELL = 40,      /* in angstrom */
  ANGLES = 52,    /* of the cell, in degrees */
  AXES = 64,      /* which of x, y, z is along columns, rows and sections: 1, 2, 3 */
  GROUP = 88,     /* 0: images; 1: a volume; a stack of volumes from FIRST_STACK to LAST_STACK */
  EXTENDED = 92,
  IMOD_STAMP = 152,
  IMOD_FLAGS = 156,
  MAP = 208,
  MACHINE = 212
};

enum { FIRST_STACK = 401, LAST_STACK = 630 };

struct mrc {
  unsigned char bytes[HEADER];
  bool swap;
};

static uint32_t word(const struct mrc *m, int at)
{
  uint32_t value = 0;
  for (int i = 0; i < 4; i++)
    value |= (uint32_t)m->bytes[at + i] << 8 * (m->swap ? 3 - i : i);
  return value;
}

static int32_t whole(const struct mrc *m, int at)
{
  return (int32_t)word(m, at);
}

/* A length is stored in 4 bytes, so it has seven digits. */
static double length(const struct mrc *m, int at)
{
  const uint32_t bits = word(m, at);
  char text[32];
  float value;
  memcpy(&value, &bits, sizeof value);
  snprintf(text, sizeof text, "%.7g", (double)value);
  return strtod(text, NULL);
}

static int read_header(struct volume_file *v, struct mrc *m, struct tile_error *e)
{
  FILE *in = tile_read_regular(v->path, e);
  if (!in)
    return e->code;
  const size_t got = fread(m->bytes, 1, HEADER, in);
  const int why = ferror(in) ? errno : 0;
  fclose(in);
  if (why)
    return tile_fail(e, TILE_FAILED, "%s: %s", v->path, strerror(why));
  if (got < HEADER)
    return volume_reject(v, e, "is too short for an MRC file");
  if (memcmp(m->bytes + MAP, "MAP", 3))
    return volume_reject(v, e,
                         "is not an MRC file: its header has no MAP. If it contains plain numbers, read it with --raw "
                         "NX,NY,NZ,TYPE");
  return TILE_OK;
}

/* The machine stamp states the byte order; where it is missing, the mode does, or the size in a mode of 0. */
static void find_order(struct mrc *m)
{
  const unsigned char stamp = m->bytes[MACHINE];
  uint32_t mode = word(m, MODE), size = word(m, SIZE);
  m->swap = stamp == 0x11;
  if (stamp != 0x11 && stamp != 0x44)
    m->swap = mode ? mode > UINT16_MAX : size > UINT16_MAX;
}

static const struct {
  int mode;
  char kind;
  int bits;
} types[] = {{0, 'i', 8}, {1, 'i', 16}, {2, 'f', 32}, {6, 'u', 16}, {12, 'f', 16}};

/* IMOD writes bytes with or without a sign, and says which. */
static bool is_unsigned(const struct mrc *m)
{
  return word(m, IMOD_STAMP) == 1146047817 && !(word(m, IMOD_FLAGS) & 1);
}

static int get_type(struct volume_file *v, const struct mrc *m, struct tile_error *e)
{
  const int32_t mode = whole(m, MODE);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].mode == mode)
      v->type = voxel_type_of(mode == 0 && is_unsigned(m) ? 'u' : types[i].kind, types[i].bits);
  v->swap = m->swap;
  return v->type ? TILE_OK
                 : volume_reject(v, e,
                                 "values of mode %d (complex, packed or colours) cannot be read: save it as mode 0, 1, "
                                 "2, 6 or 12, for example with newstack -mode 2 (IMOD)",
                                 mode);
}

/* A stack of volumes has as many sections in each as its cell has intervals along z. */
static int get_volumes(struct volume_file *v, const struct mrc *m, struct tile_error *e)
{
  const int32_t group = whole(m, GROUP), each = whole(m, INTERVALS + 8);
  v->volumes = 1;
  if (group == 0 && each == 1 && v->grid[2] > 1)
    volume_warn(v, "its header states a stack of images (ISPG 0, MZ 1), such as a series of tilts: read as slices");
  if (group < FIRST_STACK || group > LAST_STACK)
    return TILE_OK;
  if (each < 1 || v->grid[2] % each)
    return volume_reject(v, e, "is a stack of volumes (ISPG %d) whose %lld sections are not a multiple of MZ, %d",
                         group, (long long)v->grid[2], each);
  v->volumes = v->grid[2] / each;
  v->grid[2] = each;
  return TILE_OK;
}

static int get_size(struct volume_file *v, const struct mrc *m, struct tile_error *e)
{
  const int32_t extended = whole(m, EXTENDED);
  for (int a = 0; a < 3; a++) {
    v->grid[a] = whole(m, SIZE + 4 * a);
    if (v->grid[a] < 1)
      return volume_reject(v, e, "its size along axis %d is impossible", a);
  }
  if (extended < 0)
    return volume_reject(v, e, "the length of its extended header is impossible");
  v->begin = HEADER + (uint64_t)extended;
  v->channels = 1;
  return get_volumes(v, m, e);
}

/* Which axis of the cell is along axis a of the file. */
static int get_axes(const struct volume_file *v, const struct mrc *m, int axis[3], struct tile_error *e)
{
  unsigned found = 0;
  for (int a = 0; a < 3; a++) {
    const uint32_t stated = word(m, AXES + 4 * a);
    axis[a] = stated ? (int)(stated - 1) : a;
    found |= stated <= 3 ? 1U << axis[a] : 0;
  }
  return found == 7 ? TILE_OK : volume_reject(v, e, "its axes (MAPC, MAPR, MAPS) are not 1, 2 and 3 in some order");
}

/* Angles of 0 are not stated. */
static int check_angles(const struct volume_file *v, const struct mrc *m, struct tile_error *e)
{
  double angle[3];
  bool right = true;
  for (int a = 0; a < 3; a++) {
    angle[a] = length(m, ANGLES + 4 * a);
    right = right && (angle[a] == 0 || fabs(angle[a] - 90) <= 0.05);
  }
  return right ? TILE_OK
               : volume_reject(v, e,
                               "its axes are not at right angles (%.4g, %.4g and %.4g degrees): resample it to a "
                               "rectangular grid",
                               angle[0], angle[1], angle[2]);
}

static int get_sides(struct volume_file *v, const struct mrc *m, struct tile_error *e)
{
  int axis[3];
  double side[3];
  if (get_axes(v, m, axis, e) || check_angles(v, m, e))
    return e->code;
  for (int a = 0; a < 3; a++) {
    const int32_t intervals = whole(m, INTERVALS + 4 * axis[a]);
    side[a] = intervals > 0 ? length(m, CELL + 4 * axis[a]) / intervals : 0;
  }
  if (side[0] > 0 && side[1] > 0 && side[2] > 0)
    volume_sides(v, side, "angstrom", "MRC");
  return TILE_OK;
}

int mrc_header(struct volume_file *v, struct tile_error *e)
{
  struct mrc m = {0};
  int code = read_header(v, &m, e);
  if (code)
    return code;
  find_order(&m);
  code = get_size(v, &m, e);
  if (!code)
    code = get_type(v, &m, e);
  return code ? code : get_sides(v, &m, e);
}
