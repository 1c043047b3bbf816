// Arrows from the first cell that a move touches to the last; a ring where it touches only one.

import { svg } from '../dom.js';
import { UNIT } from './layout.js';

export function arrows(lines, layout) {
  const marks = lines.flatMap(({ touches, weight = 1 }) => {
    const ids = touches.filter((id) => layout.boxes.has(id));
    if (ids.length === 0) return [];
    const opacity = 0.25 + 0.6 * weight;
    return ids.length === 1 ? [ring(layout.centre(ids[0]), opacity)] : ids.slice(1).map((id, n) => arrow(layout.centre(ids[n]), layout.centre(id), opacity, weight));
  });
  return svg('svg', { class: 'arrows', viewBox: `0 0 ${layout.width * UNIT} ${layout.height * UNIT}`, 'aria-hidden': 'true', focusable: 'false' }, marks);
}

function ring([x, y], opacity) {
  return svg('circle', { class: 'ring', cx: x * UNIT, cy: y * UNIT, r: 38, opacity });
}

function arrow([x, y], [u, v], opacity, weight) {
  const [dx, dy] = [u - x, v - y];
  const length = Math.hypot(dx, dy) * UNIT;
  const wide = 7 + 7 * weight;
  const head = Math.min(length * 0.6, 34);
  const neck = length - head - 8;
  const d = `M18 ${-wide}H${neck}V${-wide * 2.1}L${length - 8} 0L${neck} ${wide * 2.1}V${wide}H18z`;
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  return svg('path', { class: 'arrow', d, opacity, transform: `translate(${x * UNIT} ${y * UNIT}) rotate(${turn})` });
}
