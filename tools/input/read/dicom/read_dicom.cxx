// SPDX-License-Identifier: BSD-3-Clause
// tessera-read-dicom: reads DICOM files through GDCM, for source_dicom.c. Debian's GDCM ends the program on damaged
// files.
#include "read_dicom.h"

#include <gdcmTrace.h>

#include <exception>
#include <memory>
#include <new>

static std::unique_ptr<dicom_input> open_input; // stays open, because frames are requested one by one

static int attempt(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  try {
    if (!open_input || open_input->path != path) {
      open_input.reset(new dicom_input);
      if (dicom_open(open_input.get(), path, e)) {
        open_input.reset();
        return e->code;
      }
    }
    return what == DICOM_PIXELS ? dicom_read_pixels(open_input.get(), number, to, bytes, e)
                                : dicom_read_header(*open_input, number, static_cast<struct dicom_slice *>(to), e);
  } catch (const std::bad_alloc &) {
    open_input.reset();
    return tile_fail_memory(e, bytes, path);
  } catch (const std::exception &) {
    open_input.reset();
    return dicom_reject(path, "cannot be read as DICOM: it is damaged", e);
  }
}

static int answer(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  dicom_limit_memory(path, bytes);
  const int code = attempt(what, path, number, to, bytes, e);
  return code && dicom_short_of_memory() ? tile_fail(e, TILE_FAILED, "%s: out of memory", path) : code;
}

int main()
{
  gdcm::Trace::DebugOff();
  gdcm::Trace::WarningOff();
  gdcm::Trace::ErrorOff();
  return worker_serve(answer);
}
