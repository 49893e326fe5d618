# SPDX-License-Identifier: BSD-3-Clause
"""Runs notebooks in the present folder: run.py [--jupyter] [--pictures FOLDER] NOTEBOOK...

Without Jupyter the cells of code are executed one after another by this Python; those that are tagged needs-PACKAGE are
left out where that is not installed. --jupyter: they run in a kernel, by nbclient. --pictures: what a cell draws by
matplotlib is written as FOLDER/NOTEBOOK-1.png, ...; those of the README are made so:

    cd $(mktemp -d) && python3 CHECKOUT/packaging/python/examples/run.py --pictures CHECKOUT/packaging/python/pictures \
        CHECKOUT/packaging/python/examples/*.ipynb
"""

import argparse
import importlib.util
import json
import os
import sys


def is_run(cell):
    needs = [tag[6:] for tag in cell["metadata"].get("tags", []) if tag.startswith("needs-")]
    return cell["cell_type"] == "code" and all(importlib.util.find_spec(package) for package in needs)


def keep(folder, name, count):
    """Writes the figures that are open, closes them, and returns how many pictures there are now."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    for number in pyplot.get_fignums() if pyplot else []:
        count += 1
        if folder:
            pyplot.figure(number).savefig(os.path.join(folder, f"{name}-{count}.png"), dpi=75)
        pyplot.close(number)
    return count


def run(path, folder):
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    name = os.path.splitext(os.path.basename(path))[0]
    names, pictures = {"__name__": "__main__"}, 0
    for i, cell in enumerate(cells, 1):
        if is_run(cell):
            exec(compile("".join(cell["source"]), f"{name}, cell {i}", "exec"), names)
            pictures = keep(folder, name, pictures)


def run_in_kernel(path):
    import nbclient
    import nbformat

    book = nbformat.read(path, 4)
    book.cells = [cell for cell in book.cells if is_run(cell)]
    nbclient.NotebookClient(book, timeout=600, resources={"metadata": {"path": os.getcwd()}}).execute()
    for cell in book.cells:
        for output in cell.outputs:
            if output.get("name") == "stdout":
                print(output.text, end="")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jupyter", action="store_true")
    parser.add_argument("--pictures", metavar="FOLDER")
    parser.add_argument("notebooks", metavar="NOTEBOOK", nargs="+")
    given = parser.parse_args()
    os.environ.setdefault("MPLBACKEND", "Agg")
    for notebook in given.notebooks:
        if given.jupyter:
            run_in_kernel(notebook)
        else:
            run(notebook, given.pictures)
