// What the programs that read through VTK have in common.
#ifndef READ_VTK_H
#define READ_VTK_H

#include "worker.h" // tile.h, of C linkage

#include <vtkAlgorithm.h>

#include <string>

const size_t slab_bytes = 32 << 20; // that a slice, or a part of a mesh, may take at once

// read_vtk_error.cxx: VTK does not throw, it tells observers; what they were told is that of the last that is watched.
int reject(const std::string &path, const std::string &why, struct tile_error *e);
void watch(vtkAlgorithm *one);
bool has_failed(unsigned long error_code); // that of a reader, which does not always say it to observers
int reject_message(const std::string &path, struct tile_error *e);

// read_vtk_file.cxx: VTK takes an XML file whose end is missing for whole. *length: of the file.
int check_end(const std::string &path, long *length, struct tile_error *e);
// As worker_serve; what is thrown becomes an error, and a lack of memory is no damage.
int serve(worker_answerer *answer);

#endif
