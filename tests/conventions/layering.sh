#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Folders: each sees itself and the folders below it (the sees_ variables of Makefile.am), and links nothing
# else.
. "$srcdir/tests/lib.sh"

# has PROGRAM TEXT: is the text in the program?
has() { grep -q -e "$2" "$builddir/$1"; }
# tessera-stats forecasts without a backend; tessera-probe has no GPU code
has tessera-run 'cpu and cuda are known' || fail "backends cannot be told from the text of backend.c"
for text in 'cpu and cuda are known' lbm_backend_cuda libcuda.so; do
  ! has tessera-stats "$text" || fail "tessera-stats holds more ($text)"
done
! has tessera-probe cudaMalloc || fail "tessera-probe holds GPU code"

# ---- include paths: the flags of the Makefile rules of a folder ---------------------------------

# flags LIBRARY: the flags of its compiler, as make gives them. It shows those of all libraries at once.
{
  echo "include Makefile"
  printf '%s\n' 'shown = $(filter %_CPPFLAGS,$(.VARIABLES))' \
    '$(foreach v,$(shown),$(info $(v:_CPPFLAGS=) $(CC) $(DEFS) $(DEFAULT_INCLUDES) $($(v)) $(CPPFLAGS) $(AM_CFLAGS)))' 'show-flags:;@:'
} >show.mk
(cd "$builddir" && MAKEFLAGS='' MFLAGS='' make -s -f "$work/show.mk" show-flags) >shown || fail "no flags"
flags() { sed -n "s/^$1 //p" shown; }
# compiles OPTION: does probe.c?
compiles() {
  # shellcheck disable=SC2086 # flags are words
  (cd "$builddir" && $options "$1" "$work/probe.c" 2>"$work/log" >/dev/null)
}
# below LIBRARY HEADER...: the library can include all of these, which are below it or its own. above, after it: it can
# include none of these, since then a dependency would point upwards.
below() {
  folder=$1 options=$(flags "$1")
  [ "$options" ] || fail "no flags of $1"
  shift
  printf '#include "%s"\n' "$@" >probe.c
  compiles -fsyntax-only || { cat log >&2; fail "$folder cannot include one of $*"; }
}
above() {
  for header; do printf '#if __has_include("%s")\n#error "%s"\n#endif\n' "$header" "$header"; done >probe.c
  compiles -E || { cat log >&2; fail "$folder can include one of $*, which lies above it or beside it"; }
}
below libtile_stream_la tile.h stream.h
above background.h domain.h cover.h measure.h lbm.h cli.h
below libtile_voxels_la background.h stream.h
above domain.h cover.h measure.h lbm.h
below libtile_domain_la domain.h stream.h
above background.h cover.h measure.h winding.h lbm.h
below libtile_make_la cover.h domain.h
above measure.h winding.h lbm.h
below libtile_measure_la measure.h cover.h
above lbm.h physics.h geometry.h cli.h source.h
below liblbm_physics_a physics.h lattice.h
above tile.h geometry.h lbm.h
below liblbm_parallel_a communicator.h subdomain.h
above geometry.h lbm.h
below liblbm_layout_a physics.h geometry.h subdomain.h tile.h
above boundary.h lbm.h backend.h cpu.h cli.h
below liblbm_boundary_a boundary.h geometry.h
above plane.h forecast.h lbm.h backend.h wave.h
below liblbm_pulse_a wave.h section.h boundary.h
above plane.h forecast.h lbm.h backend.h
below liblbm_d2q9_a plane.h boundary.h
above forecast.h lbm.h backend.h
below liblbm_forecast_a forecast.h plane.h boundary.h
above lbm.h backend.h cpu.h
below liblbm_multigrid_a graph.h multigrid.h lattice.h tile.h
above geometry.h lbm.h steady.h cpu.h cuda_kernels.h
below liblbm_residence_a residence.h cells.h multigrid.h tile.h
above lbm.h geometry.h diffusion.h cpu.h cli.h
below liblbm_flow_a backend.h flow.h boundary.h
above cli.h cpu.h cuda_kernels.h loop.h source.h
below liblbm_cpu_a cpu.h backend.h exceptions.h
above cli.h cuda_kernels.h loop.h
below liblbm_steady_a steady.h stagger.h flow.h
above loop.h cpu.h cli.h force.h
below liblbm_walls_a force.h flow.h
above loop.h cpu.h cli.h steady.h
below liblbm_parameters_a keys.h units.h lbm.h
above loop.h cpu.h cli.h steady.h force.h
below liblbm_beat_a beat.h shear_map.h parameters.h
above loop.h cpu.h cli.h steady.h
below liblbm_run_a loop.h beat.h keys.h lbm.h steady.h
above cli.h cpu.h run.h probe.h
below libcli_a cli.h tile.h
above lbm.h source.h voxelize.h
below libworker_a worker.h
above cli.h source.h
below libimage_a source.h tile.h
above cli.h lbm.h shape.h voxelize.h tiff_file.h
for reader in tiff volume dicom open; do
  below "libimage_${reader}_a" source.h
  above voxelize.h cli.h filter.h classify.h lbm.h
done
below libsurface_a source.h surface.h
above voxelize.h cli.h shape.h filter.h tiff_file.h
below libfilter_a filter.h source.h
above voxelize.h cli.h tiff_file.h
below libsegmentation_a segmentation.h filter.h classify.h export.h
above voxelize.h tiff_file.h surface.h lbm.h
below libstats_a stats.h forecast.h cli.h
above lbm.h backend.h run.h source.h
below libflow_report_a flow_report.h cli.h force.h units.h
above probe.h run.h loop.h
below libforchheimer_a cli.h units.h
above run.h lbm.h loop.h probe.h
below libbeat_run_a beat_run.h beat.h node_values.h
above run.h loop.h probe.h
below libresidence_run_a residence_run.h residence.h node_values.h parameters.h
above run.h loop.h probe.h
below libsnapshots_a snapshots.h lbm.h units.h domain_vti.h
above run.h loop.h probe.h beat.h
below libopening_a opening.h parameters.h flow_report.h
above probe.h run.h loop.h
below libestimate_a estimate.h opening.h parameters.h
above probe.h run.h loop.h
below libvtk_files_a vti.h pvd.h frame.h cli.h
above probe.h lbm.h run.h canvas.h
below libvtkhdf_a vtkhdf.h vti.h worker.h
above probe.h lbm.h run.h canvas.h
below libprobe_output_a table.h canvas.h
above probe.h lbm.h run.h
below libprobe_a probe.h lbm.h canvas.h vti.h
above run.h stats.h source.h flow_lines.h
below libbeats_a beats.h probe.h parameters.h
above run.h stats.h flow_lines.h report.h
below libon_surface_a probe.h vtp.h mesh.h
above run.h surface.h flow_lines.h
below libstreamlines_a probe.h vtp.h
above run.h stats.h source.h

# ---- the solver knows no options: its messages name what is wanted, and only how to configure ----
(cd "$srcdir" && grep -rn '"[^"]*--[a-z]' libtile solver) | grep -v -e 'configure --' >named || :
[ ! -s named ] || fail "a library names an option: $(cat named)"

# ---- every source is compiled with the flags of its folder: rules with the flags of all folders name no library ----
(cd "$srcdir" && find libtile solver tools -name '*.c' -o -name '*.cxx') >sources
[ -s sources ] || fail "no sources"
while read -r source; do
  ! grep -q -e "[ 	]${source%.*}\.\(lo\|o\|\$(OBJEXT)\)" "$builddir/Makefile" ||
    fail "$source is compiled with AM_CPPFLAGS, which sees every folder"
done <sources

# ---- no circles: no two files need each other, nor two folders, by what objects define and use ------------
# those that sources once made elsewhere, and that lie there still, do not count
(cd "$builddir" && find libtile solver tools -name '*.o' ! -name '*-cpu_kernel.o' ! -name 'liblbm_cuda_absent*') |
  while read -r object; do
    name=${object##*/} folder=${object%/*}
    source=${folder%/.libs}/${name#*-}
    for kind in c cu cxx; do
      [ ! -e "$srcdir/${source%.o}.$kind" ] || echo "$object"
    done
  done >objects
(cd "$builddir" && xargs nm -A <"$work/objects") | awk '
  { file = $1; sub(/:.*/, "", file); sub(/\.libs\//, "", file); kind = $(NF - 1); name = $NF }
  kind ~ /^[TDBRVC]$/ { definers[name]++; of[name] = file }
  kind == "U" { use[++uses] = file " " name }
  END { for (i = 1; i <= uses; i++) { split(use[i], u, " ")
    if (definers[u[2]] == 1 && of[u[2]] != u[1]) print of[u[2]], u[1] } }' >arrows
[ "$(wc -l <arrows)" -gt 1000 ] || fail "few arrows between files: $(wc -l <arrows)"
tsort arrows >order 2>loops || { cat loops >&2; fail "files that need each other"; }
awk '{ gsub(/\/[^\/ ]*( |$)/, " "); if ($1 != $2) print $1, $2 }' arrows | sort -u >folders
[ "$(wc -l <folders)" -gt 100 ] || fail "few arrows between folders: $(wc -l <folders)"
tsort folders >order 2>loops || { cat loops >&2; fail "folders that need each other"; }

# ---- a header is found by its name wherever it lies: there is one of that name ----
(cd "$srcdir" && find libtile solver tools -name '*.h' -o -name '*.cuh') | sed 's,.*/,,' | sort | uniq -d >twice
[ ! -s twice ] || fail "two headers of one name: $(cat twice)"

# ---- the headers that include all of libtile are for other programs and tests: a change of any part would compile all ----
(cd "$srcdir" && grep -r -E '#include "(tile|internal)\.h"' libtile solver tools data --include='*.[ch]' --include='*.c*' |
  grep -v -e '^libtile/internal.h:' -e '^libtile/stream/version.c:') >whole || :
[ ! -s whole ] || fail "they include all of libtile: $(cat whole)"
