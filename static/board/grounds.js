// What lies under the pieces, one drawing for each style of board, 100 units a cell.

import { svg } from '../dom.js';
import { UNIT } from './layout.js';

const line = (x1, y1, x2, y2) => svg('line', { class: 'rule', x1: x1 * UNIT, y1: y1 * UNIT, x2: x2 * UNIT, y2: y2 * UNIT });

const rect = (name, { x, y, width, height }, inset, rx) => svg('rect', {
  class: name, x: x * UNIT + inset, y: y * UNIT + inset, width: width * UNIT - 2 * inset, height: height * UNIT - 2 * inset, rx,
});

export const isNumber = (id) => /^\d+$/.test(id);

const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);

const GROUNDS = {
  grid({ width, height }) {
    return [
      ...range(1, width).map((x) => line(x, 0.06, x, height - 0.06)),
      ...range(1, height).map((y) => line(0.06, y, width - 0.06, y)),
    ];
  },

  chequered(layout) {
    const { width, height } = layout;
    const dark = darkness(layout);
    return range(0, width * height).map((n) => {
      const [x, y] = [n % width, Math.floor(n / width)];
      return rect((x + y) % 2 === dark ? 'dark' : 'light', { x, y, width: 1, height: 1 }, 0, 0);
    });
  },

  crossings({ field, margin }) {
    const [left, top, width, height] = [field.x + 0.5, field.y + 0.5, field.width - 1, field.height - 1];
    return [
      rect('wood', field, -margin.beside * UNIT, 12),
      ...range(0, width + 1).map((x) => line(left + x, top, left + x, top + height)),
      ...range(0, height + 1).map((y) => line(left, top + y, left + width, top + y)),
      ...stars(field).map(([x, y]) => svg('circle', { class: 'star', cx: (left + x) * UNIT, cy: (top + y) * UNIT, r: 10 })),
    ];
  },

  holes({ width, height, field }) {
    const wall = `M0 0h${width * UNIT}v${height * UNIT}h${-width * UNIT}z`;
    const holes = range(0, field.width * field.height).map((n) => {
      const [cx, cy] = [(field.x + (n % field.width) + 0.5) * UNIT, (field.y + Math.floor(n / field.width) + 0.5) * UNIT];
      return `M${cx - 41} ${cy}a41 41 0 1 0 82 0a41 41 0 1 0-82 0z`;
    });
    return [svg('path', { class: 'wall', 'fill-rule': 'evenodd', d: wall + holes.join('') })];
  },

  pits({ boxes }) {
    return [...boxes.values()].map((box) => rect('pit', box, 6, box.height > box.width ? 44 : 46));
  },

  points({ boxes, height }) {
    return [...boxes].filter(([, box]) => box.height > 1).flatMap(([id, box]) => {
      if (!isNumber(id)) return [rect('tray', box, 6, 10)];
      const [left, right, middle] = [box.x, box.x + box.width, box.x + box.width / 2].map((x) => x * UNIT);
      const down = box.y + box.height / 2 < height / 2;
      const [foot, tip] = down ? [box.y, box.y + box.height * 0.9] : [box.y + box.height, box.y + box.height * 0.1];
      return [svg('path', { class: Number(id) % 2 ? 'point dark' : 'point light', d: `M${left + 4} ${foot * UNIT}H${right - 4}L${middle} ${tip * UNIT}z` })];
    });
  },

  tiles({ boxes, field }) {
    const inner = ({ width, height }) => width === 1 && height === 1;
    return [rect('tray', field, -6, 14), ...[...boxes.values()].filter(inner).map((box) => rect('slot', box, 5, 10))];
  },

  heap() {
    return [];
  },
};

/**
 * Which squares are dark, as the rest of x + y by two: those that are played on where it is only
 * half of them; else the bottom left one is.
 */
export function darkness({ boxes, width, height }) {
  const [{ x, y }] = boxes.values();
  return boxes.size < width * height ? (x + y) % 2 : (height - 1) % 2;
}

/** The marked crossings of a go board. */
function stars({ width, height }) {
  if (width !== height || width % 2 === 0 || width < 7) return [];
  const [edge, middle] = [width < 13 ? 2 : 3, (width - 1) / 2];
  const lines = width < 19 ? [edge, width - 1 - edge] : [edge, middle, width - 1 - edge];
  return [...lines.flatMap((x) => lines.map((y) => [x, y])), ...(width < 19 ? [[middle, middle]] : [])];
}

/** The ground of a board. */
export function ground({ style }, layout) {
  const strokes = (GROUNDS[style] ?? GROUNDS.grid)(layout);
  return svg('svg', { class: 'ground', viewBox: `0 0 ${layout.width * UNIT} ${layout.height * UNIT}`, 'aria-hidden': 'true', focusable: 'false' }, strokes);
}
