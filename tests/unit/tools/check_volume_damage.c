/* SPDX-License-Identifier: BSD-3-Clause */
/* MetaImage, NRRD and NIfTI: refusals, and every cut and flipped byte of a small file of each. */
#include <config.h>

#include "volume_test.h"

/* ---- refusals ---- */

#define VTK "# vtk DataFile Version 2.0\n\n"
#define SPACES10 "          "
#define SPACES50 SPACES10 SPACES10 SPACES10 SPACES10 SPACES10
#define SPACES SPACES50 SPACES50 SPACES50 SPACES50 SPACES50

static const struct refusal {
  const char *ending, *header, *says;
} refusals[] = {
    {".mha", "", "has no ElementDataFile"},
    {".mha", "ObjectType = Tube\nElementDataFile = LOCAL\n", "is not an image but a Tube"},
    {".mha", "NDims = 5\nElementDataFile = LOCAL\n", "has 5 axes"},
    {".mha",
     "NDims = 4\nDimSize = 1 1 1 2\nElementType = MET_CHAR\nTransformMatrix = 1 0 0 0 0 1 0 0 0 0 0 1 0 0 1 "
     "0\nElementDataFile = LOCAL\nab",
     "its fourth axis (TransformMatrix)"},
    {".mha", "NDims = 3\nDimSize = 4 3\nElementDataFile = LOCAL\n", "its size (DimSize) must be 3 whole numbers"},
    {".mha", "NDims = 3\nDimSize = 4 -3 5\nElementDataFile = LOCAL\n", "its size (DimSize)"},
    {".mha", "NDims = 3\nDimSize = 4 3 5\nElementType = MET_STRING\nElementDataFile = LOCAL\n",
     "MET_STRING cannot be read"},
    {".mha",
     "NDims = 3\nDimSize = 4 3 5\nElementType = MET_CHAR\nBinaryData = False\nCompressedData = True\nElementDataFile = "
     "LOCAL\n",
     "values are compressed text"},
    {".mha", "NDims = 3\nDimSize = 4 3 5\nElementType = MET_CHAR\nBinaryData = False\nElementDataFile = LOCAL\n1 2 3\n",
     "too short for the 60 numbers in text"},
    {".mha",
     "NDims = 3\nDimSize = 4 3 5\nElementType = MET_CHAR\nCompressedData = True\nHeaderSize = -1\nElementDataFile = "
     "LOCAL\nabcdef",
     "its values are the last bytes of the file by its header"},
    {".mha", "NDims = 3\nDimSize = 4 3 5\nElementType = MET_CHAR\nElementDataFile = LIST\n", "in several files"},
    {".mha", "NDims = 3\nDimSize = 4 3 5\nElementType = MET_CHAR\nElementDataFile = page%03d.raw 1 5 1\n",
     "in several files"},
    {".mha", "NDims = 3\nDimSize = 4 3 5\nElementType = MET_CHAR\nElementDataFile = nowhere.raw\n",
     "nowhere.raw: No such file or directory; it is named in "},
    {".mha", "NDims = 3\nDimSize = 4 3 5\nElementType = MET_CHAR\nElementDataFile = LOCAL\nabc",
     "60 bytes of values are needed (is it cut off?), found 3"},
    {".mha", "NDims = 2\nDimSize = 1 2\nElementType = MET_CHAR\nElementDataFile = LOCAL\nabc",
     "2 bytes of values are expected, found 3"},
    {".mha",
     "NDims = 3\nDimSize = 2000000000 2000000000 2000000000\nElementType = MET_CHAR\nElementDataFile = LOCAL\nabc",
     "impossible"},
    {".mha",
     "NDims = 3\nDimSize = 2000000 2000 2000\nElementType = MET_CHAR\nCompressedData = True\nElementDataFile = "
     "LOCAL\nabc",
     "so few bytes cannot contain"},
    {".mha",
     "NDims = 3\nDimSize = 1 1 1\nElementType = MET_CHAR\nTransformMatrix = 1 0 0 1 1 0 0 0 1\nElementDataFile = "
     "LOCAL\na",
     "not at right angles"},
    {".mha", "NDims = 3\nDimSize = 1 1 1\nElementType = MET_CHAR\nElementSpacing = 1 nan 1\nElementDataFile = LOCAL\na",
     "ElementSpacing must be a finite number for each axis"},
    {".nrrd", "PNG", "does not begin with NRRD000"},
    {".nrrd", "NRRD0004\n\n", "has unknown axes"},
    {".nrrd", "NRRD0004\ndimension: 6\n\n", "has 6 axes"},
    {".nrrd", "NRRD0004\ndimension: 3\nsizes: 1 0 1\n\n", "sizes must be 3 whole numbers"},
    {".nrrd", "NRRD0004\ndimension: 4\nsizes: 4 4 2 4\nkinds: domain domain time domain\n\n",
     "its axis 2 is not a space axis"},
    {".nrrd", "NRRD0004\ndimension: 4\nsizes: 4 4 4 2\nkinds: domain domain domain domain\n\n",
     "its axis 3 is not a space axis"},
    {".nrrd", "NRRD0004\ndimension: 3\nsizes: 1 1 1\ntype: block\n\n", "block cannot be read"},
    {".nrrd", "NRRD0004\ndimension: 3\nsizes: 1 1 1\ntype: uint8\nencoding: hex\n\n",
     "encoding hex cannot be read: save it with raw or gzip (unu save"},
    {".nrrd", "NRRD0004\ndimension: 3\nsizes: 1 1 1\ntype: short\nencoding: raw\n\nab",
     "does not state its byte order"},
    {".nrrd", "NRRD0004\ndimension: 3\nsizes: 1 1 1\ntype: uint8\nencoding: raw\nline skip: 1.5\n\n",
     "line skip 1.5 and byte skip"},
    {".nrrd", "NRRD0004\ndimension: 3\nsizes: 1 1 1\ntype: uint8\nencoding: raw\nline skip: 2\n\na\nb",
     "fewer lines than its line skip says"},
    {".nrrd", "NRRD0004\ndimension: 3\nsizes: 4 2 1\ntype: uint8\nencoding: raw\n\n12345678abcd",
     "8 bytes of values are expected, found 12"},
    {".nhdr",
     "NRRD0004\ndimension: 3\nsizes: 4 2 1\ntype: uint8\nencoding: raw\nline skip: 1\ndata file: nowhere.raw\n\n",
     "line skip: nowhere.raw: No such file"},
    {".nrrd", "NRRD0004\ndimension: 3\nsizes: 1 1 1\ntype: uint8\nencoding: raw\nspace directions: (1,0,0) (0,1,0)\n\n",
     "space directions must be 3 vectors of numbers for its axes, or none"},
    {".nrrd",
     "NRRD0004\ndimension: 3\nsizes: 1 1 1\ntype: uint8\nencoding: raw\nspace directions: (1,0,0,1) (0,1,0,0) "
     "(0,0,1,0)\n\n",
     "space directions must be 3 vectors"},
    {".nrrd",
     "NRRD0004\ndimension: 3\nsizes: 1 1 1\ntype: uint8\nencoding: raw\nspace directions: (1,0,0) (0,1,0) (0,1,1)\n\na",
     "not at right angles"},
    {".nrrd",
     "NRRD0004\ndimension: 3\nsizes: 1 1 1\ntype: uint8\nencoding: raw\nspacings: 1 1 1\nunits: \"mm\" \"mm\" "
     "\"s\"\n\na",
     "different units"},
    {".nhdr", "NRRD0004\ndimension: 3\nsizes: 1 1 1\ntype: uint8\nencoding: raw\ndata file: LIST\na.raw\n",
     "in several files"},
    {".nii", "", "is too short for a NIfTI file"},
    {".vtk", "VTK", "is not a legacy VTK file"},
    {".vtk", VTK "BINAR\n", "does not say ASCII or BINARY"},
    {".vtk", VTK "ASCII\nDATASET POLYDATA\n", "is a VTK file of POLYDATA, not of STRUCTURED_POINTS"},
    {".vtk", VTK "ASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 0 2\n", "DIMENSIONS must be three"},
    {".vtk", VTK "ASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 1 2\n", "contains no values"},
    {".vtk", VTK "ASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 1 2\nPOINT_DATA 5\n",
     "does not go with its DIMENSIONS"},
    {".vtk", VTK "ASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 1 2\nPOINT_DATA 4\nSCALARS a int\n1 2 3 4\n",
     "not followed by a LOOKUP_TABLE"},
    {".vtk",
     VTK "ASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 1 2\nPOINT_DATA 4\nSCALARS a text\nLOOKUP_TABLE default\n",
     "of type text cannot be read"},
    {".vtk",
     VTK "BINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 1 2\nPOINT_DATA 4\nSCALARS a bit\nLOOKUP_TABLE default\na",
     "array a: bits cannot be read"},
    {".vtk",
     VTK "BINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS 20000 20000 20000\nPOINT_DATA 8000000000000\nSCALARS a "
         "int\nLOOKUP_TABLE default\na",
     "bytes of values are needed"},
    {".vtk",
     VTK "ASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 1 2\nPOINT_DATA 4\nSCALARS a int\nLOOKUP_TABLE default\n1 2 3 "
         "4\nSCALARS b int\nLOOKUP_TABLE default\n1 2 3 4\n",
     "contains several arrays (a, b): say which to read, with --array NAME"},
    {".vtk",
     VTK "ASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 1 2\nPOINT_DATA 4\nSCALARS a int\nLOOKUP_TABLE default\n1 2 3 "
         "4 5\n",
     "'5' in its header is not understood"},
    {".npy", "\x93NUMP", "is not a NumPy array, or is cut off"},
    {".npy", "\x93NUMPY\7\1aaaaaa", "of version 7, which is unknown"},
    {".npy", "\x93NUMPY\1\1aaaaaa", "is cut off within its header"},
    {".npy", "\x93NUMPY\2\1aaaaaa", "not that of an array of numbers"},
    {".npy", "\x93NUMPY\1\1\50\1{'descr': '<c8', 'fortran_order': False, 'shape': (2, 2), }" SPACES,
     "numbers of type <c8 cannot be read"},
    {".npy", "\x93NUMPY\1\1\50\1{'descr': '|O', 'fortran_order': False, 'shape': (2, 2), }" SPACES,
     "numbers of type |O cannot be read"},
    {".npy", "\x93NUMPY\1\1\50\1{'descr': [('a', '<u2')], 'fortran_order': False, 'shape': (2, 2), }" SPACES,
     "not an array of plain numbers"},
    {".npy", "\x93NUMPY\1\1\50\1{'descr': '<u2', 'fortran_order': False, 'shape': (2, -2), }" SPACES,
     "not an array of plain numbers"},
    {".npy", "\x93NUMPY\1\1\50\1{'descr': '<u2', 'fortran_order': True, 'shape': (2, 2, 2, 2), }" SPACES,
     "has 4 axes in Fortran order: save a volume of three"},
    {".npy", "\x93NUMPY\1\1\50\1{'descr': '<u2', 'fortran_order': False, 'shape': (), }" SPACES, "has 0 axes"},
    {".npy", "\x93NUMPY\1\1\50\1{'descr': '<u2', 'fortran_order': False, 'shape': (2, 0), }" SPACES, "impossible"},
    {".npy", "\x93NUMPY\1\1\50\1{'descr': '<u2', 'fortran_order': True, 'shape': (100000, 100000, 100000), }" SPACES,
     "bytes of values are needed"},
};

static void expect_refusal(const char *says)
{
  struct source s;
  made_write(&file, path, file.length);
  ck_assert_msg(open_channel(&s, -1) == TILE_REJECTED, "accepted: %s", says);
  ck_assert_msg(strstr(e.text, says) && strstr(e.text, path) && !strchr(e.text, '\n'), "%s instead of %s", e.text,
                says);
  unlink(path);
}

LOOP_TEST(what_is_refused, sizeof refusals / sizeof *refusals)
{
  name(refusals[_i].ending);
  begin(refusals[_i].header);
  expect_refusal(refusals[_i].says);
}

TEST(nifti_refused)
{
  name(".nii");
  struct made_nifti n = plain;
  n.axes = 5;
  n.dim[3] = n.dim[4] = 32767;
  made_nifti(&file, &n);
  expect_refusal("bytes of values are needed");
  n = plain;
  n.datatype = 1792;
  made_nifti(&file, &n);
  expect_refusal("values of type 1792 cannot be read");
  n = plain;
  n.offset = 20;
  made_nifti(&file, &n);
  expect_refusal("vox_offset");
  made_nifti(&file, &plain);
  memcpy(file.bytes + 344, "ni1", 3);
  expect_refusal("values are in another file (.img)");
}

TEST(mrc_refused)
{
  name(".mrc");
  begin("MRC");
  expect_refusal("is too short for an MRC file");
  made_mrc(&file, &(struct made_mrc){.mode = 4, .axes = 123});
  expect_refusal("values of mode 4 (complex, packed or colours) cannot be read");
  made_mrc(&file, &(struct made_mrc){.mode = 1, .axes = 122});
  expect_refusal("its axes (MAPC, MAPR, MAPS)");
  made_mrc(&file, &(struct made_mrc){.mode = 1, .axes = 123});
  expect_refusal("120 bytes of values are needed");
  made_mrc(&file, &(struct made_mrc){.mode = 1, .axes = 123, .angle = {90, 90, 120}});
  expect_refusal("its axes are not at right angles (90, 90 and 120 degrees)");
  made_mrc(&file, &(struct made_mrc){.mode = 1, .axes = 123, .group = 401, .stack = 2});
  made_values(&file, 120, false);
  expect_refusal("contains 2 volumes (times or components): choose one with --channel N");
  made_mrc(&file, &(struct made_mrc){.mode = 1, .axes = 123, .group = 630, .stack = 2, .each = 3});
  expect_refusal("is a stack of volumes (ISPG 630) whose 10 sections are not a multiple of MZ, 3");
  made_mrc(&file, &(struct made_mrc){.mode = 1, .axes = 123});
  mrc_word(&file, &(struct made_mrc){.mode = 1}, 92, -4);
  expect_refusal("the length of its extended header is impossible");
  mrc_word(&file, &(struct made_mrc){.mode = 1}, 4, 0);
  expect_refusal("its size along axis 1 is impossible");
  memset(file.bytes + 208, 0, 4);
  expect_refusal("is not an MRC file: its header has no MAP");
}

TEST(volumes_come_alone)
{
  struct source s;
  name(".mha");
  ck_assert_int_eq(source_image(&s, (char *[]){"a.tif", path}, 2, &(struct image_choice){.channel = -1}, &e),
                   TILE_USAGE);
  ck_assert_int_eq(open_channel(&s, -1), TILE_FAILED);
  ck_assert_ptr_nonnull(strstr(e.text, "No such file"));
}

/* ---- damage ---- */

/* Three numbers of a type, as text. */
static const struct {
  const char *type, *text, *says;
} damaged[] = {
    {"uchar", "0 255 256\n", "line 7: '256' is not a number of type u8"},
    {"uchar", "0 1\n-1\n", "line 8: '-1' is not a number of type u8"},
    {"int8", "127 -128 -129\n", "line 7: '-129' is not a number of type i8"},
    {"short", "\n\n\n1 2.5 3\n", "line 10: '2.5' is not a number of type i16"},
    {"uint64", "18446744073709551615 18446744073709551616 1\n", "'18446744073709551616' is not a number of type u64"},
    {"int64", "-9223372036854775808 9223372036854775808 1\n", "'9223372036854775808' is not a number of type i64"},
    {"float", "1.5 2;5 3\n", "'2;5' is not a number of type f32"},
    {"double", "1 2 3\x01\n", "line 7: '3?' is not a number of type f64"},
    {"double", "1 2 x\n", "line 7: 'x' is not a number of type f64"},
    {"short", "100 200\n", "by its header 3 numbers are needed (is it cut off?), found 2"},
    {"short", "1 2 3 4\n", "by its header 3 numbers are expected, found more than 3"},
    {"short", "1 2 33", "ends within or right after its last number"},
};

LOOP_TEST(damaged_text, sizeof damaged / sizeof *damaged)
{
  struct source s;
  double values[3];
  name(".nrrd");
  begin("NRRD0004\ntype: ");
  made_text(&file, damaged[_i].type);
  made_text(&file, "\ndimension: 3\nsizes: 3 1 1\nencoding: ascii\n\n");
  made_text(&file, damaged[_i].text);
  made_write(&file, path, file.length);
  ck_assert_msg(open_channel(&s, -1) == TILE_OK, "%s", e.text);
  ck_assert_int_eq(s.read(&s, 0, values, &e), TILE_REJECTED);
  ck_assert_msg(strstr(e.text, damaged[_i].says) && strstr(e.text, path), "%s instead of %s", e.text, damaged[_i].says);
  s.close(&s);
  unlink(path);
}

static void make_text(void)
{
  char number[16];
  name(".nrrd");
  begin(nrrd);
  made_text(&file, "encoding: ascii\n\n");
  for (int i = 0; i < COUNT; i++) {
    snprintf(number, sizeof number, "%d\n", i);
    made_text(&file, number);
  }
}

static void make_npy(bool fortran)
{
  name(".npy");
  begin("\x93NUMPY\1");
  made_add(&file, "\0\74\0", 3);
  made_text(&file, fortran ? "{'descr': '<i2', 'fortran_order': True, 'shape': (5,3,4), }\n"
                           : "{'descr': '<i2', 'fortran_order': False, 'shape': (5,3,4),}\n");
  made_values(&file, COUNT, false);
}

static void make_vtk(void)
{
  name(".vtk");
  begin(VTK
        "BINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS 4 3 5\nPOINT_DATA 60\nSCALARS a short\nLOOKUP_TABLE default\n");
  made_values(&file, COUNT, true);
}

static void make_mrc(void)
{
  name(".mrc");
  made_mrc(&file, &(struct made_mrc){.mode = 1, .axes = 123, .extended = 8, .cell = {50, 50, 50}});
  made_values(&file, COUNT, false);
}

/* Files of every kind, plain and compressed; text; NumPy arrays in both orders; legacy VTK; MRC. */
enum { WHOLES = 11 };
static void make_whole(int kind)
{
  if (kind == 6)
    make_text();
  if (kind == 7 || kind == 8)
    make_npy(kind == 7);
  if (kind == 9)
    make_vtk();
  if (kind == 10)
    make_mrc();
  if (kind >= 6)
    return;
  struct made_nifti n = plain;
  static const char *const endings[] = {".mha", ".nrrd", ".nii"};
  name(endings[kind / 2]);
  begin(kind / 2 ? nrrd : meta);
  made_text(&file, kind / 2   ? kind % 2 ? "encoding: gzip\nendian: big\n\n" : "encoding: raw\nendian: big\n\n"
                   : kind % 2 ? "CompressedData = True\nElementDataFile = LOCAL\n"
                              : "ElementDataFile = LOCAL\n");
  if (kind / 2 == 2)
    made_nifti(&file, &n);
  size_t head = kind / 2 == 2 ? 0 : file.length;
  made_values(&file, COUNT, kind / 2 == 1);
  if (kind % 2)
    made_pack(&file, head, kind / 2 ? 31 : 15);
}

/* Flipped sizes may be large: such volumes are opened, but not read. */
static int read_all(void)
{
  struct source s;
  int code = open_channel(&s, -1);
  if (code)
    return code;
  const bool small = s.grid[0] < 1 << 10 && s.grid[1] < 1 << 10 && s.grid[2] < 1 << 10;
  double *values = small ? malloc((size_t)(s.grid[0] * s.grid[1]) * sizeof *values) : NULL;
  for (int64_t z = 0; values && z < s.grid[2] && !code; z++)
    code = s.read(&s, z, values, &e);
  free(values);
  s.close(&s);
  return code;
}

LOOP_TEST(truncated_files_are_rejected, WHOLES)
{
  make_whole(_i);
  made_write(&file, path, file.length);
  ck_assert_int_eq(read_all(), TILE_OK);
  for (size_t length = 0; length < file.length; length++) {
    made_write(&file, path, length);
    int code = read_all();
    ck_assert_msg(code == TILE_REJECTED && strstr(e.text, path) && !strchr(e.text, '\n'), "%zu: %d %s", length, code,
                  code ? e.text : "");
  }
  unlink(path);
}

LOOP_TEST(flipped_bytes_are_read_or_rejected, WHOLES)
{
  make_whole(_i);
  for (size_t at = 0; at < file.length; at++)
    for (int flip = 1; flip < 256; flip *= 5) {
      file.bytes[at] ^= (unsigned char)flip;
      made_write(&file, path, file.length);
      int code = read_all();
      file.bytes[at] ^= (unsigned char)flip;
      ck_assert_msg(code == TILE_OK || code == TILE_REJECTED, "at %zu: %s", at, e.text);
      ck_assert(!code || !strchr(e.text, '\n'));
    }
  unlink(path);
}

int main(void)
{
  return run_tests("volume damage", 60, CK_FORK_GETENV);
}
