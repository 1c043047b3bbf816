// A small picture of a board that nobody can touch.

import { el } from '../dom.js';
import { ground } from './grounds.js';
import { Layout } from './layout.js';
import { draw } from './pieces.js';

export function picture({ id, board }) {
  const layout = new Layout(board, false);
  const cells = board.cells.filter((cell) => cell.piece).map((cell) => {
    const { x, y, width, height } = layout.boxes.get(cell.id);
    const holder = el('span', { class: 'cell' }, draw({ ...cell.piece, upwards: layout.low(cell.id) }, { width, height }));
    for (const [name, value] of Object.entries({ x, y, cw: width, ch: height })) holder.style.setProperty(`--${name}`, value);
    return holder;
  });
  const under = ground(board, layout);
  if (board.style === 'holes') under.classList.add('above');
  const frame = el('span', { class: 'board picture', 'data-style': board.style, 'data-game': id, 'aria-hidden': 'true' }, under, el('span', { class: 'cells' }, cells));
  frame.style.setProperty('--w', layout.width);
  frame.style.setProperty('--h', layout.height);
  return frame;
}
