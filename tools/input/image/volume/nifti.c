/* SPDX-License-Identifier: BSD-3-Clause */
/* nifti_header(): .nii and .nii.gz, versions 1 and 2. Format: nifti.nimh.nih.gov, nifti1.h and nifti2.h. */
#include "volume_file.h"

#include "regular.h"
#include "vectors.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum key { DATATYPE, DIM, PIXDIM, OFFSET, SLOPE, INTERCEPT, UNITS, QFORM, SFORM, QUATERN, QOFFSET, SROW, KEYS };

/* h, i, l: integers of 2, 4 and 8 bytes; f, d: real numbers of 4 and 8; b: one byte. */
struct key_pose {
  char type;
  int at;
};
static const struct version {
  int bytes;
  struct key_pose key[KEYS];
} versions[] = {
    {348,
     {[DATATYPE] = {'h', 70},
      [DIM] = {'h', 40},
      [PIXDIM] = {'f', 76},
      [OFFSET] = {'f', 108},
      [SLOPE] = {'f', 112},
      [INTERCEPT] = {'f', 116},
      [UNITS] = {'b', 123},
      [QFORM] = {'h', 252},
      [SFORM] = {'h', 254},
      [QUATERN] = {'f', 256},
      [QOFFSET] = {'f', 268},
      [SROW] = {'f', 280}}},
    {540,
     {[DATATYPE] = {'h', 12},
      [DIM] = {'l', 16},
      [PIXDIM] = {'d', 104},
      [OFFSET] = {'l', 168},
      [SLOPE] = {'d', 176},
      [INTERCEPT] = {'d', 184},
      [UNITS] = {'i', 500},
      [QFORM] = {'i', 344},
      [SFORM] = {'i', 348},
      [QUATERN] = {'d', 352},
      [QOFFSET] = {'d', 376},
      [SROW] = {'d', 400}}},
};
enum { LONGEST = 540 };

struct nifti {
  const struct version *version;
  unsigned char bytes[LONGEST];
  bool swap;
};

/* ---- the header ---- */

static double number_of(char type, const unsigned char *at)
{
  union {
    int16_t h;
    int32_t i;
    int64_t l;
    float f;
    double d;
  } u;
  memcpy(&u, at, sizeof u);
  return type == 'h'   ? u.h
         : type == 'i' ? u.i
         : type == 'l' ? (double)u.l
         : type == 'f' ? (double)u.f
         : type == 'd' ? u.d
                       : *at;
}

static size_t bytes_of(char type)
{
  return type == 'h' ? 2 : type == 'i' || type == 'f' ? 4 : type == 'b' ? 1 : 8;
}

static double get(const struct nifti *n, enum key key, int index)
{
  const struct key_pose *p = &n->version->key[key];
  unsigned char value[8] = {0};
  size_t size = bytes_of(p->type);
  const unsigned char *from = n->bytes + p->at + (size_t)index * size;
  for (size_t i = 0; i < size; i++)
    value[i] = from[n->swap ? size - 1 - i : i];
  return number_of(p->type, value);
}

/* A length is stored in 4 bytes, so it has seven digits: 0.005 instead of 0.004999999888. */
static double get_length(const struct nifti *n, enum key key, int index)
{
  char text[32];
  double value = get(n, key, index);
  if (n->version->key[key].type != 'f')
    return value;
  snprintf(text, sizeof text, "%.7g", value);
  return strtod(text, NULL);
}

static int32_t first_number(const unsigned char *bytes, bool swap)
{
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
  return (int32_t)(swap ? __builtin_bswap32(value) : value);
}

/* The first number is the length of the header, in the byte order of the whole file. */
static bool find_version(struct nifti *n)
{
  for (int i = 0; i < 4; i++) {
    n->version = &versions[i / 2];
    n->swap = i % 2;
    if (first_number(n->bytes, n->swap) == n->version->bytes)
      return true;
  }
  return false;
}

static int check_magic(const struct volume_file *v, const struct nifti *n, struct tile_error *e)
{
  const char *magic = (const char *)n->bytes + (n->version == versions ? 344 : 4);
  if (memcmp(magic, "ni", 2) == 0 && (magic[2] == '1' || magic[2] == '2'))
    return volume_reject(v, e, "is a header whose values are in another file (.img): save both as one .nii");
  return memcmp(magic, n->version == versions ? "n+1" : "n+2", 4) ? volume_reject(v, e, "is no NIfTI file") : TILE_OK;
}

static int read_header(struct volume_file *v, struct nifti *n, struct tile_error *e)
{
  const int file = tile_open_regular(v->path, e);
  if (file < 0)
    return e->code;
  gzFile in = gzdopen(file, "rb"); /* also reads uncompressed files */
  if (!in) {
    close(file);
    return tile_fail_memory(e, 0, "a header");
  }
  errno = 0;
  int got = gzread(in, n->bytes, LONGEST), why = errno;
  v->coding = gzdirect(in) ? NULL : &volume_zlib;
  gzclose(in);
  if (got < 0 && why) /* or decompression had no memory */
    return tile_fail(e, TILE_FAILED, "%s: %s", v->path, strerror(why));
  if (got < versions[0].bytes || !find_version(n) || got < n->version->bytes)
    return volume_reject(v, e, got < versions[0].bytes ? "is too short for a NIfTI file" : "is not a NIfTI file");
  return check_magic(v, n, e);
}

/* ---- evaluation ---- */

static const struct {
  int code;
  char kind;
  int bits, channels;
} types[] = {
    {2, 'u', 8, 1},   {4, 'i', 16, 1},   {8, 'i', 32, 1},   {16, 'f', 32, 1},   {64, 'f', 64, 1},   {128, 'u', 8, 3},
    {256, 'i', 8, 1}, {512, 'u', 16, 1}, {768, 'u', 32, 1}, {1024, 'i', 64, 1}, {1280, 'u', 64, 1}, {2304, 'u', 8, 4},
};

static int get_type(struct volume_file *v, const struct nifti *n, struct tile_error *e)
{
  int code = (int)get(n, DATATYPE, 0);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].code == code) {
      v->type = voxel_type_of(types[i].kind, types[i].bits);
      v->channels = types[i].channels;
    }
  v->swap = n->swap;
  return v->type ? TILE_OK
                 : volume_reject(v, e,
                                 "values of type %d cannot be read: save it as integers of 8 to 64 bits or as real "
                                 "numbers",
                                 code);
}

static int get_size(struct volume_file *v, const struct nifti *n, struct tile_error *e)
{
  double axes = get(n, DIM, 0);
  if (!(axes >= 1 && axes <= 7))
    return volume_reject(v, e, "has %.0f axes: save a volume of three", axes);
  v->volumes = 1;
  for (int a = 0; a < 7; a++) {
    double size = a < axes ? get(n, DIM, a + 1) : 1;
    if (!(size >= 1 && size <= INT32_MAX))
      return volume_reject(v, e, "its size along axis %d is impossible", a);
    if (a < 3)
      v->grid[a] = (int64_t)size;
    else if (__builtin_mul_overflow(v->volumes, (int64_t)size, &v->volumes))
      return volume_reject(v, e, "its size is impossible");
  }
  return TILE_OK;
}

/* A slope that is 0 or not finite means that there is no scaling. */
static int get_values(struct volume_file *v, const struct nifti *n, struct tile_error *e)
{
  double slope = get(n, SLOPE, 0), offset = get(n, OFFSET, 0);
  v->slope = isfinite(slope) ? slope : 0;
  v->intercept = v->slope != 0 ? get(n, INTERCEPT, 0) : 0;
  if (offset == 0)
    offset = n->version->bytes + 4;
  if (!(offset >= n->version->bytes && offset < 0x1p53) || floor(offset) != offset)
    return volume_reject(v, e, "the position of its values (vox_offset) is impossible");
  v->skip = (uint64_t)offset;
  return TILE_OK;
}

static void multiply(double step[3][3], const double side[3])
{
  for (int a = 0; a < 3; a++)
    for (int i = 0; i < 3; i++)
      step[a][i] *= side[a];
}

/* Rotates the axes by a quaternion; one that is longer than 1 is shortened, as nifti1_io.c does it. z is reversed if
 * pixdim[0] says so. */
static void rotate(const struct nifti *n, const double side[3], double step[3][3])
{
  double b = get(n, QUATERN, 0), c = get(n, QUATERN, 1), d = get(n, QUATERN, 2), square = b * b + c * c + d * d,
         shorter = square > 1 ? 1 / sqrt(square) : 1, a = square < 1 ? sqrt(1 - square) : 0,
         q = get(n, PIXDIM, 0) < 0 ? -1 : 1;
  b *= shorter;
  c *= shorter;
  d *= shorter;
  const double column[3][3] = {
      {a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c)},
      {2 * (b * c - a * d), a * a + c * c - b * b - d * d, 2 * (c * d + a * b)},
      {q * 2 * (b * d + a * c), q * 2 * (c * d - a * b), q * (a * a + d * d - b * b - c * c)},
  };
  memcpy(step, column, sizeof column);
  multiply(step, side);
}

/* The steps of the matrix (sform), and the centre of the first voxel; false: it states no volume. */
static bool find_matrix(const struct nifti *n, double step[3][3], double centre[3])
{
  for (int i = 0; i < 3; i++) {
    centre[i] = get_length(n, SROW, 4 * i + 3);
    for (int a = 0; a < 3; a++)
      step[a][i] = get_length(n, SROW, 4 * i + a);
  }
  const double volume = step[0][0] * (step[1][1] * step[2][2] - step[1][2] * step[2][1]) -
                        step[0][1] * (step[1][0] * step[2][2] - step[1][2] * step[2][0]) +
                        step[0][2] * (step[1][0] * step[2][1] - step[1][1] * step[2][0]);
  return isfinite(volume) && volume != 0;
}

/* The steps of the rotation (qform); false: it states no volume. */
static bool find_rotation(const struct nifti *n, const double side[3], double step[3][3], double centre[3])
{
  bool good = true;
  for (int i = 0; i < 3; i++) {
    centre[i] = get_length(n, QOFFSET, i);
    good = good && side[i] > 0 && isfinite(side[i]) && isfinite(get(n, QUATERN, i));
  }
  rotate(n, side, step);
  return good;
}

enum frame { NO_FRAME, BY_MATRIX, BY_ROTATION };

/* Gets the steps from voxel to voxel and the centre of the first one, in the file's unit, in RAS: as nibabel does, by
 * the matrix if the file has one, else by the rotation. One that states no volume is passed over, with a warning. */
static enum frame find_frame(struct volume_file *v, const struct nifti *n, const double side[3], double step[3][3],
                             double centre[3])
{
  const bool matrix = get(n, SFORM, 0) > 0, rotation = get(n, QFORM, 0) > 0;
  if (matrix && find_matrix(n, step, centre))
    return BY_MATRIX;
  if (matrix)
    volume_warn(v, "its sform is zero or not finite and is ignored: %s",
                rotation ? "qform and pixdim count" : "pixdim counts");
  if (rotation && find_rotation(n, side, step, centre))
    return BY_ROTATION;
  if (rotation)
    volume_warn(v, "its qform, or pixdim, is zero or not finite: the qform is ignored");
  return NO_FRAME;
}

/* ---- contradictions ---- */

static double apart(const double a[3], double times, const double b[3])
{
  double square = 0;
  for (int i = 0; i < 3; i++)
    square += (a[i] - times * b[i]) * (a[i] - times * b[i]);
  return sqrt(square);
}

/* The sizes of the matrix contradict pixdim. */
static bool compare_sides(struct volume_file *v, const double pixdim[3], const double side[3])
{
  bool differ = false;
  for (int a = 0; a < 3; a++)
    differ = differ || (pixdim[a] > 0 && fabs(side[a] - pixdim[a]) > 1e-3 * side[a]);
  if (differ)
    volume_warn(v,
                "pixdim says %.6g x %.6g x %.6g, its sform %.6g x %.6g x %.6g: the sform counts; --voxel overrides it",
                pixdim[0], pixdim[1], pixdim[2], side[0], side[1], side[2]);
  return differ;
}

/* The matrix contradicts the rotation, although both lead to the space of the same code. */
static void compare_forms(struct volume_file *v, const struct nifti *n, const double pixdim[3], const double step[3][3],
                          const double centre[3])
{
  double other[3][3], there[3];
  if (get(n, QFORM, 0) != get(n, SFORM, 0) || !find_rotation(n, pixdim, other, there))
    return;
  bool differ = apart(centre, 1, there) > 0.1 * pixdim[0];
  for (int a = 0; a < 3; a++)
    differ = differ || apart(step[a], tile_length(step[a]) / pixdim[a], other[a]) > 1e-3 * tile_length(step[a]);
  if (differ)
    volume_warn(v, "its sform and its qform state different directions or positions: the sform counts");
}

/* Says which of several statements counts. */
static void compare(struct volume_file *v, const struct nifti *n, enum frame framed, const double pixdim[3],
                    const double step[3][3], const double side[3], const double centre[3])
{
  const double b = get(n, QUATERN, 0), c = get(n, QUATERN, 1), d = get(n, QUATERN, 2);
  if (framed == BY_MATRIX && !compare_sides(v, pixdim, side))
    compare_forms(v, n, pixdim, step, centre);
  if (framed == BY_ROTATION && b * b + c * c + d * d > 1.002)
    volume_warn(v, "the quaternion of its qform is longer than 1 and is shortened");
  if (framed && !(isfinite(centre[0]) && isfinite(centre[1]) && isfinite(centre[2])))
    volume_warn(v, "its position is not finite and is ignored");
}

/* The length of a step; that of pixdim if the two differ only by rounding. */
static double side_of(const double step[3], double pixdim)
{
  const double length = tile_length(step);
  return fabs(length - pixdim) <= 1e-6 * pixdim ? pixdim : length;
}

static void get_pose(struct volume_file *v, const struct nifti *n)
{
  static const char *const units[8] = {"", "m", "mm", "um", "?", "?", "?", "?"};
  double pixdim[3], side[3], step[3][3], centre[3];
  for (int a = 0; a < 3; a++)
    side[a] = pixdim[a] = fabs(get_length(n, PIXDIM, a + 1));
  const enum frame framed = find_frame(v, n, side, step, centre);
  for (int a = 0; a < 3 && framed; a++)
    side[a] = side_of(step[a], side[a]);
  compare(v, n, framed, pixdim, (const double(*)[3])step, side, centre);
  double metres = volume_sides(v, side, units[(int)get(n, UNITS, 0) & 7], "NIfTI");
  if (!framed)
    return;
  for (int i = 0; i < 3; i++)
    centre[i] *= metres;
  pose_orient(&v->pose, (const double(*)[3])step);
  if (metres > 0)
    pose_centre(&v->pose, centre, v->side);
  pose_turn(&v->pose, 0);
  pose_turn(&v->pose, 1);
}

int nifti_header(struct volume_file *v, struct tile_error *e)
{
  struct nifti n = {0};
  int code = read_header(v, &n, e);
  if (!code)
    code = get_size(v, &n, e);
  if (!code)
    code = get_type(v, &n, e);
  if (!code)
    code = get_values(v, &n, e);
  if (!code)
    get_pose(v, &n);
  return code;
}
