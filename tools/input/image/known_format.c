/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* memmem */
#include "known_format.h"

#include "regular.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file whose beginning has `bytes` at offset `at`, or ANYWHERE in it, and whose name has that ending; NULL: not
 * checked. The first row that matches counts. */
struct known {
  const char *bytes;
  size_t length, at;
  const char *ending, *is, *todo;
};
#define MAGIC(text) text, sizeof text - 1
#define ANYWHERE SIZE_MAX

#define ALONE "give it alone, not among slices"
#define ARRAY "save the array alone: numpy.save('volume.npy', array)"
#define SLICES "convert it to TIFF or PNG, for example with mogrify -format png (ImageMagick)"
#define UNPACK(with) "unpack it first, with " with
#define SURFACE "save it as STL, PLY or OBJ"
#define CHECK "check whether it is complete"
#define EXPORT(as) "save it as " as " in the program that made it, or convert it with Bio-Formats (bfconvert)"
#define FIJI "open it with Fiji and save it as TIFF"
#define RESAMPLE "resample it to an image and save that as .vti, for example with Resample To Image of ParaView"
#define PIECES "open it with ParaView and save one .vti"
#define OLE "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
#define RAW "say what it contains, with --raw NX,NY,NZ,TYPE"

static const struct known formats[] = {
    {MAGIC("PK\3\4"), 0, ".npz", "a NumPy archive (.npz)",
     "save one of its arrays: numpy.save('volume.npy', numpy.load(FILE)['NAME'])"},
    {MAGIC("PK\3\4"), 0, ".3mf", "a surface (3MF)", SURFACE},
    {MAGIC("PK\3\4"), 0, NULL, "a ZIP archive", UNPACK("unzip")},
    {MAGIC("MATLAB 7.3"), 0, NULL, "a MATLAB file of version 7.3",
     "save one array with h5py: numpy.save('volume.npy', h5py.File(FILE)['NAME'][()])"},
    {MAGIC("MATLAB 5.0"), 0, NULL, "a MATLAB file",
     "save one array: numpy.save('volume.npy', scipy.io.loadmat(FILE)['NAME'])"},
    {MAGIC("CDF\1"), 0, NULL, "a NetCDF file", ARRAY},
    {MAGIC("CDF\2"), 0, NULL, "a NetCDF file", ARRAY},
    {MAGIC("CDF\5"), 0, NULL, "a NetCDF file", ARRAY},
    {MAGIC("\0\0\0\x0cjP  \r\n\x87\n"), 0, NULL, "a JPEG 2000 picture", SLICES},
    {MAGIC("\xff\x4f\xff\x51"), 0, NULL, "a JPEG 2000 picture", SLICES},
    {MAGIC("\xff\xd8\xff"), 0, NULL, "a JPEG picture", SLICES},
    {MAGIC("GIF8"), 0, NULL, "a GIF picture", SLICES},
    {MAGIC("BM"), 0, ".bmp", "a BMP picture", SLICES},
    {MAGIC("WEBP"), 8, NULL, "a WebP picture", SLICES},
    {MAGIC("P2"), 0, ".pgm", "a PGM picture", SLICES},
    {MAGIC("P5"), 0, ".pgm", "a PGM picture", SLICES},
    {MAGIC("v/1\1"), 0, NULL, "an OpenEXR picture", SLICES},
    {NULL, 0, 0, ".mgz", "a FreeSurfer volume", "convert it to NIfTI, with mri_convert"},
    {NULL, 0, 0, ".mgh", "a FreeSurfer volume", "convert it to NIfTI, with mri_convert"},
    {MAGIC("OFF"), 0, ".off", "a surface (OFF)", SURFACE},
    {MAGIC("$MeshFormat"), 0, NULL, "a mesh of Gmsh", SURFACE},
    {MAGIC("ISO-10303-21"), 0, NULL, "a STEP file", SURFACE},
    {MAGIC("glTF"), 0, NULL, "a surface (glTF)", SURFACE},
    {MAGIC("ni1\0"), 344, NULL, "the header of a NIfTI volume whose values are in a file beside it (.img)",
     "convert both to one .nii"},
    {MAGIC("\x5c\1\0\0"), 0, ".hdr", "the header of an Analyze volume (.img)", "convert both to one .nii"},
    {MAGIC("\0\0\1\x5c"), 0, ".hdr", "the header of an Analyze volume (.img)", "convert both to one .nii"},
    {MAGIC("\x1f\x8b"), 0, ".raw.gz", "a raw volume compressed by gzip", RAW},
    {MAGIC("\x1f\x8b"), 0, NULL, "compressed by gzip", UNPACK("gunzip")},
    {MAGIC("\x28\xb5\x2f\xfd"), 0, ".raw.zst", "a raw volume compressed by Zstandard", RAW},
    {MAGIC("\x28\xb5\x2f\xfd"), 0, NULL, "compressed by Zstandard", UNPACK("unzstd")},
    {MAGIC("BZh"), 0, NULL, "compressed by bzip2", UNPACK("bunzip2")},
    {MAGIC("\xfd"
           "7zXZ"),
     0, NULL, "compressed by xz", UNPACK("unxz")},
    {MAGIC("7z\xbc\xaf\x27\x1c"), 0, NULL, "a 7-Zip archive", UNPACK("7z x")},
    {MAGIC("Rar!\x1a\x07"), 0, NULL, "a RAR archive", UNPACK("unrar")},
    {MAGIC("ustar"), 257, NULL, "a tar archive", UNPACK("tar xf")},
    {MAGIC("# AmiraMesh"), 0, NULL, "an Amira volume", ALONE},
    {MAGIC("# Avizo BINARY"), 0, NULL, "an Amira volume", ALONE},
    {MAGIC("# Avizo"), 0, NULL, "an Avizo file", "save its volume as .am, TIFF or NRRD"},
    {MAGIC("# HyperSurface"), 0, NULL, "an Amira surface", SURFACE},
    {MAGIC("ZISRAWFILE"), 0, NULL, "a Zeiss CZI file", EXPORT("OME-TIFF")},
    {MAGIC(OLE), 0, ".txm", "a Zeiss (Xradia) volume", ALONE},
    {MAGIC(OLE), 0, ".txrm", "the projections of a Zeiss (Xradia) scan, not a volume", "reconstruct it first"},
    {MAGIC(OLE), 0, ".zvi", "a Zeiss ZVI file", EXPORT("OME-TIFF")},
    {MAGIC(OLE), 0, NULL, "a file of a microscope or an office program (OLE)", EXPORT("OME-TIFF")},
    {MAGIC("\xda\xce\xbe\x0a"), 0, NULL, "a Nikon ND2 file", EXPORT("OME-TIFF")},
    {MAGIC("\x70\0\0\0"), 0, ".lif", "a Leica LIF file", EXPORT("OME-TIFF")},
    {MAGIC("\x70\0\0\0"), 0, ".lof", "a Leica LOF file", EXPORT("OME-TIFF")},
    {MAGIC("\0\0\0\3"), 0, ".dm3", "a Gatan DM3 file", "save it there as MRC or TIFF, or open it with Fiji"},
    {MAGIC("\0\0\0\4"), 0, ".dm4", "a Gatan DM4 file", "save it there as MRC or TIFF, or open it with Fiji"},
    {MAGIC("SIMPLE  ="), 0, NULL, "a FITS file",
     "save its array: numpy.save('volume.npy', astropy.io.fits.getdata(FILE))"},
    {MAGIC("{"), 0, ".edf", "an EDF file (ESRF)",
     "save its array: numpy.save('volume.npy', fabio.open(FILE).data), or use --raw NX,NY,NZ,TYPE,skip=BYTES"},
    {MAGIC("ics_version"), ANYWHERE, NULL, "an ICS volume", FIJI},
    {MAGIC("\xef\xff\xe9\xb0"), 252, NULL, "a GIPL volume", "convert it to NIfTI or NRRD, for example with ITK-SNAP"},
    {MAGIC("\x2a\xe3\x89\xb8"), 252, NULL, "a GIPL volume", "convert it to NIfTI or NRRD, for example with ITK-SNAP"},
    {MAGIC("CTDATA-HEADER_V1"), 0, NULL, "a Scanco ISQ volume", FIJI},
    {MAGIC("AIMDATA_V030"), 0, NULL, "a Scanco AIM volume", FIJI},
    {MAGIC("#INRIMAGE-4"), 0, NULL, "an INRIMAGE volume", "convert it to NIfTI or NRRD"},
    {MAGIC("%PDF"), 0, NULL, "a PDF file", "give the images themselves"},
    {MAGIC("TESSERA "), 0, NULL, "a file of Tessera",
     "give it to tessera tile, stats or probe; here it can be a --mask"},
    {MAGIC("type=\"PImageData\""), ANYWHERE, NULL, "a VTK image in pieces (.pvti)", PIECES},
    {MAGIC("type=\"RectilinearGrid\""), ANYWHERE, NULL, "a VTK grid that is not an image (.vtr)", RESAMPLE},
    {MAGIC("type=\"StructuredGrid\""), ANYWHERE, NULL, "a VTK grid that is not an image (.vts)", RESAMPLE},
    {MAGIC("type=\"Collection\""), ANYWHERE, NULL, "a list of VTK files (.pvd)", "give one of the files that it names"},
    {MAGIC("<VTKFile"), ANYWHERE, NULL, "a VTK file of XML that is not an image (.vti)", RESAMPLE},
    {MAGIC("\x89PNG\r\n\x1a\n"), 0, NULL, "a PNG picture", "give files of one kind, TIFF or PNG"},
    {MAGIC("DICM"), 128, NULL, "a DICOM file", "give files of one kind, TIFF or DICOM"},
    {MAGIC("\x93NUMPY"), 0, NULL, "a NumPy array", ALONE},
    {MAGIC("NRRD000"), 0, NULL, "an NRRD volume", ALONE},
    {MAGIC("# vtk DataFile"), 0, NULL, "a legacy VTK file", ALONE},
    {MAGIC("n+1\0"), 344, NULL, "a NIfTI volume", ALONE},
    {MAGIC("n+2\0"), 4, NULL, "a NIfTI volume", ALONE},
    {MAGIC("MAP "), 208, NULL, "an MRC volume", ALONE},
    {NULL, 0, 0, ".vgi", "the description of a raw volume", ALONE},
    {NULL, 0, 0, ".xtekvolume", "the description of a raw volume", ALONE},
    {NULL, 0, 0, ".xtekct", "the description of a raw volume", ALONE},
    {NULL, 0, 0, ".pcr", "the description of a raw volume", ALONE},
    {NULL, 0, 0, ".ids", "the values of an ICS volume, whose header (.ics) is beside it", FIJI},
    {NULL, 0, 0, ".vgl", "a project of VGStudio", "export its volume there as TIFF slices, or raw"},
    {NULL, 0, 0, ".h5", "named as an HDF5 file, but does not begin like one", CHECK},
    {NULL, 0, 0, ".hdf5", "named as an HDF5 file, but does not begin like one", CHECK},
    {MAGIC("\x89HDF\r\n\x1a\n"), 0, NULL, "an HDF5 volume", ALONE},
    {NULL, 0, 0, ".txt", "a text file",
     "if it is a table of values, save it as an array: numpy.save('volume.npy', "
     "numpy.loadtxt(FILE).reshape(NZ,NY,NX))"},
    {NULL, 0, 0, ".csv", "a text file",
     "if it is a table of values, save it as an array: numpy.save('volume.npy', "
     "numpy.loadtxt(FILE,delimiter=',').reshape(NZ,NY,NX))"},
    {NULL, 0, 0, ".raw", "a raw volume, which does not state its size", RAW},
    {NULL, 0, 0, ".bin", "a raw volume, which does not state its size", RAW},
    {NULL, 0, 0, ".dat", "a raw volume, which does not state its size", RAW},
    {NULL, 0, 0, ".vol", "a raw volume, which does not state its size",
     "give the .vgi, .pcr or .xtekct beside it, or say what it contains, with --raw NX,NY,NZ,TYPE"},
    {NULL, 0, 0, ".img", "the values of a header (.hdr) that is beside it",
     "convert both to one .nii, or use --raw NX,NY,NZ,TYPE"},
};

bool file_begin_read(struct file_begin *b, const char *path)
{
  struct tile_error e;
  FILE *in = tile_read_regular(path, &e);
  if (!in)
    return false;
  b->length = fread(b->bytes, 1, sizeof b->bytes, in);
  fclose(in);
  return true;
}

bool file_begin_has(const struct file_begin *b, const char *bytes, size_t length, size_t at)
{
  return at + length <= b->length && memcmp(b->bytes + at, bytes, length) == 0;
}

static bool ends_in(const char *path, const char *ending)
{
  const size_t length = strlen(path), tail = strlen(ending);
  return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

static bool begins_as(const struct file_begin *b, const struct known *k)
{
  if (!k->bytes)
    return true;
  return k->at == ANYWHERE ? memmem(b->bytes, b->length, k->bytes, k->length) != NULL
                           : file_begin_has(b, k->bytes, k->length, k->at);
}

/* Volumes that are folders, by a file in them. */
static const struct {
  const char *file, *is, *todo;
} folders[] = {
    {"attributes.json", "an N5 container", "save one data set as TIFF, with Fiji, or as .npy"},
};

static int reject_folder(const char *path, struct tile_error *e)
{
  char name[PATH_MAX];
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (snprintf(name, sizeof name, "%s/%s", path, folders[i].file) < (int)sizeof name && access(name, F_OK) == 0)
      return tile_fail(e, TILE_REJECTED, "%s: is %s: %s", path, folders[i].is, folders[i].todo);
  return TILE_OK;
}

int known_format_reject(const char *path, struct tile_error *e)
{
  struct file_begin b;
  const bool opened = file_begin_read(&b, path);
  for (size_t i = 0; opened && b.length && i < sizeof formats / sizeof *formats; i++) {
    const struct known *k = &formats[i];
    if (begins_as(&b, k) && (!k->ending || ends_in(path, k->ending)))
      return tile_fail(e, TILE_REJECTED, "%s: is %s: %s", path, k->is, k->todo);
  }
  return opened ? TILE_OK : reject_folder(path, e);
}
