/* SPDX-License-Identifier: BSD-3-Clause */
/* MetaImage, NRRD and NIfTI: values, size and position of a voxel. The files are written byte by byte from the formats'
 * descriptions; sizes and positions were compared with those that ITK reads from files of the same kinds. */
#include <config.h>

#include "volume_test.h"

#include <math.h>

static struct made other;

/* The same slice in its stored type, where the source gives it. */
static void compare_taken(struct source *s, int64_t z, const double *slice)
{
  double held[NX * NY], wide[NX * NY];
  if (!s->read_typed)
    return;
  ck_assert_msg(s->read_typed(s, 0, z, held, &e) == TILE_OK, "%s", e.text);
  s->memory_type->widen(wide, held, NX * NY, 0, 1);
  ck_assert_mem_eq(wide, slice, sizeof wide);
}

/* Opens the file, whose values must be first + stride * i; returns the source without its data. */
static struct source expect(int channel, double first, double stride)
{
  struct source s;
  double slice[NX * NY];
  made_write(&file, path, file.length);
  ck_assert_msg(open_channel(&s, channel) == TILE_OK, "%s", e.text);
  ck_assert(s.grid[0] == NX && s.grid[1] == NY && s.grid[2] == NZ);
  static char said[96]; /* the text of the source is freed with it */
  static const int order[] = {0, 1, 2, 3, 4, 0, 3, 1};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    ck_assert_msg(s.read(&s, order[i], slice, &e) == TILE_OK, "%s", e.text);
    for (int v = 0; v < NX * NY; v++)
      ck_assert_double_eq(slice[v], first + stride * (order[i] * NX * NY + v));
    compare_taken(&s, order[i], slice);
  }
  snprintf(said, sizeof said, "%s", s.photometric ? s.photometric : "");
  s.close(&s);
  s.photometric = said;
  unlink(path);
  unlink(beside);
  return s;
}

static void reals_are(const double *found, int count, const double *expected)
{
  for (int i = 0; i < count; i++)
    ck_assert_msg(fabs(found[i] - expected[i]) <= 1e-12, "%d: %.17g instead of %.17g", i, found[i], expected[i]);
}

#define REALS(...) \
  (const double[]) \
  {                \
    __VA_ARGS__    \
  }

/* ---- MetaImage ---- */

/* Every three numbers of the matrix are an axis; Offset is the centre of the first voxel. */
TEST(metaimage_pose)
{
  name(".mhd");
  begin(meta);
  made_text(&file, "TransformMatrix = 0 -1 0 1 0 0 0 0 1\nOffset = 1 2 3\nElementSpacing = 2 2 2\n"
                   "ElementToIntensityFunctionSlope = 2\nElementToIntensityFunctionOffset = -7\nHeaderSize = -1\n"
                   "ElementDataFile = ");
  made_text(&file, beside);
  made_text(&file, "\n");
  other.length = 0;
  made_text(&other, "something before");
  made_values(&other, COUNT, false);
  made_write(&other, beside, other.length);
  struct source s = expect(-1, -7, 2);
  ck_assert_double_eq(s.dx, 0.002);
  ck_assert_str_eq(s.dx_note, "MetaImage, no unit in the file: mm assumed, see --unit");
  ck_assert_str_eq(s.photometric, "MetaImage, scaled: 2 x stored - 7");
  reals_are(s.pose.axis[0], 9, REALS(0, -1, 0, 1, 0, 0, 0, 0, 1));
  reals_are(s.pose.origin, 3, REALS(0, 0.003, 0.002));
}

/* Any white space and commas may separate numbers. */
LOOP_TEST(numbers_in_text, 4)
{
  static const struct {
    const char *ending, *head, *format, *type;
  } texts[] = {
      {".nrrd", "NRRD0004\ntype: short\ndimension: 3\nsizes: 4 3 5\nencoding: ascii\n\n", "%d\n", "i16"},
      {".nrrd", "NRRD0004\ntype: uint64\ndimension: 3\nsizes: 4 3 5\nencoding: text\nendian: big\n\n", "+%d\r\n",
       "u64"},
      {".nrrd", "NRRD0004\ntype: float\ndimension: 3\nsizes: 4 3 5\nencoding: txt\nbyte skip: 3\n\n-7 ", "%d.0e0,\t",
       "f32"},
      {".mha",
       "NDims = 3\nDimSize = 4 3 5\nElementType = MET_DOUBLE\nBinaryData = False\n"
       "BinaryDataByteOrderMSB = True\nElementDataFile = LOCAL\n",
       "  %d.", "f64"},
  };
  char number[32];
  name(texts[_i].ending);
  begin(texts[_i].head);
  for (int i = 0; i < COUNT; i++) {
    snprintf(number, sizeof number, texts[_i].format, i);
    made_text(&file, number);
  }
  made_text(&file, "\n");
  struct source s = expect(-1, 0, 1);
  ck_assert_str_eq(s.type, texts[_i].type);
  ck_assert(s.forward);
}

/* `volumes` volumes of `channels` numbers per voxel, all counted from 0; each is read by its number. */
static void expect_several(int channels, int volumes, const char *says)
{
  struct source s;
  for (int n = 0; n < channels * volumes; n++)
    expect(n, n / channels * COUNT * channels + n % channels, channels);
  made_write(&file, path, file.length);
  ck_assert_int_eq(open_channel(&s, -1), TILE_REJECTED);
  ck_assert_msg(strstr(e.text, says), "%s", e.text);
  ck_assert_int_eq(open_channel(&s, channels * volumes), TILE_USAGE);
  unlink(path);
}

/* ---- headers of MetaImage and NRRD ---- */

#define META "ObjectType = Image\nNDims = 3\nDimSize = 4 3 5\nElementType = MET_SHORT\n"
#define META_4 "NDims = 4\nDimSize = 4 3 5 3\nElementType = MET_SHORT\n"
#define NRRD "NRRD0004\n# made by hand\ntype: short\ndimension: 3\nsizes: 4 3 5\n"
#define NRRD_4 "NRRD0004\ntype: short\ndimension: 4\nsizes: 4 3 5 3\n"
#define FRAME \
  "space directions: (0,-2,0) (2,0,0) (0,0,2)\nspace origin: (1,2,3)\nspace units: \"um\" \"um\" \"um\"\nspace:=LPS\n"
#define UM_S "units: \"um\" \"um\" \"um\" \"s\"\n"
#define ASSUMED ", no unit in the file: mm assumed, see --unit"
#define TIMES "contains 3 volumes (times or components): choose one with --channel N, from 0"

/* All lines but those on byte order, encoding and the place of the values. */
static const struct {
  const char *head, *type;  /* NULL: i16 */
  const char *lines, *skip; /* what it says to skip: before the values as stored, and of these */
  int channels, volumes;    /* 0: one */
  const char *refusal;      /* of several without --channel */
  double dx, spacing[3], shape;
  const char *note; /* NULL: any */
  double axis[9], origin[3];
} headers[] = {
    {.head = META, .note = ""},
    {META "Offset = 1 2 3\nElementSpacing = 2 2 2\n", .dx = 2e-3, .note = "MetaImage" ASSUMED,
     .axis = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .origin = {0, 1e-3, 2e-3}},
    {META "ElementNumberOfChannels = 3\nElementSpacing = 1 1 2.5\nDistanceUnits = um\n", .channels = 3,
     .refusal = "3 values per voxel: choose one with --channel N", .spacing = {1e-6, 1e-6, 2.5e-6}},
    {META_4 "ElementSpacing = 2 2 2 7\nOffset = 1 2 3 4\nTransformMatrix = 0 -1 0 0 1 0 0 0 0 0 1 0 0 0 0 1\n",
     .volumes = 3, .refusal = TIMES, .dx = 2e-3, .axis = {0, -1, 0, 1, 0, 0, 0, 0, 1}, .origin = {0, 3e-3, 2e-3}},
    {.head = NRRD, .note = ""},
    {NRRD "byte skip: 4\n", .skip = "skip", .note = ""},
    /* of 3D Slicer, elastix and others */
    {"NRRD0004\nType: Unsigned Short\ndimension: 3\nsizes: 4 3 5\nline skip: 2\nbyte skip: 1\n", .lines = "one\ntwo\n",
     .skip = "-", .type = "u16"},
    /* directions are columns of steps; RAS is converted to LPS, lengths to m */
    {NRRD "space: left-posterior-superior\n" FRAME, .dx = 2e-6, .note = "NRRD", .axis = {0, -1, 0, 1, 0, 0, 0, 0, 1},
     .origin = {0, 3e-6, 2e-6}},
    {NRRD "space: RAS\n" FRAME, .dx = 2e-6, .note = "NRRD", .axis = {0, 1, 0, -1, 0, 0, 0, 0, 1},
     .origin = {0, -3e-6, 2e-6}},
    {NRRD "space: left-anterior-superior\n" FRAME, .dx = 2e-6, .note = "NRRD", .axis = {0, 1, 0, 1, 0, 0, 0, 0, 1},
     .origin = {0, -3e-6, 2e-6}},
    {NRRD "spacings: 5 5 5\n", .dx = 5e-3, .note = "NRRD" ASSUMED},
    {NRRD "spacings: 5 5 5\nunits: \"nm\" \"nm\" \"nm\"\n", .dx = 5e-9, .note = "NRRD"},
    {NRRD "spacings: 5 5 5\nspace units: \"nm\" \"nm\" \"nm\"\n", .dx = 5e-9, .note = "NRRD"},
    {.head = NRRD "spacings: 5 5 nan\n"}, /* one is unknown */
    {NRRD "spacings: 5 5 5\nunits: \"foot\" \"foot\" \"foot\"\n", .note = "the unit 'foot' of NRRD is not known",
     .shape = 1},
    {NRRD "spacings: 5 5 6\nunits: \"foot\" \"foot\" \"foot\"\n", .shape = 1.2}, /* not cubes in any unit */
    {"NRRD0005\ntype: int16_t\ndimension: 4\nsizes: 2 4 3 5\nkinds: vector domain domain domain\n", .channels = 2,
     .refusal = "2 values per voxel"},
    {"NRRD0005\ntype: int16_t\ndimension: 4\nsizes: 2 4 3 5\nspace dimension: 3\n"
     "space directions: none (1,0,0) (0, 1, 0) (0,0,1)\n",
     .channels = 2, .refusal = "2 values per voxel", .dx = 1e-3},
    {NRRD_4 "kinds: domain domain domain time\nspacings: 2 2 2 nan\n" UM_S, .volumes = 3, .refusal = TIMES, .dx = 2e-6},
    {NRRD_4 "space dimension: 3\nspace directions: (2,0,0) (0,2,0) (0,0,2) none\nspace units: \"um\" \"um\" \"um\"\n",
     .volumes = 3, .refusal = TIMES, .dx = 2e-6},
    {NRRD_4 "space dimension: 4\nspace directions: (2,0,0,0) (0,2,0,0) (0,0,2,0) (0,0,0,7)\nspace origin: (2,4,6,9)\n"
            "space " UM_S,
     .volumes = 3, .refusal = TIMES, .dx = 2e-6, .axis = {1, 0, 0, 0, 1, 0, 0, 0, 1},
     .origin = {1e-6, 3e-6, 5e-6}}, /* whatever the time of the first volume */
    {NRRD_4 "spacings: 2 2 2 7\n" UM_S, .volumes = 3, .refusal = TIMES, .dx = 2e-6},
    /* the numbers of a voxel vary fastest */
    {"NRRD0004\ntype: short\ndimension: 5\nsizes: 2 4 3 5 3\nkinds: vector space space space list\n", .channels = 2,
     .volumes = 3,
     .refusal = "contains 3 volumes of 2 values per voxel: choose one with --channel N; those of the second "
                "volume begin with 2"},
};
enum { RAW, PACKED, TEXT, ENCODINGS };

/* The file of a header; a line end after the values counts for nothing. */
static void make_header(int row, bool big, int encoding)
{
  static const char *const nrrd_is[2][ENCODINGS] = {{"encoding: raw\n", "encoding: gzip\n", "encoding: ascii\n"},
                                                    {"encoding: Raw\n", "encoding: GZIP\n", "encoding: TEXT\n"}};
  static const char *const meta_is[ENCODINGS] = {"BinaryData = True\n", "CompressedData = True\n",
                                                 "BinaryData = False\n"};
  const bool is_nrrd = *headers[row].head == 'N' && headers[row].head[1] == 'R';
  const int count =
      (headers[row].channels ? headers[row].channels : 1) * (headers[row].volumes ? headers[row].volumes : 1);
  char number[16];
  name(is_nrrd ? ".nrrd" : ".mha");
  begin(headers[row].head);
  made_text(&file, is_nrrd ? nrrd_is[big][encoding] : meta_is[encoding]);
  if (is_nrrd)
    made_text(&file, big ? "Endian: Big\n\n" : "endian: little\r\n\n");
  else
    made_text(&file, big ? "BinaryDataByteOrderMSB = True\r\nElementDataFile = LOCAL\n"
                         : "ElementByteOrderMSB = False\nElementDataFile = LOCAL\n");
  made_text(&file, headers[row].lines ? headers[row].lines : "");
  const size_t head = file.length;
  made_text(&file, headers[row].skip ? headers[row].skip : "");
  for (int i = 0; i < count * COUNT && encoding == TEXT; i++) {
    snprintf(number, sizeof number, i % 7 ? "%d " : "%d\n", i);
    made_text(&file, number);
  }
  if (encoding != TEXT)
    made_values(&file, count * COUNT, big);
  made_text(&file, big ? "\r\n" : "");
  if (encoding == PACKED)
    made_pack(&file, head, is_nrrd ? 31 : 15);
}

static void header_says(const struct source *s, int row)
{
  static const double none[9] = {0};
  const double *spacing = headers[row].spacing, dx = headers[row].dx, shape = headers[row].shape;
  ck_assert_str_eq(s->type, headers[row].type ? headers[row].type : "i16");
  ck_assert_msg(fabs(s->dx - dx) <= 1e-9 * dx, "%g", s->dx);
  ck_assert_msg(!headers[row].note || !strcmp(s->dx_note, headers[row].note), "%s", s->dx_note);
  for (int a = 0; a < 3; a++)
    ck_assert_double_le(fabs(s->spacing[a] - (dx > 0 ? dx : spacing[a])), 1e-9 * s->spacing[a]);
  ck_assert_msg(fabs(s->shape[2] - shape) < 1e-12 && s->shape[0] == (shape > 1), "%g", s->shape[2]);
  if (memcmp(headers[row].axis, none, sizeof none)) {
    reals_are(s->pose.axis[0], 9, headers[row].axis);
    reals_are(s->pose.origin, 3, headers[row].origin);
  } else {
    ck_assert(dx > 0 || spacing[0] > 0 || !s->pose.oriented);
  }
}

LOOP_TEST(headers_are_read, sizeof headers / sizeof *headers)
{
  const int channels = headers[_i].channels ? headers[_i].channels : 1,
            volumes = headers[_i].volumes ? headers[_i].volumes : 1;
  for (int kind = 0; kind < 2 * ENCODINGS; kind++) {
    make_header(_i, kind % 2, kind / 2);
    if (channels * volumes > 1)
      expect_several(channels, volumes, headers[_i].refusal);
    const struct source s = expect(channels * volumes > 1 ? 0 : -1, 0, channels);
    ck_assert(s.forward == (kind / 2 != RAW));
    header_says(&s, _i);
  }
}

/* ---- MRC ---- */

/* Every mode and both byte orders; the order is also found without a stamp. */
static const struct {
  const char *type;
  int mode, bytes;
} mrcs[] = {{"i8", 0, 1}, {"i16", 1, 2}, {"f32", 2, 4}, {"u16", 6, 2}, {"u8", 0, 1}};

LOOP_TEST(mrc_values, sizeof mrcs / sizeof *mrcs)
{
  const bool real = mrcs[_i].mode == 2, mark = strcmp(mrcs[_i].type, "u8") == 0;
  name(_i % 2 ? ".rec" : ".mrc");
  for (int kind = 0; kind < 8; kind++) {
    const struct made_mrc n = {.big = kind & 1,
                               .mode = mrcs[_i].mode,
                               .extended = kind & 2 ? 40 : 0,
                               .axes = 123,
                               .imod_unsigned = mark,
                               .no_stamp = kind & 4};
    made_mrc(&file, &n);
    for (int32_t i = 0; i < COUNT; i++)
      made_number(&file, real ? (void *)&(float){(float)i} : &i, (size_t)mrcs[_i].bytes, n.big);
    struct source s = expect(-1, 0, 1);
    ck_assert_str_eq(s.type, mrcs[_i].type);
    ck_assert(s.dx == 0 && !*s.dx_note && !s.pose.oriented);
  }
}

/* Bytes have a sign, unless IMOD says that they have none. */
TEST(mrc_bytes)
{
  for (int k = 0; k < 2; k++) {
    struct source s;
    double v[NX * NY];
    name(".mrc");
    made_mrc(&file, &(struct made_mrc){.axes = 123, .imod_unsigned = k});
    for (int i = 0; i < COUNT; i++)
      made_add(&file, &(unsigned char){255}, 1);
    made_write(&file, path, file.length);
    ck_assert_msg(open_channel(&s, -1) == TILE_OK, "%s", e.text);
    ck_assert_int_eq(s.read(&s, 0, v, &e), TILE_OK);
    ck_assert_double_eq(v[0], k ? 255 : -1);
    s.close(&s);
    unlink(path);
  }
}

/* The cell has 10 intervals along each axis; MAPC, MAPR, MAPS say which side of it is along columns. Found by its first
 * bytes under another name. */
TEST(mrc_sides)
{
  name(".map");
  made_mrc(&file, &(struct made_mrc){.big = true, .mode = 1, .axes = 123, .cell = {53.6f, 53.6f, 53.6f}});
  made_values(&file, COUNT, true);
  struct source s = expect(-1, 0, 1);
  ck_assert_double_eq_tol(s.dx, 5.36e-10, 1e-24);
  ck_assert_str_eq(s.dx_note, "MRC");
  made_mrc(&file, &(struct made_mrc){.mode = 1, .axes = 231, .cell = {10, 20, 30}});
  made_values(&file, COUNT, false);
  s = expect(-1, 0, 1);
  ck_assert(s.dx == 0);
  reals_are(s.spacing, 3, REALS(2e-10, 3e-10, 1e-10));
}

/* A stack of two volumes (ISPG 401, MZ 5, NZ 10; MRC2014): each is a channel. Angles of 90 and of 0 are right ones. */
TEST(mrc_stack)
{
  name(".mrc");
  const struct made_mrc n = {
      .mode = 1, .axes = 123, .group = 401, .stack = 2, .cell = {50, 50, 25}, .angle = {90, 90, 0}};
  for (int channel = 0; channel < 2; channel++) {
    made_mrc(&file, &n);
    made_values(&file, 2 * COUNT, false);
    struct source s = expect(channel, channel * COUNT, 1);
    ck_assert_double_eq_tol(s.dx, 5e-10, 1e-18);
  }
}

/* ---- NIfTI ---- */

TEST(nifti_values)
{
  name(".nii");
  for (int kind = 0; kind < 8; kind++) {
    struct made_nifti n = plain;
    n.version = 1 + (kind & 1);
    n.big = kind & 2;
    n.slope = kind & 4 ? 0.5 : 0;
    n.intercept = kind & 4 ? -3 : 99;
    n.offset = n.version == 1 ? 352 : 544;
    made_nifti(&file, &n);
    made_values(&file, COUNT, n.big);
    if (kind & 4)
      made_pack(&file, 0, 31);
    struct source s = expect(-1, kind & 4 ? -3 : 0, kind & 4 ? 0.5 : 1);
    ck_assert_double_eq_tol(s.dx, 5e-6, n.version == 1 ? 1e-18 : 1e-11);
    ck_assert(s.forward == (kind >= 4) && s.means == (kind >= 4) && !s.pose.oriented);
  }
}

/* Both ways to state an orientation, right-handed or not; x and y are converted from RAS to LPS. */
TEST(nifti_pose)
{
  name(".nii");
  struct made_nifti n = plain;
  n.units = 3;
  n.sform = 1;
  memcpy(n.srow, REALS(0, 2, 0, 1, -2, 0, 0, 2, 0, 0, 2, 3), sizeof n.srow);
  for (int form = 0; form < 3; form++) {
    made_nifti(&file, &n);
    made_values(&file, COUNT, false);
    struct source s = expect(-1, 0, 1);
    const double z = form == 2 ? -1 : 1;
    ck_assert_double_eq_tol(s.dx, 2e-6, 1e-12);
    ck_assert_str_eq(s.dx_note, "NIfTI");
    reals_are(s.pose.axis[0], 9, form ? REALS(1, 0, 0, 0, -1, 0, 0, 0, -z) : REALS(0, 2 / 2, 0, -1, 0, 0, 0, 0, 1));
    reals_are(s.pose.origin, 3, form ? REALS(-2e-6, -1e-6, (3 + z) * 1e-6) : REALS(0, -3e-6, 2e-6));
    n.sform = 0; /* then half a turn about x: j = 1 */
    n.qform = 1;
    memcpy(n.pixdim, REALS(form ? -1 : 1, 2, 2, 2), sizeof n.pixdim);
    memcpy(n.quatern, REALS(0, 1, 0), sizeof n.quatern);
    memcpy(n.qoffset, REALS(1, 2, 3), sizeof n.qoffset);
  }
}

/* A matrix that states no volume is passed over for the rotation, or for pixdim; one that contradicts pixdim counts. A
 * warning says each. */
TEST(nifti_contradiction)
{
  static const struct {
    double srow, pixdim;
    int qform;
    double dx;
    const char *said;
    bool oriented;
  } cases[] = {{0, 2, 1, 2e-6, "qform and pixdim count", true},
               {NAN, 2, 1, 2e-6, "qform and pixdim count", true},
               {0, 2, 0, 2e-6, "pixdim counts", false},
               {1, 0.5, 1, 1e-6, "pixdim says 0.5 x 0.5 x 0.5, its sform 1 x 1 x 1", true},
               {2, 2, 1, 2e-6, NULL, true}};
  name(".nii");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct made_nifti n = plain;
    const double m = cases[i].srow, p = cases[i].pixdim;
    n.units = 3;
    n.sform = 1;
    n.qform = cases[i].qform;
    memcpy(n.pixdim, REALS(1, p, p, p), sizeof n.pixdim);
    memcpy(n.srow, REALS(m, 0, 0, 0, 0, m, 0, 0, 0, 0, m, 0), sizeof n.srow);
    made_nifti(&file, &n);
    made_values(&file, COUNT, false);
    struct source s = expect(-1, 0, 1);
    ck_assert_double_eq_tol(s.dx, cases[i].dx, 1e-12);
    ck_assert(s.pose.oriented == cases[i].oriented);
    ck_assert_msg(cases[i].said ? strstr(s.warning, cases[i].said) != NULL : !*s.warning, "case %zu: '%s'", i,
                  s.warning);
  }
}

/* What nifti1_io.c makes of a quaternion longer than 1, and what is said of forms that contradict each other or are not
 * numbers. The sides are 2 um in all. */
TEST(nifti_oddities)
{
  static const struct {
    double b, c, d, at, sform_at;
    int qform, sform;
    const char *said;
    double axis[9];
  } cases[] = {{1, 1, 1, 0, 0, 1, 0, "the quaternion of its qform is longer than 1", {1, -2, 2, -2, 1, 2, -2, -2, -1}},
               {NAN, 0, 0, 0, 0, 1, 0, "its qform, or pixdim, is zero or not finite", {0}},
               {0, 0, 0, NAN, 0, 1, 0, "its position is not finite", {-3, 0, 0, 0, -3, 0, 0, 0, 3}},
               {0, 0, 1, 0, 0, 1, 1, "its sform and its qform state different", {-3, 0, 0, 0, -3, 0, 0, 0, 3}},
               {0, 0, 0, 0, 1, 1, 1, "its sform and its qform state different", {-3, 0, 0, 0, -3, 0, 0, 0, 3}},
               {0, 0, 1, 0, 0, 1, 4, NULL, {-3, 0, 0, 0, -3, 0, 0, 0, 3}}, /* another space */
               {0, 0, 0, 1, 1, 1, 1, NULL, {-3, 0, 0, 0, -3, 0, 0, 0, 3}}};
  name(".nii");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct made_nifti n = plain;
    n.units = 3;
    n.sform = cases[i].sform;
    n.qform = cases[i].qform;
    memcpy(n.pixdim, REALS(1, 2, 2, 2), sizeof n.pixdim);
    memcpy(n.quatern, REALS(cases[i].b, cases[i].c, cases[i].d), sizeof n.quatern);
    memcpy(n.qoffset, REALS(cases[i].at, 0, 0), sizeof n.qoffset);
    memcpy(n.srow, REALS(2, 0, 0, cases[i].sform_at, 0, 2, 0, 0, 0, 0, 2, 0), sizeof n.srow);
    made_nifti(&file, &n);
    made_values(&file, COUNT, false);
    struct source s = expect(-1, 0, 1);
    ck_assert_double_eq_tol(s.dx, 2e-6, 1e-12);
    ck_assert_msg(cases[i].said ? strstr(s.warning, cases[i].said) != NULL : !*s.warning, "case %zu: '%s'", i,
                  s.warning);
    for (int k = 0; k < 9 && s.pose.oriented; k++)
      ck_assert_double_eq_tol(s.pose.axis[k / 3][k % 3], cases[i].axis[k] / 3, 1e-6);
    ck_assert(s.pose.oriented == (cases[i].axis[0] != 0));
  }
}

/* A third of a turn about 1,1,1 takes x to y, y to z and z to x; then x and y are converted from RAS to LPS. */
TEST(nifti_quaternion)
{
  name(".nii");
  struct made_nifti n = plain;
  n.units = 3;
  n.qform = 1;
  memcpy(n.pixdim, REALS(1, 2, 2, 2), sizeof n.pixdim);
  memcpy(n.quatern, REALS(0.5, 0.5, 0.5), sizeof n.quatern);
  made_nifti(&file, &n);
  made_values(&file, COUNT, false);
  struct source s = expect(-1, 0, 1);
  reals_are(s.pose.axis[0], 9, REALS(0, -1, 0, 0, 0, 1, -1, 0, 0));
}

/* Rounded to 24 bits, the three numbers of a step along an oblique axis have a length that differs from pixdim; pixdim
 * counts. */
TEST(nifti_oblique)
{
  name(".nii");
  struct made_nifti n = plain;
  const double c = cos(0.3), z = sin(0.3);
  n.units = 3;
  n.sform = 1;
  memcpy(n.pixdim, REALS(1, 0.5, 0.5, 0.5), sizeof n.pixdim);
  memcpy(n.srow, REALS(0.5 * c, -0.5 * z, 0, 0, 0.5 * z, 0.5 * c, 0, 0, 0, 0, 0.5, 0), sizeof n.srow);
  made_nifti(&file, &n);
  made_values(&file, COUNT, false);
  struct source s = expect(-1, 0, 1);
  ck_assert(s.spacing[0] == s.spacing[2] && s.spacing[1] == s.spacing[2]);
}

/* ---- NumPy ---- */

static void begin_npy(int version, const char *type, const char *order, const char *shape)
{
  char dict[160];
  const int length =
      snprintf(dict, sizeof dict, "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }   \n", type, order, shape);
  begin("\x93NUMPY");
  made_add(&file, (const unsigned char[]){(unsigned char)version, 0}, 2);
  made_number(&file, &length, version == 1 ? 2 : 4, false);
  made_text(&file, dict);
}

static const struct {
  const char *type, *is;
  char kind;
  int bytes;
} npys[] = {
    {"|u1", "u8", 'i', 1},  {"|b1", "u8", 'i', 1},  {"|i1", "i8", 'i', 1},  {"<u2", "u16", 'i', 2},
    {">u2", "u16", 'i', 2}, {"<i2", "i16", 'i', 2}, {"=i4", "i32", 'i', 4}, {">u4", "u32", 'i', 4},
    {"<i8", "i64", 'i', 8}, {">u8", "u64", 'i', 8}, {"<f4", "f32", 'f', 4}, {">f4", "f32", 'f', 4},
    {"<f8", "f64", 'f', 8}, {">f8", "f64", 'f', 8}, {"<f2", "f16", 'h', 2}, {">f2", "f16", 'h', 2},
};

/* Value i of x + 4 (y + 3 z). Halves of whole numbers up to 2048 are exact. */
static void npy_value(size_t t, int i)
{
  const int exponent = i ? 31 - __builtin_clz((unsigned)i) : 0;
  const uint16_t half = (uint16_t)(i ? (exponent + 15) << 10 | ((i << (10 - exponent)) & 1023) : 0);
  const void *value = npys[t].kind == 'h'                         ? (const void *)&half
                      : npys[t].kind == 'f' && npys[t].bytes == 4 ? (const void *)&(float){(float)i}
                      : npys[t].kind == 'f'                       ? (const void *)&(double){i}
                                                                  : (const void *)&(int64_t){i};
  made_number(&file, value, (size_t)npys[t].bytes, npys[t].type[0] == '>');
}

LOOP_TEST(npy_values, sizeof npys / sizeof *npys)
{
  name(".npy");
  for (int kind = 0; kind < 6; kind++) {
    const bool fortran = kind & 1;
    begin_npy(1 + kind / 2, npys[_i].type, fortran ? "True" : "False", kind < 4 ? "(5, 3, 4)" : "(5L, 3L, 4L)");
    for (int i = 0; i < COUNT; i++)
      npy_value((size_t)_i, fortran ? i / 15 + 4 * (i / 5 % 3 + 3 * (i % 5)) : i);
    struct source s = expect(-1, 0, 1);
    ck_assert_str_eq(s.type, npys[_i].is);
    ck_assert_str_eq(s.photometric, "NumPy array");
    ck_assert(!s.forward && s.rereadable && s.dx == 0 && !*s.dx_note);
  }
}

/* Axes of size 1 beside the others, in either order. */
TEST(npy_of_many_axes)
{
  static const char *const shape[] = {"(1, 5, 3, 4)", "(5, 3, 4, 1)", "(1, 5, 1, 3, 4, 1)"};
  name(".npy");
  for (int kind = 0; kind < 6; kind++) {
    const bool fortran = kind & 1;
    begin_npy(1, "|u1", fortran ? "True" : "False", shape[kind / 2]);
    for (int i = 0; i < COUNT; i++)
      npy_value(0, fortran ? i / 15 + 4 * (i / 5 % 3 + 3 * (i % 5)) : i);
    expect(-1, 0, 1);
  }
}

/* One slice, in either order of axes. */
TEST(npy_of_two_axes)
{
  struct source s;
  double values[12];
  name(".npy");
  for (int fortran = 0; fortran < 2; fortran++) {
    begin_npy(1, "|u1", fortran ? "True" : "False", "(3, 4)");
    for (int i = 0; i < 12; i++)
      npy_value(0, fortran ? i / 3 + 4 * (i % 3) : i);
    made_write(&file, path, file.length);
    ck_assert_msg(open_channel(&s, -1) == TILE_OK && s.read(&s, 0, values, &e) == TILE_OK, "%s", e.text);
    ck_assert(s.grid[0] == 4 && s.grid[1] == 3 && s.grid[2] == 1);
    for (int i = 0; i < 12; i++)
      ck_assert_double_eq(values[i], i);
    s.close(&s);
  }
  unlink(path);
}

/* ---- legacy VTK ---- */

static const char vtk[] = "# vtk DataFile Version 3.0\nby hand\n%s\nDATASET STRUCTURED_POINTS\nDIMENSIONS %s\n"
                          "SPACING 2 2 2\nORIGIN 1 2 3\n";

static void begin_vtk(bool binary, bool cells)
{
  char head[200];
  snprintf(head, sizeof head, vtk, binary ? "BINARY" : "ASCII", cells ? "5 4 6" : "4 3 5");
  begin(head);
  made_text(&file, cells ? "CELL_DATA 60\n" : "POINT_DATA 60\n");
}

static void vtk_numbers(bool binary, int first, int count)
{
  char text[16];
  for (int i = first; i < first + count; i++) {
    snprintf(text, sizeof text, i % 9 ? "%d " : "%d\n", i);
    if (binary)
      made_number(&file, &i, 2, true);
    else
      made_text(&file, text);
  }
  made_text(&file, "\n");
}

LOOP_TEST(vtk_values, 4)
{
  const bool binary = _i & 1, cells = _i & 2;
  name(".vtk");
  begin_vtk(binary, cells);
  made_text(&file, "SCALARS grey short\nLOOKUP_TABLE default\n");
  vtk_numbers(binary, 0, COUNT);
  struct source s = expect(-1, 0, 1);
  ck_assert_str_eq(s.dx_note, "VTK file, no unit in the file: mm assumed, see --unit");
  ck_assert_str_eq(s.photometric, "VTK file");
  ck_assert_double_eq_tol(s.dx, 2e-3, 1e-15);
  reals_are(s.pose.axis[0], 9, REALS(1, 0, 0, 0, 1, 0, 0, 0, 1));
  reals_are(s.pose.origin, 3, cells ? REALS(1e-3, 2e-3, 3e-3) : REALS(0, 1e-3, 2e-3));
}

static int open_array(struct source *s, const char *array)
{
  return source_image(s, (char *[]){path}, 1, &(struct image_choice){.channel = -1, .array = array, .unit = "um"}, &e);
}

/* Data before and after the arrays are skipped. */
static void make_vtk_arrays(bool binary, bool scalars)
{
  begin_vtk(binary, false);
  made_text(&file, "VECTORS u short\n");
  vtk_numbers(binary, 500, 3 * COUNT);
  made_text(&file, scalars ? "SCALARS one short 1\nLOOKUP_TABLE table\n" : "FIELD f 1\none 1 60 short\n");
  vtk_numbers(binary, 1000, COUNT);
  made_text(&file, "LOOKUP_TABLE table 15\n");
  vtk_numbers(binary, 0, binary ? 30 : 60); /* bytes, or as many numbers */
  made_text(&file, "METADATA\nINFORMATION 0\n\nFIELD FieldData 2\nfew 1 3 short\n");
  vtk_numbers(binary, 0, 3);
  made_text(&file, "Two 1 60 short\n");
  vtk_numbers(binary, 2000, COUNT);
}

static void expect_array(const char *array, double first, const char *says)
{
  struct source s;
  double values[NX * NY];
  ck_assert_msg(open_array(&s, array) == TILE_OK && s.read(&s, 1, values, &e) == TILE_OK, "%s", e.text);
  for (int i = 0; i < NX * NY; i++)
    ck_assert_double_eq(values[i], first + NX * NY + i);
  ck_assert_str_eq(s.photometric, says);
  ck_assert_str_eq(s.dx_note, "VTK file, no unit in the file: um by --unit");
  s.close(&s);
}

LOOP_TEST(vtk_arrays, 2)
{
  struct source s;
  name(".vtk");
  for (int scalars = 0; scalars < 2; scalars++) {
    make_vtk_arrays(_i, scalars);
    made_write(&file, path, file.length);
    expect_array("one", 1000, "VTK file, array one of 3");
    expect_array("Two", 2000, "VTK file, array Two of 3");
    ck_assert_int_eq(open_array(&s, "few"), TILE_USAGE);
    ck_assert_msg(strstr(e.text, "--array few: there is u, one, Two"), "%s", e.text);
    if (scalars) /* the only scalars: no name is needed */
      expect_array(NULL, 1000, "VTK file, array one of 3");
    else
      ck_assert_int_eq(open_array(&s, NULL), TILE_REJECTED);
  }
  unlink(path);
}

/* ---- several volumes ---- */

/* Components have their own axis, after that of times. */
LOOP_TEST(nifti_times, 2)
{
  struct made_nifti n = plain;
  name(".nii");
  n.axes = 4 + _i;
  n.dim[3] = _i ? 1 : 3;
  n.dim[4] = 3;
  made_nifti(&file, &n);
  made_values(&file, 3 * COUNT, false);
  expect_several(1, 3, "contains 3 volumes (times or components)");
}

/* ---- integers of 64 bits ---- */

static const struct {
  const char *type, *ending, *header; /* NULL: NIfTI of this datatype */
  int datatype;
  bool big;
} longs[] = {
    {"i64", ".mha", "NDims = 3\nDimSize = 4 3 5\nElementType = MET_LONG_LONG\nElementDataFile = LOCAL\n", 0, false},
    {"u64", ".mha",
     "NDims = 3\nDimSize = 4 3 5\nElementType = MET_ULONG_LONG\nBinaryDataByteOrderMSB = True\n"
     "ElementDataFile = LOCAL\n",
     0, true},
    {"i64", ".nrrd", "NRRD0004\ntype: long long int\ndimension: 3\nsizes: 4 3 5\nencoding: raw\nendian: big\n\n", 0,
     true},
    {"u64", ".nrrd", "NRRD0004\ntype: uint64\ndimension: 3\nsizes: 4 3 5\nencoding: raw\nendian: little\n\n", 0, false},
    {"i64", ".nii", NULL, 1024, false},
    {"u64", ".nii", NULL, 1280, true},
};

/* Neighbours that are equal as doubles are kept exactly. */
LOOP_TEST(integers_of_64_bits, sizeof longs / sizeof *longs)
{
  struct source s;
  uint64_t slice[NX * NY];
  const bool is_signed = *longs[_i].type == 'i';
  const uint64_t first = is_signed ? (uint64_t)-9007199254741000 : UINT64_MAX - COUNT;
  struct made_nifti n = plain;
  n.datatype = longs[_i].datatype;
  n.big = longs[_i].big;
  name(longs[_i].ending);
  begin(longs[_i].header ? longs[_i].header : "");
  if (!longs[_i].header)
    made_nifti(&file, &n);
  for (uint64_t i = 0; i < COUNT; i++)
    made_number(&file, &(uint64_t){first + i}, 8, longs[_i].big);
  made_write(&file, path, file.length);
  ck_assert_msg(open_channel(&s, -1) == TILE_OK, "%s", e.text);
  ck_assert_str_eq(s.type, longs[_i].type);
  for (uint64_t z = 0; z < NZ; z++) {
    double values[NX * NY];
    ck_assert_int_eq(s.read_typed(&s, 0, (int64_t)z, slice, &e) || s.read(&s, (int64_t)z, values, &e), TILE_OK);
    for (uint64_t i = 0; i < NX * NY; i++) {
      const uint64_t expected = first + z * NX * NY + i;
      ck_assert(slice[i] == expected && values[i] == (is_signed ? (double)(int64_t)expected : (double)expected));
    }
  }
  s.close(&s);
  unlink(path);
}

int main(void)
{
  return run_tests("volume", 60, CK_FORK_GETENV);
}
