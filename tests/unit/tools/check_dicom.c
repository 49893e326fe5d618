/* SPDX-License-Identifier: BSD-3-Clause */
/* DICOM series and frames: order, size and position of voxels, every refusal, damage. Skipped without GDCM. */
#include <config.h>

#include "dicom.h"
#include "dicom_made.h"
#include "suite.h"

#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NX = 4, NY = 3, SLICE = NX * NY, MOST = 9 };

static struct tile_error e;
static struct made file;
static char folder[48], *path[MOST];

static void make_folder(void)
{
  snprintf(folder, sizeof folder, "check_dicom.%d", (int)getpid());
  mkdir(folder, 0777);
  for (int i = 0; i < MOST; i++)
    ck_assert_int_gt(asprintf(&path[i], "%s/slice%d.dcm", folder, i), 0);
}

static void remove_folder(void)
{
  for (int i = 0; i < MOST; i++) {
    unlink(path[i]);
    free(path[i]);
  }
  rmdir(folder);
}

static void put(int i, const struct made_dicom *d)
{
  made_dicom(&file, d);
  made_write(&file, path[i], file.length);
}

/* A plain slice at x, y, z (mm). */
static struct made_dicom at(double x, double y, double z)
{
  static char text[MOST][80];
  static int next;
  struct made_dicom d = made_dicom_plain;
  next = (next + 1) % MOST;
  snprintf(text[next], sizeof *text, "%.6g\\%.6g\\%.6g", x, y, z);
  d.position = text[next];
  return d;
}

static int open_all(struct source *s, int count)
{
  return source_image(s, path, count, &(struct image_choice){.channel = -1}, &e);
}

/* The values of slice z must start with first[z] and grow by step. */
static void compare(struct source *s, const double *first, double step)
{
  double values[SLICE];
  for (int64_t i = 0; i < 2 * s->grid[2]; i++) {
    int64_t z = i < s->grid[2] ? i : 2 * s->grid[2] - 1 - i; /* forwards and backwards */
    ck_assert_msg(s->read(s, z, values, &e) == TILE_OK, "%s", e.text);
    for (int v = 0; v < SLICE; v++)
      ck_assert_double_eq(values[v], first[z] + step * v);
  }
}

static void reals_are(const double *found, int count, const double *expected)
{
  for (int i = 0; i < count; i++)
    ck_assert_msg(fabs(found[i] - expected[i]) <= 1e-9, "%d: %.12g instead of %.12g", i, found[i], expected[i]);
}

#define REALS(...) \
  (const double[]) \
  {                \
    __VA_ARGS__    \
  }

/* The order of files and their names do not matter. */
TEST(slices_are_sorted_by_position)
{
  static const int height[5] = {3, 0, 4, 1, 2};
  struct source s;
  for (int i = 0; i < 5; i++) {
    struct made_dicom d = at(1, 2, 3 + 0.5 * height[i]);
    d.first = -100 + 20 * height[i];
    put(i, &d);
  }
  ck_assert_msg(open_all(&s, 5) == TILE_OK, "%s", e.text);
  ck_assert(s.grid[0] == NX && s.grid[1] == NY && s.grid[2] == 5 && !s.means && s.rereadable && !s.forward);
  ck_assert_double_eq_tol(s.dx, 5e-4, 1e-15);
  ck_assert_str_eq(s.dx_note, "DICOM");
  ck_assert_str_eq(s.photometric, "MONOCHROME2");
  reals_are(s.pose.axis[0], 9, REALS(1, 0, 0, 0, 1, 0, 0, 0, 1));
  reals_are(s.pose.origin, 3, REALS(0.00075, 0.00175, 0.00275));
  compare(&s, REALS(-100, -80, -60, -40, -20), 1);
  s.close(&s);
}

/* Coronal slices, 2 mm apart, with pixels of 0.25 mm along x and 0.5 mm along y; each slice has its own scale. The
 * normal is x cross y, so that z runs towards the front: the first slice is the rearmost. */
TEST(sides_and_scale)
{
  static const char *const slopes[] = {"2", "0.5", "1"};
  struct source s;
  for (int i = 0; i < 3; i++) {
    struct made_dicom d = at(0, 2 * i, 0);
    d.orientation = "1\\0\\0\\0\\0\\1";
    d.spacing = "0.5\\0.25";
    d.slope = slopes[i];
    d.intercept = "-1024";
    d.bits = 8;
    d.is_signed = 0;
    put(i, &d);
  }
  ck_assert_msg(open_all(&s, 3) == TILE_OK, "%s", e.text);
  ck_assert(s.dx == 0 && s.means);
  ck_assert_str_eq(s.type, "u8");
  ck_assert_str_eq(s.photometric, "MONOCHROME2, each slice with its own scale");
  reals_are(s.spacing, 3, REALS(0.00025, 0.0005, 0.002));
  reals_are(s.pose.axis[2], 3, REALS(0, -1, 0));
  reals_are(s.pose.origin, 3, REALS(-0.000125, 0.005, -0.00025));
  double values[SLICE];
  for (int z = 0; z < 3; z++) {
    ck_assert_int_eq(s.read(&s, z, values, &e), TILE_OK);
    ck_assert_double_eq(values[6], 6 * strtod(slopes[2 - z], NULL) - 1024);
  }
  s.close(&s);
}

TEST(one_slice)
{
  struct source s;
  struct made_dicom d = made_dicom_plain;
  d.position = NULL;
  d.slope = "3";
  put(0, &d);
  ck_assert_msg(open_all(&s, 1) == TILE_OK, "%s", e.text);
  ck_assert(s.dx == 0 && !s.pose.oriented && s.grid[2] == 1);
  ck_assert_str_eq(s.photometric, "MONOCHROME2, scaled: 3 x stored + 0");
  compare(&s, REALS(0), 3);
  s.close(&s);
}

/* ---- refusals ---- */

static void refused(int count, const char *says)
{
  struct source s;
  int code = open_all(&s, count);
  if (!code) {
    double values[1 << 10];
    for (int64_t z = 0; z < s.grid[2] && !code; z++)
      code = s.read(&s, z, values, &e);
    s.close(&s);
  }
  ck_assert_msg(code == TILE_REJECTED, "accepted: %s", says);
  ck_assert_msg(strstr(e.text, says) && !strchr(e.text, '\n'), "%s instead of %s", e.text, says);
}

/* Six slices at the given positions. */
#define SERIES(x, y, z)                          \
  for (int i = 0; i < 6; i++) {                  \
    struct made_dicom slice = at((x), (y), (z)); \
    put(i, &slice);                              \
  }

TEST(uneven_series_are_refused)
{
  char says[160];
  SERIES(0, 0, i + (i > 2))
  snprintf(says, sizeof says, "1 slice is missing between %s and %s (2 mm apart, others 1 mm)", path[2], path[3]);
  refused(6, says);
  SERIES(0, 0, i + 2 * (i > 3))
  refused(6, "2 slices are missing between");
  SERIES(0, 0, i + 0.3 * (i > 3))
  refused(6, "the spacing is uneven");
  SERIES(0, 0.2 * i, i)
  refused(6, "the gantry was tilted: each slice is shifted");
  ck_assert_ptr_nonnull(strstr(e.text, "0 mm along x, 0.2 mm along y, 11.3 degrees"));
  SERIES(0, 0, i / 2)
  refused(6, "have the same position (several times or echoes?)");
}

TEST(mixed_series_are_refused)
{
  struct made_dicom d;
  char says[160];
  SERIES(0, 0, i)
  d = at(0, 0, 6);
  d.series = "1.2.3.5";
  put(6, &d);
  refused(7, "these files belong to several series: give the files of one only: 1.2.3.4 (6 slices, as ");
  snprintf(says, sizeof says, "1.2.3.5 (1 slice, as %s)", path[6]);
  refused(7, says);
}

#define SEGMENTS "1.2.840.10008.5.1.4.1.1.66.4"
#define DOSE "1.2.840.10008.5.1.4.1.1.481.2"

static const struct {
  struct made_dicom but; /* members that differ from those of a plain slice */
  const char *says;
} odd[] = {
    {{.nx = 5}, "differs: 5 x 3 i16 MONOCHROME2, but "},
    {{.photometric = "MONOCHROME1"}, "differs: 4 x 3 i16 MONOCHROME1"},
    {{.bits = 8}, "differs: 4 x 3 i8"},
    {{.spacing = "0.5\\0.6"}, "its pixels are 0.6 x 0.5 mm"},
    {{.spacing = ""}, "states no position (ImagePositionPatient"},
    {{.position = "1\\2"}, "states no position"},
    {{.orientation = "0\\1\\0\\0\\0\\1"}, "has another orientation than"},
    {{.frames = "3"}, "does not contain the 3 frames that its header states"},
    {{.samples = 3, .photometric = "RGB"}, "is RGB, not grey levels: convert it"},
    {{.photometric = "PALETTE COLOR"}, "is PALETTE COLOR, not grey levels"},
    {{.photometric = ""}, "does not say what its numbers mean (PhotometricInterpretation)"},
    {{.class = SEGMENTS, .bits = 1}, "is a DICOM segmentation (SEG), whose frames are parts of slices"},
    {{.class = DOSE, .fragments = 1}, "is an RT dose, not an image of grey levels"},
    {{.slope = "0"}, "its RescaleSlope is 0"},
};

LOOP_TEST(odd_slices_are_refused, sizeof odd / sizeof *odd)
{
  struct made_dicom d;
  SERIES(0, 0, i)
  const struct made_dicom *but = &odd[_i].but;
  d = at(0, 0, 6);
#define TAKE(member) d.member = but->member ? but->member : d.member
  TAKE(nx);
  TAKE(bits);
  TAKE(samples);
  TAKE(photometric);
  TAKE(spacing);
  TAKE(position);
  TAKE(orientation);
  TAKE(frames);
  TAKE(slope);
  TAKE(class);
  TAKE(fragments);
  put(6, &d);
  refused(7, odd[_i].says);
  ck_assert_ptr_nonnull(strstr(e.text, path[6]));
}

/* ---- several frames in a file ---- */

static const char *const heights[] = {"1\\2\\5", "1\\2\\3", "1\\2\\4"}, *const slopes[] = {"1", "2", "1"};

/* Frames: not packed, packed as one fragment each, or as two fragments each with a table of frame offsets. */
static struct made_dicom frames_of(int kind)
{
  struct made_dicom d = made_dicom_plain;
  d.position = d.orientation = d.spacing = NULL;
  d.count = 3;
  d.frames = "3";
  d.fragments = kind;
  d.table = kind == 2;
  d.orientation = "1\\0\\0\\0\\1\\0";
  d.spacing = "1\\1";
  return d;
}
enum { PACKINGS = 3 };

LOOP_TEST(frames_are_sorted_by_position, PACKINGS)
{
  struct source s;
  double values[SLICE];
  struct made_dicom d = frames_of(_i);
  d.positions = heights;
  d.slopes = slopes;
  d.first = -5;
  put(0, &d);
  ck_assert_msg(open_all(&s, 1) == TILE_OK, "%s", e.text);
  ck_assert(s.grid[0] == NX && s.grid[1] == NY && s.grid[2] == 3 && s.pose.placed);
  ck_assert_double_eq_tol(s.dx, 1e-3, 1e-15);
  reals_are(s.pose.origin, 3, REALS(0.0005, 0.0015, 0.0025));
  for (int z = 2; z >= 0; z--) {
    static const int frame[] = {1, 2, 0};
    ck_assert_msg(s.read(&s, z, values, &e) == TILE_OK, "%s", e.text);
    for (int v = 0; v < SLICE; v++)
      ck_assert_double_eq(values[v], (z ? 1 : 2) * (-5 + frame[z] * SLICE + v));
  }
  s.close(&s);
}

/* Two frames at each position of one file, as of two times, in both orders of the file: each time is a channel. */
LOOP_TEST(times_are_channels, 2)
{
  static const char *const orders[2][6] = {{"0\\0\\0", "0\\0\\1", "0\\0\\2", "0\\0\\0", "0\\0\\1", "0\\0\\2"},
                                           {"0\\0\\0", "0\\0\\0", "0\\0\\1", "0\\0\\1", "0\\0\\2", "0\\0\\2"}};
  struct source s;
  struct made_dicom d = frames_of(0);
  d.positions = orders[_i];
  d.count = 6;
  d.frames = "6";
  put(0, &d);
  refused(1, "slice0.dcm: has 2 frames at each position (times, echoes or segments): choose one with --channel N");
  for (int time = 0; time < 2; time++) {
    ck_assert_msg(source_image(&s, path, 1, &(struct image_choice){.channel = time}, &e) == TILE_OK, "%s", e.text);
    ck_assert(s.grid[2] == 3 && s.pose.placed);
    const double step = _i ? 2 * SLICE : SLICE, first = _i ? time * SLICE : 3 * time * SLICE;
    compare(&s, REALS(first, first + step, first + 2 * step), 1);
    s.close(&s);
  }
  ck_assert_int_eq(source_image(&s, path, 1, &(struct image_choice){.channel = 2}, &e), TILE_USAGE);
  ck_assert_ptr_nonnull(strstr(e.text, "has 2 frames at each position, numbered from 0"));
}

/* One value, or a range in either order; a negative one may be stated as a US element (part 3, C.7.5.1.1.2). */
static const struct {
  int is_signed, first, padded, padding[2];
  double none[2];
  const char *said;
} padding[] = {{1, -6, 1, {-2, 0}, {-2, -2}, "-2"},
               {1, -6, 1, {65534, 0}, {-2, -2}, "-2"},
               {1, -6, 2, {-2, -4}, {-4, -2}, "-4 to -2"},
               {0, 0, 1, {5, 0}, {5, 5}, "5"},
               {0, 65530, 2, {65531, 65533}, {65531, 65533}, "65531 to 65533"}};

LOOP_TEST(padding_is_no_value, sizeof padding / sizeof *padding)
{
  struct source s;
  double values[SLICE];
  struct made_dicom d = made_dicom_plain;
  d.is_signed = padding[_i].is_signed;
  d.first = padding[_i].first;
  d.padded = padding[_i].padded;
  memcpy(d.padding, padding[_i].padding, sizeof d.padding);
  d.slope = "2";
  put(0, &d);
  ck_assert_msg(open_all(&s, 1) == TILE_OK, "%s", e.text);
  ck_assert(s.padded);
  ck_assert_str_eq(s.padding, padding[_i].said);
  ck_assert_int_eq(s.read(&s, 0, values, &e), TILE_OK);
  for (int v = 0; v < SLICE; v++) {
    const int stored = d.is_signed ? d.first + v : (d.first + v) & 0xffff;
    if (stored >= padding[_i].none[0] && stored <= padding[_i].none[1])
      ck_assert(isnan(values[v]));
    else
      ck_assert_double_eq(values[v], 2 * stored);
  }
  s.close(&s);
}

/* Frames without positions are taken in the order of the file. */
LOOP_TEST(frames_are_stacked, PACKINGS)
{
  struct source s;
  struct made_dicom d = frames_of(_i);
  put(0, &d);
  ck_assert_msg(open_all(&s, 1) == TILE_OK, "%s", e.text);
  ck_assert(s.grid[2] == 3 && s.dx == 0 && s.spacing[0] == 0 && !s.pose.oriented);
  ck_assert_ptr_nonnull(strstr(s.dx_note, "does not state the spacing of its frames or pixels"));
  compare(&s, REALS(0, SLICE, 2 * SLICE), 1);
  s.close(&s);
  d.between = "-1";
  put(0, &d);
  ck_assert_msg(open_all(&s, 1) == TILE_OK, "%s", e.text);
  ck_assert(fabs(s.dx - 1e-3) < 1e-15 && !s.pose.oriented);
  s.close(&s);
  put(1, &d);
  refused(2, "has several frames without positions: give this file only");
  d.increment = "33";
  put(0, &d);
  refused(1, "its frames are not slices but times or angles");
}

static const struct {
  const char *positions[3], *frames;
  int fragments;
  const char *says;
} odd_frames[] = {
    {{"0\\0\\0", "0\\0\\1", "0\\0\\3"}, "3", 0, "the spacing is uneven"},
    {{"0\\0\\0", "0\\0\\1", "0\\0\\1"}, "3", 0, "slice0.dcm frame 2 have the same position"},
    {{"0\\0\\0", "0\\0.5\\1", "0\\1\\2"}, "3", 0, "the gantry was tilted"},
    {{"0\\0\\0", "0\\0", "0\\0\\2"}, "3", 0, "frame 1: states no position"},
    {{"0\\0\\0", "0\\0\\1", NULL}, "3", 0, "does not describe each of its frames"},
    {{"0\\0\\0", "0\\0\\1", "0\\0\\2"}, "2", 0, "has 72 bytes of pixels, but 2 frames are 48"},
    {{"0\\0\\0", "0\\0\\1", "0\\0\\2"}, NULL, 0, "has 72 bytes of pixels, but 1 frame is 24"},
    {{"0\\0\\0", "0\\0\\1", "0\\0\\2"}, "4", 0, "does not contain the 4 frames"},
    {{"0\\0\\0", "0\\0\\1", "0\\0\\2"}, "3", 2, "does not state where its frames begin (BasicOffsetTable)"},
};

LOOP_TEST(odd_frames_are_refused, sizeof odd_frames / sizeof *odd_frames)
{
  struct made_dicom d = frames_of(0);
  d.positions = odd_frames[_i].positions;
  d.frames = odd_frames[_i].frames;
  d.fragments = odd_frames[_i].fragments;
  put(0, &d);
  refused(1, odd_frames[_i].says);
}

/* 12 bits of 16 are used: the bits above them are ignored; signed values take their sign from bit 11. */
LOOP_TEST(unused_bits_are_cleared, 2)
{
  struct source s;
  double values[SLICE];
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    struct made_dicom d = _i ? frames_of(0) : made_dicom_plain;
    d.used = 12;
    d.is_signed = is_signed;
    d.first = 0x5ffe;
    put(0, &d);
    ck_assert_msg(open_all(&s, 1) == TILE_OK && s.read(&s, 0, values, &e) == TILE_OK, "%s", e.text);
    ck_assert(values[0] == (is_signed ? -2 : 4094) && values[1] == (is_signed ? -1 : 4095) && values[2] == 0);
    s.close(&s);
  }
}

/* ---- damage: GDCM may crash, our program must not. Each read needs a process, so that only some bytes are tried
 * ---- */

static int read_one(void)
{
  struct source s;
  double values[SLICE];
  int code = open_all(&s, 1);
  if (code)
    return code;
  for (int64_t z = 0; z < s.grid[2] && !code && s.grid[0] == NX && s.grid[1] == NY; z++)
    code = s.read(&s, z, values, &e);
  s.close(&s);
  return code;
}

LOOP_TEST(cut_files_are_rejected, 1 + PACKINGS)
{
  struct made_dicom d = _i ? frames_of(_i - 1) : made_dicom_plain;
  d.positions = _i ? heights : NULL;
  put(0, &d);
  ck_assert_int_eq(read_one(), TILE_OK);
  for (size_t length = 0; length < file.length; length += length < 132                ? 44
                                                          : !slow()                   ? 41
                                                          : length + 40 < file.length ? 5
                                                                                      : 1) {
    made_write(&file, path[0], length);
    int code = read_one();
    ck_assert_msg(code == TILE_REJECTED && strstr(e.text, path[0]) && !strchr(e.text, '\n'), "%zu: %d %s", length, code,
                  code ? e.text : "");
  }
}

LOOP_TEST(flipped_bytes_are_read_or_rejected, 1 + PACKINGS)
{
  struct made_dicom d = _i ? frames_of(_i - 1) : made_dicom_plain;
  d.positions = _i ? heights : NULL;
  put(0, &d);
  for (size_t at_byte = 132; at_byte < file.length; at_byte += slow() ? 5 : 43) {
    file.bytes[at_byte] ^= 0x81;
    made_write(&file, path[0], file.length);
    int code = read_one();
    file.bytes[at_byte] ^= 0x81;
    ck_assert_msg(code == TILE_OK || (code == TILE_REJECTED && !strchr(e.text, '\n')), "at %zu: %s", at_byte, e.text);
  }
}

static bool gdcm_is_here(void)
{
  struct worker w = DICOM_WORKER;
  struct dicom_frame none;
  dicom_read_slice(&w, &none, "nowhere", 0, &e);
  worker_end(&w);
  return !strstr(e.text, "built without");
}

int main(void)
{
  signal(SIGPIPE, SIG_IGN); /* as the programs do */
  if (!gdcm_is_here()) {
    fprintf(stderr, "check_dicom: skipped: %s\n", e.text);
    return 77;
  }
  tcase_add_checked_fixture(suite_tests(), make_folder, remove_folder);
  return run_tests("dicom", 120, CK_FORK_GETENV);
}
