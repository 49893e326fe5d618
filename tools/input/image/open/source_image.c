/* SPDX-License-Identifier: BSD-3-Clause */
/* source_image(): opens an image of any kind. */
#include "dicom.h"
#include "inputs.h"
#include "known_format.h"
#include "picture_page.h"
#include "volume_file.h"

#include <string.h>
#include <strings.h>

static const struct kind {
  const char *ending;
  volume_header *header;
  const char *name;
} kinds[] = {
    {".mha", metaimage_header, "MetaImage"},
    {".mhd", metaimage_header, "MetaImage"},
    {".nrrd", nrrd_header, "NRRD"},
    {".nhdr", nrrd_header, "NRRD"},
    {".nii", nifti_header, "NIfTI"},
    {".nii.gz", nifti_header, "NIfTI"},
    {".npy", npy_header, "NumPy array"},
    {".vti", vti_header, "VTK image"},
    {".vtk", vtk_header, "VTK file"},
    {".mrc", mrc_header, "MRC"},
    {".rec", mrc_header, "MRC"},
    {".h5", hdf5_header, "HDF5"},
    {".hdf5", hdf5_header, "HDF5"},
    {".nxs", hdf5_header, "HDF5"},
    {".hdf", hdf5_header, "HDF5"},
    {".he5", hdf5_header, "HDF5"},
    {".ims", hdf5_header, "HDF5"},
    {".zarr", zarr_header, "Zarr"},
    {".am", amira_header, "Amira"},
    {".vgi", vgi_header, "VGStudio"},
    {".xtekct", xtek_header, "Nikon"},
    {".xtekvolume", xtek_header, "Nikon"},
    {".pcr", pcr_header, "phoenix"},
    {".txm", txm_header, "Zeiss"},
    {".txrm", txm_header, "Zeiss"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const struct kind *kind_of(const char *path)
{
  const char *name = volume_name_in(path);
  size_t length = name ? (size_t)(name - 1 - path) : strlen(path);
  while (length > 1 && path[length - 1] == '/')
    length--;
  for (int i = 0; i < KINDS; i++) {
    const size_t tail = strlen(kinds[i].ending);
    if (length > tail && strncasecmp(path + length - tail, kinds[i].ending, tail) == 0)
      return &kinds[i];
  }
  return NULL;
}

#define MAGIC(text) text, sizeof text - 1
static const struct {
  const char *bytes;
  size_t length, at;
  volume_header *header;
  const char *name;
} volumes[] = {
    {MAGIC("\x93NUMPY"), 0, npy_header, "NumPy array"},   {MAGIC("NRRD000"), 0, nrrd_header, "NRRD"},
    {MAGIC("# vtk DataFile"), 0, vtk_header, "VTK file"}, {MAGIC("n+1\0"), 344, nifti_header, "NIfTI"},
    {MAGIC("n+2\0"), 4, nifti_header, "NIfTI"},           {MAGIC("MAP "), 208, mrc_header, "MRC"},
    {MAGIC("\x89HDF\r\n\x1a\n"), 0, hdf5_header, "HDF5"}, {MAGIC("# AmiraMesh"), 0, amira_header, "Amira"},
    {MAGIC("# Avizo BINARY"), 0, amira_header, "Amira"},
};

/* Finds the reader of a volume by its first bytes, whatever its name, and the format's name for the report; NULL:
 * unknown. */
static volume_header *known_volume(const char *path, const char **format)
{
  struct file_begin b;
  const bool opened = file_begin_read(&b, path);
  if (zarr_is(path)) {
    *format = "Zarr";
    return zarr_header;
  }
  for (size_t i = 0; opened && i < sizeof volumes / sizeof *volumes; i++)
    if (file_begin_has(&b, volumes[i].bytes, volumes[i].length, volumes[i].at)) {
      *format = volumes[i].name;
      return volumes[i].header;
    }
  return NULL;
}

static int check_alone(char *const *paths, int count, struct tile_error *e)
{
  for (int i = 0; i < count && count > 1; i++)
    if (kind_of(paths[i]))
      return tile_fail(e, TILE_USAGE, "%s: is a whole volume: give it without other files", paths[i]);
  return TILE_OK;
}

/* Slices in separate files have one array, and state the unit of their lengths. */
static int check_slices(const char *path, const struct image_choice *choice, struct tile_error *e)
{
  if (choice->array)
    return tile_fail(e, TILE_USAGE, "%s: --array %s: only VTK images, HDF5 files and Zarr contain several arrays", path,
                     choice->array);
  return choice->unit ? tile_fail(e, TILE_USAGE,
                                  "%s: --unit %s: is for volumes that state lengths without a unit: leave it "
                                  "out, and give --voxel if the size is not known",
                                  path, choice->unit)
                      : TILE_OK;
}

static int reject_series(const char *path, int series, struct tile_error *e)
{
  return tile_fail(e, TILE_USAGE, "%s: --series %d: only TIFF files contain several series of pages", path, series - 1);
}

static int open_slices(struct source *s, char *const *paths, int count, const struct image_choice *choice,
                       struct tile_error *e)
{
  const int channel = choice->channel;
  const bool picture = picture_is(paths[0]);
  if (!picture && !dicom_is(paths[0]))
    return source_tiff_series(s, paths, count, channel, choice->series, e);
  if (choice->series)
    return reject_series(paths[0], choice->series, e);
  if (picture)
    return source_pictures(s, paths, count, channel, e);
  return source_dicom(s, paths, count, channel, e);
}

int source_image(struct source *s, char *const *paths, int count, const struct image_choice *choice,
                 struct tile_error *e)
{
  const struct kind *kind = kind_of(paths[0]);
  const char *name = kind ? kind->name : NULL;
  int code = check_alone(paths, count, e);
  if (code)
    return code;
  volume_header *header = kind ? kind->header : count == 1 ? known_volume(paths[0], &name) : NULL;
  if (header && choice->series)
    return reject_series(paths[0], choice->series, e);
  if (header && !dicom_is(paths[0]))
    return source_volume(s, header, name, paths[0], choice, e);
  if (check_slices(paths[0], choice, e) || open_slices(s, paths, count, choice, e))
    return e->code;
  skyscan_log(s, paths[0]);
  return TILE_OK;
}
