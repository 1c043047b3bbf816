// The names of ranks, files and points. They lie over the marks of the cells and under the pieces, so
// that a mark tints the square and not the name.

import { measure, svg } from '../dom.js';
import { darkness, isNumber } from './grounds.js';
import { UNIT } from './layout.js';

/** A name is as high as this part of the board is wide, so that it can be read on the largest too. */
const HEIGHT = 0.024;
/** So much larger where no piece stands beside it. */
const ALONE = 1.15;

const put = (text, x, y, size, anchor, tone) => {
  const name = svg('text', { class: `legend ${tone}`, x: x * UNIT, y: y * UNIT, 'text-anchor': anchor }, text);
  measure(name, { size: `${size * UNIT}px` });
  return name;
};

export function legends(board, layout) {
  const texts = board.style === 'points' ? points(layout) : names(board, layout);
  return svg('svg', { class: 'legends', viewBox: `0 0 ${layout.width * UNIT} ${layout.height * UNIT}`, 'aria-hidden': 'true', focusable: 'false' }, texts);
}

/** Each player counts the points from the own end. */
function points({ boxes, height, turned }) {
  return [...boxes].filter(([id, box]) => box.height > 1 && isNumber(id)).map(([id, box]) => {
    const down = box.y + box.height / 2 < height / 2;
    return put(turned ? 25 - Number(id) : id, box.x + box.width / 2, (down ? box.y + box.height : box.y + 0.24) - 0.04, 0.27, 'middle', '');
  });
}

/** Files along the bottom and ranks along the left, in the margin or inside the cells; numbers where cells are numbered. */
function names(board, layout) {
  if (board.width < 4 || !['chequered', 'grid', 'crossings'].includes(board.style)) return [];
  const { field, margin } = layout;
  const size = layout.width * HEIGHT * (margin ? ALONE : 1);
  // In the margin where there is one, else in the corners.
  const [below, beside] = margin ? [[0.5, 1 + margin / 2 + size * 0.3, 'middle'], [-margin / 2, 0.5 + size * 0.3, 'middle']] : [[0.96, 0.95, 'end'], [0.03, 0.9 * size, 'start']];
  const dark = board.style === 'chequered' ? darkness(layout) : -1;
  return [...layout.boxes].flatMap(([id, { x, y, width, height }]) => {
    const [, file, rank] = id.match(/^([a-zA-Z])(\d+)$/) ?? [];
    const tone = (x + y) % 2 === dark ? 'on-dark' : 'on-light';
    const inside = (text, [dx, dy, anchor]) => put(text, x + dx, y + dy, size, anchor, tone);
    return [
      file && y + height === field.y + field.height ? inside(file, below) : null,
      rank && x === field.x ? inside(rank, beside) : null,
      isNumber(id) && board.style === 'chequered' && width === 1 ? put(id, x + 0.03, y + 0.16, 0.17, 'start', tone) : null,
    ].filter(Boolean);
  });
}
