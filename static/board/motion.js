// Pieces glide from where they stood to where they stand. Who went where is guessed from the two
// pictures alone: the cells of the last move first, then the nearest that looks the same; tiles go where they were
// slid.

import { calm } from '../dom.js';
import { draw, same } from './pieces.js';
import { brought } from './slide.js';

const GLIDE = { duration: 190, easing: 'cubic-bezier(.2, .7, .3, 1)' };
/** When what glides is nearly there. */
const AFTERWARDS = { duration: 150, delay: 130, easing: 'ease-out', fill: 'backwards' };

export function animate(board, before, { style, cells }, { last, dropped }) {
  if (calm() || document.hidden || !board.firstElementChild.animate) return;
  const after = new Map(cells.map((cell) => [cell.id, cell.piece]));
  if (style === 'tiles') return slide(board, before, after, last[0]);
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

/** Tiles slide, two that become one run together first, and what is new comes last. */
function slide(board, before, after, direction) {
  const sources = brought(board.layout, before, after, direction);
  for (const [id, piece] of after) {
    const [from, beside] = sources?.get(id) ?? [];
    // What a slide has not brought is new, though what stood there before may look the same.
    const stays = sources && piece?.kind === 'tile' ? from === id && !beside : same(before.get(id), piece);
    if (!piece || stays) continue;
    const cell = board.cells.get(id);
    const drawing = cell.firstElementChild;
    if (!from) drawing.animate([{ transform: 'scale(.3)', opacity: 0 }, { transform: 'none', opacity: 1 }], AFTERWARDS);
    else if (!beside) travel(board, drawing, id, from);
    else {
      for (const source of [from, beside]) {
        const running = draw(before.get(source), { width: 1, height: 1 });
        cell.append(running);
        travel(board, running, id, source).finished.then(() => running.remove(), () => {});
      }
      drawing.animate([{ transform: 'scale(.3)', opacity: 0 }, { transform: 'scale(1.1)', opacity: 1 }, { transform: 'none' }], AFTERWARDS);
    }
  }
}

/** A drawing comes from another cell to its own. */
function travel(board, drawing, id, from) {
  const [[x, y], [u, v]] = [board.layout.centre(from), board.layout.centre(id)];
  const { width, height } = board.layout.boxes.get(id);
  return drawing.animate([{ transform: `translate(${((x - u) / width) * 100}%, ${((y - v) / height) * 100}%)` }, { transform: 'none' }], GLIDE);
}

function glide(board, drawing, id, from, style) {
  const [, v] = board.layout.centre(id);
  if (from !== undefined) {
    travel(board, drawing, id, from);
  } else if (style === 'holes') {
    const fall = { duration: 130 + 60 * v, easing: 'cubic-bezier(.5, 0, .9, .6)' };
    drawing.animate([{ transform: `translateY(${-(v + 0.5) * 100}%)` }, { transform: 'none' }], fall);
  } else {
    drawing.animate([{ transform: 'scale(.6)', opacity: 0 }, { transform: 'none', opacity: 1 }], GLIDE);
  }
}

const turnOver = (drawing) => drawing.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], { ...GLIDE, duration: 260 });
