#!/bin/sh
# gpu-plots.sh FOLDER: figures of the papers as SVG, from the tables of gpu.sh.
here=$(cd "$(dirname "$0")" && pwd)
# panels NAME OPTION...: panels of lines from gpu-NAME.csv
panels() {
  file=$folder/gpu-$1.csv; shift
  awk "$@" -f "$here/gpu-lines.awk" "$file"
}
# figure NAME: draws the panels on standard input
figure() { awk -f "$here/../../validate/plot.awk" >"$folder/gpu-$1.svg"; }
folder=$1

[ ! -e "$folder/gpu-cavity.csv" ] ||
  panels cavity -v panel=precision,layout -v series=kernel -v x=side -v y=mflups -v too=propagation,read_write | figure cavity
[ ! -e "$folder/gpu-channels.csv" ] || {
  panels channels -v series=layout -v x=faces_per_tile -v y=propagation -v marks=1
  panels channels -v series=layout -v x=edges_per_tile -v y=propagation -v marks=1
} | figure channels
[ ! -e "$folder/gpu-spheres.csv" ] ||
  panels spheres -v panel=grid,precision -v series=layout,kernel -v x=porosity -v y=mflups | figure spheres
[ ! -e "$folder/gpu-spheres.csv" ] || {
  panels spheres -v panel=precision -v series=layout,kernel -v x=utilisation -v y=share_box -v marks=1
  panels spheres -v series=grid -v x=porosity -v y=utilisation
} | figure utilisation
