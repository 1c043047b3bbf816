// The names of ranks, files, points, houses and columns. They lie over the marks of the cells and under the pieces, so
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
  const texts = (STYLES[board.style] ?? names)(layout, board);
  return svg('svg', { class: 'legends', viewBox: `0 0 ${layout.width * UNIT} ${layout.height * UNIT}`, 'aria-hidden': 'true', focusable: 'false' }, texts);
}

/** Each player counts the points from the own end. */
function points({ boxes, height, turned }) {
  return [...boxes].filter(([id, box]) => box.height > 1 && isNumber(id)).map(([id, box]) => {
    const down = box.y + box.height / 2 < height / 2;
    return put(turned ? 25 - Number(id) : id, box.x + box.width / 2, (down ? box.y + box.height : box.y + 0.24) - 0.04, 0.27, 'middle', '');
  });
}

/** Each house has its number on the rim of the board. */
function houses(layout, { cells }) {
  return rim(layout, cells.filter(({ id }) => layout.boxes.get(id).height === 1));
}

/** Each column has its number above it. */
function columns(layout, { cells }) {
  return rim(layout, cells.filter(({ id }) => layout.boxes.get(id).y === layout.field.y));
}

/** What is wide between the margin and what is drawn in a cell. */
const EDGE = 0.07;

/** The numbers by which cells are called, in the margin nearest to each. */
function rim(layout, cells) {
  const { boxes, width, height, margin } = layout;
  const size = width * HEIGHT * ALONE;
  return cells.map(({ id, name }) => {
    const { x } = boxes.get(id);
    const middle = layout.low(id) && margin.below ? height - (margin.below + EDGE) / 2 : (margin.above + EDGE) / 2;
    return put(name.match(/\d+/)?.[0] ?? '', x + 0.5, middle + size * 0.36, size, 'middle', '');
  });
}

const STYLES = { points, pits: houses, holes: columns };

/** Files along the bottom and ranks along the left, in the margin or inside the cells; numbers where cells are numbered. */
function names(layout, board) {
  if (board.width < 4 || !['chequered', 'grid', 'crossings'].includes(board.style)) return [];
  const { field, margin: { beside: margin } } = layout;
  const size = layout.width * HEIGHT * (margin ? ALONE : 1);
  // In the margin where there is one, else in the corners.
  const [below, beside] = margin ? [[0.5, 1 + margin / 2 + size * 0.3, 'middle'], [-margin / 2, 0.5 + size * 0.3, 'middle']] : [[0.96, 0.95, 'end'], [0.03, 0.9 * size, 'start']];
  const dark = board.style === 'chequered' ? darkness(layout) : -1;
  return board.cells.flatMap(({ id, name }) => {
    const { x, y, width, height } = layout.boxes.get(id);
    const [, file, rank] = name.match(/^([a-zA-Z])(\d+)$/) ?? [];
    const tone = (x + y) % 2 === dark ? 'on-dark' : 'on-light';
    const inside = (text, [dx, dy, anchor]) => put(text, x + dx, y + dy, size, anchor, tone);
    return [
      file && y + height === field.y + field.height ? inside(file, below) : null,
      rank && x === field.x ? inside(rank, beside) : null,
      isNumber(id) && board.style === 'chequered' && width === 1 ? put(id, x + 0.03, y + 0.16, 0.17, 'start', tone) : null,
    ].filter(Boolean);
  });
}
