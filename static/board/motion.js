// Pieces glide from where they stood to where they stand. Who went where is guessed from the two
// pictures alone: the cells of the last move first, then the nearest that looks the same.

import { calm } from '../dom.js';
import { same } from './pieces.js';

const GLIDE = { duration: 190, easing: 'cubic-bezier(.2, .7, .3, 1)' };

export function animate(board, before, { style, cells }, { last, dropped }) {
  if (calm() || document.hidden || !board.firstElementChild.animate) return;
  const after = new Map(cells.map((cell) => [cell.id, cell.piece]));
  const gone = cells.map(({ id }) => id).filter((id) => before.get(id) && !same(before.get(id), after.get(id)));
  for (const { id, piece } of cells) {
    const was = before.get(id);
    if (!piece || same(was, piece) || id === dropped) continue;
    const drawing = board.cells.get(id).firstElementChild;
    if (piece.kind === 'seeds' || piece.kind === 'penny') drawing.animate([{ opacity: 0.4 }, { opacity: 1 }], GLIDE);
    else if (was?.kind === piece.kind && was.owner !== piece.owner && was.owner && !last.includes(id)) turnOver(drawing);
    else glide(board, drawing, id, origin(board, before, gone, id, piece, last), style);
  }
}

function origin(board, before, gone, id, piece, last) {
  const fits = (from) => from !== id && before.get(from).owner === piece.owner && before.get(from).kind === piece.kind;
  const near = (from) => {
    const [[x, y], [u, v]] = [board.layout.centre(from), board.layout.centre(id)];
    return Math.hypot(x - u, y - v);
  };
  const touched = last.at(-1) === id && gone.includes(last[0]) && last[0] !== id && before.get(last[0]).owner === piece.owner;
  const from = touched ? last[0] : gone.filter(fits).sort((a, b) => near(a) - near(b))[0];
  if (from !== undefined) gone.splice(gone.indexOf(from), 1);
  return from;
}

function glide(board, drawing, id, from, style) {
  const [u, v] = board.layout.centre(id);
  const { width, height } = board.layout.boxes.get(id);
  if (from !== undefined) {
    const [x, y] = board.layout.centre(from);
    drawing.animate([{ transform: `translate(${((x - u) / width) * 100}%, ${((y - v) / height) * 100}%)` }, { transform: 'none' }], GLIDE);
  } else if (style === 'holes') {
    const fall = { duration: 130 + 60 * v, easing: 'cubic-bezier(.5, 0, .9, .6)' };
    drawing.animate([{ transform: `translateY(${-(v + 0.5) * 100}%)` }, { transform: 'none' }], fall);
  } else {
    drawing.animate([{ transform: 'scale(.6)', opacity: 0 }, { transform: 'none', opacity: 1 }], GLIDE);
  }
}

const turnOver = (drawing) => drawing.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], { ...GLIDE, duration: 260 });
