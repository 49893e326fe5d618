# SPDX-License-Identifier: BSD-3-Clause
"""read_series.py LIST NX NY NZ FILES STEP NONSOLID [FIRST]: reads a list of files in time (.pvd) and, with VTK's reader, its files."""
import os
import sys
import xml.etree.ElementTree as xml

from vtkmodules.vtkIOXML import vtkXMLImageDataReader

path, grid, files, step = sys.argv[1], tuple(map(int, sys.argv[2:5])), int(sys.argv[5]), float(sys.argv[6])
root = xml.parse(path).getroot()
assert root.tag == "VTKFile" and root.get("type") == "Collection", root.attrib
entries = root.findall("./Collection/DataSet")
first = float(sys.argv[8]) if len(sys.argv) > 8 else 0
assert [float(e.get("timestep")) for e in entries] == [first + step * n for n in range(files)], "times"
for entry in entries:
    reader = vtkXMLImageDataReader()
    reader.SetFileName(os.path.join(os.path.dirname(path), entry.get("file")))
    reader.Update()
    image = reader.GetOutput()
    data = image.GetPointData()
    assert image.GetDimensions() == grid, image.GetDimensions()
    names = {data.GetArrayName(i): data.GetArray(i) for i in range(data.GetNumberOfArrays())}
    assert names["velocity"].GetNumberOfComponents() == 3 and names["pressure"].GetNumberOfComponents() == 1, names
    solid, velocity = names["solid"], names["velocity"]
    count = sum(solid.GetTuple1(i) for i in range(solid.GetNumberOfTuples()))
    assert solid.GetNumberOfTuples() - count == int(sys.argv[7]), count
    assert all(velocity.GetTuple3(i) == (0, 0, 0) for i in range(solid.GetNumberOfTuples()) if solid.GetTuple1(i))
    assert max(velocity.GetTuple3(i)[2] for i in range(solid.GetNumberOfTuples())) > 0
