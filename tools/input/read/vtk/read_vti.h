/* SPDX-License-Identifier: BSD-3-Clause */
// Inside tessera-read-vti: open_image reads the header, read_slice a slice of the file that is open.
#ifndef READ_VTI_H
#define READ_VTI_H

#include "read_vtk.h"
#include "vti_read.h"

#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkXMLImageDataReader.h>

#include <string>

struct image {
  std::string path, wanted; // array that is requested; "": the only one
  std::string array;        // array that is read
  int arrays = 0;           // how many the file has
  vtkNew<vtkXMLImageDataReader> reader;
  int whole[6];           // extent of points
  bool cells;             // values belong to cells: one fewer than points along each axis with several points
  int begin = 0, end = 0; // slices that are in memory

  image(const std::string &name, const std::string &array_wanted);
  vtkDataArray *values();
  int64_t size(int axis) const
  {
    return static_cast<int64_t>(whole[2 * axis + 1]) - whole[2 * axis] + (between(axis) ? 0 : 1);
  }
  // Whether the values lie between the points along this axis.
  bool between(int axis) const
  {
    return cells && whole[2 * axis + 1] > whole[2 * axis];
  }
};

// read_vti_array.cxx: sets array, arrays and cells.
int choose_array(image &i, struct tile_error *e);

// read_vti_image.cxx: closes the previous file and reads the header and the first slice.
int open_image(const std::string &path, const std::string &wanted, struct tile_error *e);
image *open_already(); // nullptr: none
// Reads slice z of the open image.
int read_slice(int64_t z, void *to, size_t bytes, struct tile_error *e);

#endif
