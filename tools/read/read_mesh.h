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

// A file as VTK has it: all of its pieces one after another.
struct pieces {
  vtkSmartPointer<vtkDataSet> all;
  std::vector<vtkIdType> points; // of each piece of an unstructured grid, where there are several; else none
};

struct triangles {
  std::string path;
  vtkSmartPointer<vtkPolyData> of; // whose points they are
  std::vector<uint32_t> corner;    // three of each
};

// read_mesh_open.cxx: the file, which may be damaged; `all` is NULL: rejected.
pieces open_mesh(const std::string &path, struct tile_error *e);

// read_mesh_check.cxx: nothing is allocated that a file of this length could not fill, however it is packed ...
int check_claims(const std::string &path, struct tile_error *e);
// ... and cells have the points that their types need, all of which exist.
int check_cells(const std::string &path, vtkDataSet *all, struct tile_error *e);

// read_mesh_pieces.cxx: for each point the one that stands for it, which is that of an earlier piece at the same place. Empty:
// every point for itself, as within a piece, where two at one place are the two sides of a crack.
std::vector<vtkIdType> join_points(const pieces &p);

// read_mesh_surface.cxx: polygons and strips, and what bounds the cells of a volume, cut into triangles; without cells that are
// copies of those of another piece (ghosts).
int get_triangles(struct triangles *to, const pieces &p, struct tile_error *e);

#endif
