// SPDX-License-Identifier: BSD-3-Clause
'use strict';

// A slider shows one of the slices beside it.
for (const box of document.querySelectorAll('.slices')) {
  const range = box.querySelector('input');
  if (!range) continue;
  const images = box.querySelectorAll('img');
  const show = () => {
    images.forEach((image, i) => { image.hidden = i !== Number(range.value); });
    box.querySelector('output').textContent = images[range.value].alt;
    range.setAttribute('aria-valuetext', images[range.value].alt);
  };
  range.hidden = false;
  range.addEventListener('input', show);
  show();
}

// Points of walls: places in 16 bits, normals and a colour in 8 bits.
function readPoints(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const view = new DataView(bytes.buffer), count = bytes.length / 10;
  const place = new Float32Array(3 * count), normal = new Float32Array(3 * count), level = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    for (let a = 0; a < 3; a++) {
      place[3 * i + a] = view.getUint16(10 * i + 2 * a, true) / 65535 - 0.5;
      normal[3 * i + a] = view.getInt8(10 * i + 6 + a) / 127;
    }
    level[i] = bytes[10 * i + 9];
  }
  return { count, place, normal, level };
}

function turnWalls(canvas) {
  const points = readPoints(canvas.dataset.points), side = canvas.width;
  const palette = canvas.dataset.palette.match(/../g).map(hex => parseInt(hex, 16));
  const context = canvas.getContext('2d'), picture = context.createImageData(side, side);
  const pixel = new Uint32Array(picture.data.buffer), depth = new Float32Array(side * side);
  const ground = 0xfff3f0ee;
  let yaw = -0.6, pitch = 0.45, zoom = 1, waiting = false;

  function drawAxes(turn) {
    context.fillStyle = '#eef0f3'; // a plate, for the walls may be as dark as they are
    context.fillRect(0, side - 124, 124, 124);
    context.strokeStyle = context.fillStyle = '#3c3c3c';
    context.lineWidth = 2;
    context.font = '24px sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (let a = 0; a < 3; a++) {
      const [x, y] = turn(a === 0 ? 1 : 0, a === 1 ? 1 : 0, a === 2 ? 1 : 0);
      context.beginPath();
      context.moveTo(60, side - 60);
      context.lineTo(60 + 40 * x, side - 60 - 40 * y);
      context.stroke();
      context.fillText('xyz'[a], 60 + 54 * x, side - 60 - 54 * y);
    }
  }

  function draw() {
    waiting = false;
    const cy = Math.cos(yaw), sy = Math.sin(yaw), cp = Math.cos(pitch), sp = Math.sin(pitch);
    const scale = canvas.dataset.scale * zoom * side;
    const size = Math.max(1, Math.ceil(canvas.dataset.splat * zoom * side));
    const turn = (x, y, z) => {
      const deep = x * sy + y * cy;
      return [x * cy - y * sy, z * cp + deep * sp, deep * cp - z * sp];
    };
    pixel.fill(ground);
    depth.fill(Infinity);
    for (let i = 0; i < points.count; i++) {
      const x = points.place[3 * i], y = points.place[3 * i + 1], z = points.place[3 * i + 2], deep = x * sy + y * cy;
      const left = Math.round(side / 2 + scale * (x * cy - y * sy) - size / 2);
      const top = Math.round(side / 2 - scale * (z * cp + deep * sp) - size / 2), far = deep * cp - z * sp;
      const n = points.normal, facing = (n[3 * i] * sy + n[3 * i + 1] * cy) * cp - n[3 * i + 2] * sp;
      const light = 0.5 + 0.5 * Math.abs(facing), k = 3 * points.level[i];
      const ink = 0xff000000 | palette[k + 2] * light << 16 | palette[k + 1] * light << 8 | palette[k] * light;
      for (let v = Math.max(0, top); v < top + size && v < side; v++)
        for (let u = Math.max(0, left); u < left + size && u < side; u++)
          if (far < depth[v * side + u]) {
            depth[v * side + u] = far;
            pixel[v * side + u] = ink;
          }
    }
    context.putImageData(picture, 0, 0);
    drawAxes(turn);
  }

  function change(right, up, larger) {
    yaw += right;
    pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, pitch + up));
    zoom = Math.max(0.5, Math.min(8, zoom * larger));
  }

  const keys = { ArrowLeft: [-0.1, 0, 1], ArrowRight: [0.1, 0, 1], ArrowUp: [0, 0.1, 1], ArrowDown: [0, -0.1, 1],
    '+': [0, 0, 1.2], '=': [0, 0, 1.2], '-': [0, 0, 1 / 1.2] };
  canvas.addEventListener('keydown', event => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    change(...keys[event.key]);
    draw();
  });
  canvas.addEventListener('pointerdown', event => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener('pointermove', event => {
    if (!(event.buttons & 1)) return;
    change(0.008 * event.movementX, 0.008 * event.movementY, 1);
    if (!waiting) requestAnimationFrame(draw); // a pointer moves more often than a screen shows
    waiting = true;
  });
  canvas.hidden = false;
  canvas.closest('.turns').querySelector('img').hidden = true;
  canvas.closest('figure').querySelector('.hint').hidden = false;
  draw();
}
document.querySelectorAll('.turns canvas').forEach(turnWalls);
