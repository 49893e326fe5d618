/* SPDX-License-Identifier: BSD-3-Clause */
/* For the libtiff of the wheel, in place of its reader of JBIG, which needs a library under the GPL: tells why such a
 * TIFF cannot be read. The name and the type are those that libtiff calls. */
#include <tiffio.h>

int TIFFInitJBIG(TIFF *tif, int scheme);

int TIFFInitJBIG(TIFF *tif, int scheme)
{
  TIFFErrorExt(TIFFClientdata(tif), TIFFFileName(tif), "JBIG (compression %d) is left out of the wheel", scheme);
  return 0;
}
