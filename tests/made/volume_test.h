/* Common parts of the volume tests: one file, its name, and headers that are complete except for the lines that a test
 * adds. */
#ifndef VOLUME_TEST_H
#define VOLUME_TEST_H

#include "source.h"
#include "volume_made.h"
#include "suite.h"

#include <unistd.h>

enum { NX = 4, NY = 3, NZ = 5, COUNT = NX * NY * NZ };

static struct tile_error e;
static struct made file;
static char path[64], beside[64];

static inline const char *name(const char *ending)
{
  snprintf(path, sizeof path, "check_volume.%d%s", (int)getpid(), ending);
  snprintf(beside, sizeof beside, "check_volume.%d.raw", (int)getpid());
  return path;
}

static inline void begin(const char *text)
{
  file.length = 0;
  made_text(&file, text);
}

static inline int open_channel(struct source *s, int channel)
{
  return source_image(s, (char *[]){path}, 1, &(struct image_choice){.channel = channel}, &e);
}

static const char meta[] =
    "ObjectType = Image\nNDims = 3\nBinaryData = True\nDimSize = 4 3 5\nElementType = MET_SHORT\n";
static const char nrrd[] = "NRRD0004\n# made by hand\ntype: short\ndimension: 3\nsizes: 4 3 5\n";
static const struct made_nifti plain = {.version = 1,
                                        .datatype = 4,
                                        .axes = 3,
                                        .dim = {NX, NY, NZ},
                                        .offset = 352,
                                        .pixdim = {1, 0.005f, 0.005f, 0.005f},
                                        .units = 2};

#endif
