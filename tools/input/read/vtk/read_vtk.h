/* SPDX-License-Identifier: BSD-3-Clause */
// Functions that the programs share that read files through VTK.
#ifndef READ_VTK_H
#define READ_VTK_H

#include "worker.h" // declarations of C linkage

#include <vtkAlgorithm.h>

#include <string>

const size_t slab_bytes = 32 << 20; // most memory for a group of slices, or of a part of a mesh

// read_vtk_error.cxx: VTK does not throw but reports to observers; the messages kept are those of the object watched
// last.
int reject(const std::string &path, const std::string &why, struct tile_error *e);
void watch(vtkAlgorithm *one);
bool has_failed(unsigned long error_code); // error code of a reader, which does not always inform observers
int reject_message(const std::string &path, struct tile_error *e);

// read_vtk_file.cxx: VTK accepts an XML file whose end is missing, so this checks it. Sets *length to the bytes of the
// file.
int check_end(const std::string &path, long *length, struct tile_error *e);
// As worker_serve; exceptions become errors, and lack of memory is not reported as damage.
int serve(worker_answerer *answer);

#endif
