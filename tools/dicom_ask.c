#include "dicom.h"

int dicom_read_slice(struct worker *w, struct dicom_file *f, const char *path, struct tile_error *e)
{
  f->path = path;
  int code = worker_ask(w, DICOM_HEADER, path, 0, &f->is, sizeof f->is, e);
  f->type = code ? NULL : voxel_type_of(f->is.kind, f->is.bits);
  return code;
}

int dicom_read_pixels(struct worker *w, const struct dicom_file *f, void *to, size_t bytes, struct tile_error *e)
{
  return worker_ask(w, DICOM_PIXELS, f->path, 0, to, bytes, e);
}
