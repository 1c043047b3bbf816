// Several moves touch the same cells (a pawn that may become four things): ask which, in drawings
// where a move ends with what a piece becomes, else by name.

import { el, goRound, measure } from '../dom.js';
import { draw } from './pieces.js';

/** What a pawn becomes, by its letter; what nearly everybody wants stands first. */
const BECOMES = { q: 'queen', n: 'knight', r: 'rook', b: 'bishop' };
const ORDER = Object.values(BECOMES);

const becomes = ({ text }) => BECOMES[text.match(/([qnrb])[+#]?$/i)?.[1].toLowerCase()];

export function askWhich(board, frame, { moves, owner, players, at }, chosen) {
  const offered = moves.toSorted((a, b) => ORDER.indexOf(becomes(a)) - ORDER.indexOf(becomes(b)));
  const buttons = offered.map((move) => {
    const kind = becomes(move);
    const shown = kind ? [draw({ kind, owner }, { width: 1, height: 1 }, players), el('span', { class: 'hidden' }, `${kind}, ${move.text}`)] : move.text;
    return el('button', { type: 'button', title: kind ? `${kind}, ${move.text}` : null, onclick: () => chosen(move) }, shown);
  });
  const back = el('button', { type: 'button', class: 'quiet', onclick: () => board.drop() }, 'Cancel');
  const choice = el('div', { class: 'choice', role: 'group', 'aria-label': 'Which move?' }, buttons, back);
  const [x, y] = board.layout.centre(at);
  measure(choice, { x, y });
  choice.dataset.side = y * 2 > board.layout.height ? 'above' : 'below';
  frame.append(choice);
  buttons[0].focus();
  goRound(choice, () => [...buttons, back]);
}
