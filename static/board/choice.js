// Several moves touch the same cells (a pawn that may become four things): ask which by name.

import { el } from '../dom.js';

/** A queen is what nearly everybody wants: she stands first. */
const queen = ({ text }) => /q[+#]?$/i.test(text);

export function askWhich(board, frame, moves, at, chosen) {
  const offered = moves.toSorted((a, b) => queen(b) - queen(a));
  const buttons = offered.map((move) => el('button', { type: 'button', onclick: () => chosen(move) }, move.text));
  const back = el('button', { type: 'button', class: 'quiet', onclick: () => board.drop() }, 'Cancel');
  const choice = el('div', { class: 'choice', role: 'group', 'aria-label': 'Which move?' }, buttons, back);
  const [x, y] = board.layout.centre(at);
  choice.style.setProperty('--x', x);
  choice.style.setProperty('--y', y);
  choice.dataset.side = y * 2 > board.layout.height ? 'above' : 'below';
  frame.append(choice);
  // Held inside the board, however near its edge the cell is.
  const [inside, all] = [choice.getBoundingClientRect(), frame.getBoundingClientRect()];
  const shift = Math.max(0, all.left - inside.left) - Math.max(0, inside.right - all.right);
  choice.style.setProperty('--shift', `${shift}px`);
  buttons[0].focus();
  choice.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const all = [...buttons, back];
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
    event.preventDefault();
    event.stopPropagation();
  });
}
