// The list of moves, as on a score sheet: a row for each round, a column for each player. One tab stop, arrow keys go
// through the game, the shown move is marked.

import { el, whose } from '../dom.js';
import { GLYPHS, capital } from '../words.js';

export function mountMoves(container, match) {
  const start = el('button', { type: 'button', onclick: () => match.go(0), 'aria-label': 'Start of the game' }, '⟲');
  const heads = [el('th', { scope: 'col' }), el('th', { scope: 'col' })];
  const head = el('thead', {}, el('tr', {}, el('td', {}, start), heads));
  const body = el('tbody');
  const empty = el('tr', {}, el('td', { class: 'hint', colspan: 3 }, 'No moves yet.'));
  const list = el('div', { class: 'move-list' }, el('table', { 'aria-label': 'Moves of the game' }, head, body));
  container.append(list);
  /** By number of the move: `{ round, second, shape, button }`, `shape` what the button says. */
  let sheet = [];
  let marked = start;

  const render = () => {
    const { record, ledger, game } = match;
    const focused = list.contains(document.activeElement);
    heads.forEach((each, n) => each.replaceChildren(heading(n)));
    ledger.rounds(record.moves.length, game).forEach((place, n) => {
      const entry = { ...known(record.moves[n], n), ...place };
      const shape = JSON.stringify(entry);
      const before = sheet[n];
      // An entry that says the same stays, for it may be under a finger.
      if (before?.shape === shape) return;
      const button = written(entry, n);
      if (before && before.round === place.round && before.second === place.second) {
        before.button.replaceWith(button);
      } else {
        cut(n);
        cell(place).append(button);
      }
      sheet[n] = { ...place, shape, button };
    });
    cut(record.moves.length);
    if (sheet.length === 0) body.replaceChildren(empty);
    mark(record.at ? sheet[record.at - 1].button : start);
    reveal(marked);
    if (focused) marked.focus();
  };

  /** Who moves in that column, by name where a game of others says so; beside a player alone stands what chance brings. */
  const heading = (n) => {
    const { record, ledger, game: { nature, players } } = match;
    if (nature.agents === 1) return ['Played', 'Came'][n];
    const side = capital(players[n]);
    const name = ledger.nameOf(side, record);
    return el('div', { class: 'heading' },
      el('span', { class: 'token', ...whose(players[n], players), 'aria-hidden': 'true' }),
      name ? [el('span', { class: 'hidden' }, `${side}: `), el('strong', { title: name }, name)] : side);
  };

  const known = (move, n) => {
    const { chance, judgement, player } = match.ledger.moves[n] ?? {};
    return { text: match.ledger.text(n, move), chance, judgement, player };
  };

  const written = ({ text, chance, judgement, player, round }, n) => {
    const glyph = GLYPHS[judgement];
    // What an umpire says of it is nobody's mistake.
    const [tried, answer] = !match.game.nature.observable ? parted(text) : [chance ? dice(text) : text, ''];
    const who = player && !chance ? `${player} ` : '';
    return el(
      'button',
      {
        type: 'button', class: chance ? 'chance' : null, tabindex: -1, onclick: () => match.go(n + 1), 'data-judgement': judgement || null,
        'aria-label': `${round ? `${round}. ` : ''}${who}${text}${glyph ? `, ${judgement}` : ''}`,
      },
      el('span', { class: 'tried' }, tried, glyph ? el('span', { class: 'glyph' }, glyph) : null), answer ? el('span', { class: 'answer' }, answer) : null,
    );
  };

  /** Dice before a move, as players write them: "62:" from "roll 62". */
  const dice = (text) => text.replace(/^roll (\d+)$/, '$1:');

  const parted = (text) => /^(\S*)(.*)$/.exec(text).slice(1);

  /** Where the next move is written: the sheet is filled from above. */
  const cell = ({ round, second }) => {
    const bottom = body.lastElementChild;
    const row = bottom?.dataset.round === String(round) ? bottom : body.appendChild(
      el('tr', { 'data-round': round }, round ? el('th', { scope: 'row' }, `${round}.`) : el('td'), el('td'), el('td')),
    );
    return row.cells[second ? 2 : 1];
  };

  /** Leaves so many moves on the sheet, and no row that is empty. */
  const cut = (count) => {
    for (const { button } of sheet.splice(count)) button.remove();
    while (body.lastElementChild?.querySelector('button') === null) body.lastElementChild.remove();
  };

  const mark = (button) => {
    marked.tabIndex = -1;
    marked.removeAttribute('aria-current');
    button.tabIndex = 0;
    button.setAttribute('aria-current', 'step');
    marked = button;
  };

  // Scrolls the list alone, never the page.
  const reveal = (button) => {
    const [seen, place] = [list, button].map((each) => each.getBoundingClientRect());
    const above = place.top - seen.top - head.offsetHeight;
    const below = place.bottom - seen.bottom;
    if (button === start) list.scrollTop = 0;
    else if (above < 0) list.scrollTop += above;
    else if (below > 0) list.scrollTop += below;
  };

  /** The last move of the same player in the round before or after that of the shown one; the next move where there is none. */
  const across = (step) => {
    const { at } = match.record;
    const here = sheet[at - 1];
    const found = here ? sheet.findLastIndex(({ round, second }) => round === here.round + step && second === here.second) : -1;
    return found < 0 ? at + step : found + 1;
  };

  list.addEventListener('keydown', (event) => {
    const { at, moves } = match.record;
    const ways = {
      ArrowLeft: () => at - 1, ArrowRight: () => at + 1, ArrowUp: () => across(-1), ArrowDown: () => across(1), Home: () => 0, End: () => moves.length,
    };
    if (!ways[event.key]) return;
    event.preventDefault();
    match.go(ways[event.key]());
  });
  match.addEventListener('shown', render);
  match.addEventListener('named', render);
}
