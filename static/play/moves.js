// The list of moves: one tab stop, arrow keys go through the game, the shown one is marked.

import { el } from '../dom.js';
import { GLYPHS } from '../words.js';

export function mountMoves(container, match) {
  const list = el('ol', { class: 'move-list', 'aria-label': 'Moves of the game' });
  const empty = el('p', { class: 'hint' }, 'No moves yet.');
  container.append(list, empty);
  /** What each entry says. */
  let shapes = [];

  const render = () => {
    const { record } = match;
    const focused = list.contains(document.activeElement);
    const rounds = match.ledger.rounds(record.moves.length, match.game);
    const entries = record.moves.map((move, n) => ({ ...known(move, n), ...rounds[n] }));
    const next = entries.map((each) => JSON.stringify(each));
    empty.hidden = next.length > 0;
    // An entry that says the same stays, for it may be under a finger.
    next.forEach((shape, n) => {
      if (shape !== shapes[n]) list.replaceChild(entry(entries[n], n), list.children[n + 1] ?? list.appendChild(el('li')));
    });
    while (list.children.length > next.length + 1) list.lastElementChild.remove();
    shapes = next;
    list.querySelectorAll('button').forEach((button, at) => {
      const current = at === record.at;
      button.tabIndex = current ? 0 : -1;
      if (current) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
      if (current && focused) button.focus();
      if (current) reveal(button);
    });
    list.hidden = next.length === 0;
  };

  list.append(el('li', { class: 'start' }, el('button', { type: 'button', onclick: () => match.go(0), 'aria-label': 'Start of the game' }, '⟲')));

  const known = (move, n) => {
    const { chance, judgement, player } = match.ledger.moves[n] ?? {};
    return { text: match.ledger.text(n, move), chance, judgement, player };
  };

  const entry = ({ text, chance, judgement, player, round, begins, turns }, n) => {
    const glyph = GLYPHS[judgement];
    // What an umpire says of it is nobody's mistake.
    const [tried, answer] = match.game.nature.observable ? [text, ''] : parted(text);
    const whose = player && !chance ? `${player} ` : '';
    return el('li', { class: chance ? 'chance' : '', 'data-turns': turns, 'data-number': begins ? `${round}.` : null }, el(
      'button',
      { type: 'button', onclick: () => match.go(n + 1), 'data-judgement': judgement || null, 'aria-label': `${round ? `${round}. ` : ''}${whose}${text}${glyph ? `, ${judgement}` : ''}` },
      el('span', { class: 'entry' }, el('span', { class: 'tried' }, tried, glyph ? el('span', { class: 'glyph' }, glyph) : null), answer),
    ));
  };

  const parted = (text) => /^(\S*)(.*)$/.exec(text).slice(1);

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
