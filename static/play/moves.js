// The list of moves: one tab stop, arrow keys go through the game, the shown one is marked.

import { el } from '../dom.js';
import { GLYPHS } from '../words.js';

export function mountMoves(container, match) {
  const list = el('ol', { class: 'move-list', 'aria-label': 'Moves of the game' });
  const empty = el('p', { class: 'hint' }, 'No moves yet.');
  container.append(list, empty);
  let shape = '';

  const render = () => {
    const { record, ledger } = match;
    const texts = record.moves.map((move, n) => ledger.text(n, move));
    const judged = record.moves.map((_, n) => ledger.moves[n]?.judgement ?? '');
    const next = JSON.stringify([texts, judged]);
    empty.hidden = texts.length > 0;
    if (next !== shape) list.replaceChildren(start(), ...texts.map((text, n) => entry(text, n, judged[n])));
    shape = next;
    const focused = list.contains(document.activeElement);
    list.querySelectorAll('button').forEach((button, at) => {
      const current = at === record.at;
      button.tabIndex = current ? 0 : -1;
      if (current) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
      if (current && focused) button.focus();
      if (current) reveal(button);
    });
    list.hidden = texts.length === 0;
  };

  const start = () => el('li', { class: 'start' }, el('button', { type: 'button', onclick: () => match.go(0), 'aria-label': 'Start of the game' }, '⟲'));

  const entry = (text, n, judgement) => {
    const glyph = GLYPHS[judgement];
    return el('li', { class: match.ledger.moves[n]?.chance ? 'chance' : '', 'data-number': numbering(n) }, el(
      'button',
      { type: 'button', onclick: () => match.go(n + 1), 'data-judgement': judgement || null, 'aria-label': `${n + 1}. ${text}${glyph ? `, ${judgement}` : ''}` },
      text, glyph ? el('span', { class: 'glyph' }, glyph) : null,
    ));
  };

  /** Pairs of moves are counted where two players take turns, else each move. */
  const numbering = (n) => (match.game.nature.deterministic ? (n % 2 === 0 ? `${n / 2 + 1}.` : null) : `${n + 1}.`);

  // Scrolls the list alone, never the page.
  const reveal = (button) => {
    const [top, bottom] = [button.offsetTop, button.offsetTop + button.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top - 8;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
  };

  list.addEventListener('keydown', (event) => {
    const { at, moves } = match.record;
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: moves.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    match.go(to);
  });
  match.addEventListener('shown', render);
  match.addEventListener('named', render);
}
