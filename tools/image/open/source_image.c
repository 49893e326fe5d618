/* source_image(): whatever kind of image the files are. */
#include "dicom.h"
#include "inputs.h"
#include "volume_file.h"

#include <string.h>
#include <strings.h>

static const struct kind {
  const char *ending;
  volume_header *header;
  const char *name;
} kinds[] = {
  { ".mha", metaimage_header, "MetaImage" },
  { ".mhd", metaimage_header, "MetaImage" },
  { ".nrrd", nrrd_header, "NRRD" },
  { ".nhdr", nrrd_header, "NRRD" },
  { ".nii", nifti_header, "NIfTI" },
  { ".nii.gz", nifti_header, "NIfTI" },
  { ".vti", vti_header, "VTK image" },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const struct kind *kind_of(const char *path)
{
  size_t length = strlen(path);
  for (int i = 0; i < KINDS; i++)
    if (length > strlen(kinds[i].ending) && strcasecmp(path + length - strlen(kinds[i].ending), kinds[i].ending) == 0)
      return &kinds[i];
  return NULL;
}

int source_image(struct source *s, char *const *paths, int count, int channel, struct tile_error *e)
{
  for (int i = 0; i < count && count > 1; i++)
    if (kind_of(paths[i]))
      return tile_fail(e, TILE_USAGE, "%s: is a whole volume: give it without other files", paths[i]);
  if (dicom_is(paths[0]))
    return channel > 0 ? tile_fail(e, TILE_USAGE, "--channel %d: DICOM slices of grey levels have one", channel)
                       : source_dicom(s, paths, count, e);
  const struct kind *kind = kind_of(paths[0]);
  return kind ? source_volume(s, kind->header, kind->name, paths[0], channel, e)
              : source_tiff(s, paths, count, channel, e);
}
