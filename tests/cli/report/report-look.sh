#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The page of tessera report in a browser without a screen, at the widths of a desk and of a telephone: no errors of the
# script, nothing wider than the window, no figure or text upon another, no text below 12 px, no chart without a curve,
# the result first, contents at the side, no blank beside pictures; sliders and keys work. Screenshots: report-look-*.png in tests/cli/report of the build.
. "$srcdir/tests/lib.sh"
browser=
for browser in chromium chromium-browser google-chrome ''; do
  [ -n "$browser" ] && command -v "$browser" >/dev/null || continue
  break
done
[ -n "$browser" ] || skip "needs Chromium"
pictures=$builddir/tests/cli/report
HOME=$work
export HOME
browse() {
  timeout 120 "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --enable-logging=stderr \
    --user-data-dir="$work/profile" "$@" 2>log
}

# Measures the page, and writes what is wrong into a list of its own.
cat >look.html <<'END'
<script>
window.faults = [];
function look() {
  const fault = text => window.faults.push(text), all = (s, of) => [...(of || document).querySelectorAll(s)];
  const seen = e => e.getBoundingClientRect().width > 0;
  const upon = (a, b) => { const p = a.getBoundingClientRect(), q = b.getBoundingClientRect(), least = 1;
    return Math.min(p.right, q.right) - Math.max(p.left, q.left) > least && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > least; };
  const apart = (list, what) => list.forEach((a, i) => list.slice(i + 1).forEach(b => {
    if (upon(a, b)) fault(`${what}: ${a.textContent.trim().slice(0, 40)} | ${b.textContent.trim().slice(0, 40)}`); }));
  all('.picture').forEach(p => { if (innerWidth > 700 && p.scrollWidth > p.clientWidth) fault(`picture cut: ${p.scrollWidth} > ${p.clientWidth}`); });
  if (document.documentElement.scrollWidth > innerWidth) fault(`wide: ${document.documentElement.scrollWidth} > ${innerWidth}`);
  const box = s => document.querySelector(s).getBoundingClientRect();
  if (innerWidth >= 1280 ? box('nav').right > box('main').left : box('nav').bottom > box('main').top + 1) fault('contents');
  if (box('#result').top > 300 || all('section')[0].id !== 'result') fault('the result is not first');
  all('.gallery').forEach(g => { const whole = g.getBoundingClientRect(), rows = {};
    all('figure', g).forEach(f => { const b = f.getBoundingClientRect(); rows[b.top] = Math.max(rows[b.top] || 0, b.right); });
    Object.values(rows).forEach(right => { if (right < whole.left + 0.75 * whole.width) fault(`blank beside pictures: ${right}`); }); });
  all('.across').forEach(a => { const high = all('img', a).filter(i => !i.hidden).map(i => i.getBoundingClientRect()).filter(b => b.width > 115).map(b => b.height);
    if (innerWidth > 700 && Math.max(...high) - Math.min(...high) > 2) fault(`pictures of different heights: ${high}`); });
  apart(all('figure'), 'figures');
  all('figure').forEach(f => apart([...f.querySelectorAll(':scope > *')].filter(seen), 'parts'));
  all('svg').forEach(s => apart(all('text', s), 'text'));
  all('svg').forEach(s => { if (s.getBoundingClientRect().width < s.viewBox.baseVal.width - 0.5) fault('chart made smaller'); });
  all('svg text').forEach(t => { const b = t.getBoundingClientRect(), s = t.closest('svg').getBoundingClientRect();
    if (b.left < s.left - 1 || b.right > s.right + 1 || b.bottom > s.bottom + 1) fault(`cut: ${t.textContent}`); });
  all('body *').filter(e => seen(e) && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())).forEach(e => {
    if (parseFloat(getComputedStyle(e).fontSize) < 12) fault(`small: ${e.textContent.slice(0, 40)}`); });
  all('figure > svg').forEach(s => { const c = all('.curve, .bars, rect', s);
    if (!c.some(e => e.getBBox().width > 20)) fault(`empty: ${s.getAttribute('aria-label')}`); });
  const shown = box => all('img', box).filter(i => !i.hidden).length;
  all('.slices').forEach(box => { const range = box.querySelector('input');
    if (shown(box) !== 1) fault('slices: not one');
    if (!range) return;
    const before = box.querySelector('output').textContent;
    range.value = 0; range.dispatchEvent(new Event('input'));
    if (box.querySelector('output').textContent === before || shown(box) !== 1) fault(`slider: ${before}`); });
  const canvas = document.querySelector('canvas'), before = canvas && canvas.toDataURL();
  if (canvas) canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
  setTimeout(() => {
    if (canvas && canvas.toDataURL() === before) fault('walls do not turn');
    const list = document.createElement('pre');
    list.id = 'look';
    list.textContent = `looked: ${window.faults.length}\n` + window.faults.map(f => `fault ${f}\n`).join('');
    document.body.append(list);
  }, 1000);
}
addEventListener('error', event => window.faults.push(`script: ${event.message}`));
addEventListener('load', look);
</script>
END

# seen NAME WIDTH [OPTION]
seen() {
  name=$1 width=$2 picture=$pictures/report-look-$1-$2${3:+-dark}.png; shift 2
  sed '/<\/style><\/head>/r look.html' "$name.html" >"$name-look.html"
  browse --virtual-time-budget=5000 --window-size="$width,3000" --dump-dom "$@" "file://$work/$name-look.html" >dom || { cat log >&2; fail "$browser"; }
  ! grep CONSOLE log || fail "$name at $width: the console has messages"
  sed -n '/^<pre id="look">looked/,$p; s/.*<pre id="look">/&/p' dom | grep -e '^fault' -e looked: | sort -u >looked
  grep -q 'looked: 0' looked || { cat looked >&2; fail "$name at $width"; }
  browse --screenshot="$picture" --window-size="$width,3000" "$@" "file://$work/$name.html" >/dev/null
  [ -s "$picture" ] || fail "no screenshot of $name"
}

make-sample scan 24
tessera voxelize scan/*.tif --threshold otsu --voxel 5um --preview seen.png | tessera tile --inlet z- --outlet z+ -o rock.tile --quiet
tessera run rock.tile --permeability z --viscosity 1e-6m2/s --checkpoint flow.tile --quiet
tessera stats rock.tile --thickness -o radii.tile >said
tessera run rock.tile --permeability z --refine --json --quiet >run.json
sed 's/"axis": "z"/"axis": "x"/' run.json >"a rather long name of a report of a run.json"
tessera report rock.tile flow.tile radii.tile seen.png run.json a*.json -o rock.html
tessera voxelize --shape channel:w=6 --size 16,8,1 | tessera tile --periodic xz -o flat.tile --quiet
tessera run flat.tile --force 1e-6,0,0 --lattice d2q9 --steps 5 -o plane.tile --quiet || :
tessera report flat.tile plane.tile -o plane.html
tube_surface 8 1 6 >vessel.stl
awk 'BEGIN { for (i = 0; i <= 20; i++) print 0.02 * i, 0.004 * (0.5 + 0.8 * sin(atan2(0, -1) * i / 10)) }' >pulse.txt
tessera voxelize -q vessel.stl --voxel 0.2mm --unit mm --cap --name outlet1=outlet-behind-a-bend-to-the | tessera tile --lint no -q -o vessel.tile
tessera run vessel.tile --viscosity 3.5e-6m2/s --set inlet0:flow=pulse.txt,s,ml/s --set outlet-behind-a-bend-to-the:pressure=0 -q --beats 2 \
  --average wall.tile --json >said
tessera report wall.tile -o beat.html
tessera voxelize --shape spheres:porosity=0.6,d=8 --size 16,16,40 --voxel 5um -q | tessera tile --inlet z- --outlet z+ --lint no -q -o spheres.tile
tessera report rock.tile flow.tile spheres.tile --sample 'The rock' --sample 'Spheres of one size' -o two.html
for width in 1280 400; do
  seen beat $width
  seen two $width
  seen rock $width
  seen plane $width
done
seen rock 1280 --blink-settings=preferredColorScheme=0
