// Inside tessera-read-mesh: the file that is open.
#ifndef READ_MESH_H
#define READ_MESH_H

#include "mesh_read.h"
#include "read_vtk.h"

#include <vtkDataSet.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <cstdint>
#include <vector>

struct triangles {
  std::string path;
  vtkSmartPointer<vtkPolyData> of; // whose points they are
  std::vector<uint32_t> corner;    // three of each
};

// read_mesh_open.cxx: the file as VTK has it, which may be damaged; NULL: rejected.
vtkSmartPointer<vtkDataSet> open_mesh(const std::string &path, struct tile_error *e);

// read_mesh_check.cxx: nothing is allocated that a file of this length could not fill, however it is packed ...
int check_claims(const std::string &path, struct tile_error *e);
// ... and cells have the points that their types need, all of which exist.
int check_cells(const std::string &path, vtkDataSet *all, struct tile_error *e);

// read_mesh_surface.cxx: polygons and strips, and what bounds the cells of a volume, cut into triangles.
int get_triangles(struct triangles *to, vtkDataSet *all, struct tile_error *e);

#endif
