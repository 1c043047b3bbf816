// A small picture of a board that nobody can touch.

import { el, measure } from '../dom.js';
import { ground } from './grounds.js';
import { Layout } from './layout.js';
import { draw } from './pieces.js';

export function picture({ id, board, players }) {
  const layout = new Layout(board, false);
  const cells = board.cells.filter((cell) => cell.piece).map((cell) => {
    const { x, y, width, height } = layout.boxes.get(cell.id);
    const holder = el('span', { class: 'cell' }, draw({ ...cell.piece, upwards: layout.low(cell.id) }, { width, height }, players));
    measure(holder, { x, y, cw: width, ch: height });
    return holder;
  });
  const frame = el('span', { class: 'board picture', 'data-style': board.style, 'data-game': id, 'aria-hidden': 'true' }, ground(board, layout), el('span', { class: 'cells' }, cells));
  measure(frame, { w: layout.width, h: layout.height });
  return frame;
}
