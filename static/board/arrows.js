// Arrows from the first cell that a move touches to the last, or one for each of several men; where it touches only
// one a ring, or a frame where rings are pieces or cells are no squares.

import { svg } from '../dom.js';
import { inPairs } from './hand.js';
import { UNIT } from './layout.js';

export function arrows(lines, layout, { byPairs = false, framed = false } = {}) {
  const marks = lines.flatMap(({ touches, weight = 1 }) => {
    const ids = touches.filter((id) => layout.boxes.has(id));
    const opacity = 0.25 + 0.6 * weight;
    if (ids.length === 1) return [framed ? frame(layout.boxes.get(ids[0]), layout.width, weight) : ring(layout.centre(ids[0]), opacity)];
    const steps = byPairs ? inPairs(ids) : ids.slice(1).map((id, n) => [ids[n], id]);
    // Men that go the same way share an arrow.
    const ways = new Map(steps.map((step) => [step.join(' '), step]));
    return [...ways.values()].map(([from, to]) => arrow(layout.centre(from), layout.centre(to), opacity, weight));
  });
  return svg('svg', { class: 'arrows', viewBox: `0 0 ${layout.width * UNIT} ${layout.height * UNIT}`, 'aria-hidden': 'true', focusable: 'false' }, marks);
}

function ring([x, y], opacity) {
  return svg('circle', { class: 'ring', cx: x * UNIT, cy: y * UNIT, r: 38, opacity });
}

/** As wide as a ring on a board of eight cells, and no wider in a cell that is larger; what weighs less is thinner. */
function frame({ x, y, width, height }, across, weight) {
  const [inset, round, wide] = [8, 14, Math.min(9, (9 / 8) * across) * (0.4 + 0.6 * weight)];
  const sides = { width: width * UNIT - 2 * inset, height: height * UNIT - 2 * inset };
  // Broken, and so part of nothing that is drawn on a board.
  const line = { 'stroke-width': wide, 'stroke-dasharray': `${2 * wide} ${wide}`, opacity: 0.9 };
  return svg('rect', { class: 'frame', x: x * UNIT + inset, y: y * UNIT + inset, ...sides, rx: round, ...line });
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
