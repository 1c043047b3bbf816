// The shelf of games: a card with a small board for each.

import { el } from '../dom.js';
import { picture } from '../board/picture.js';
import { FRESH, drawn } from './address.js';

export function mountGames(opener, dialog, match, board, catalogue) {
  const cards = catalogue.map((game) => el(
    'button',
    { type: 'button', class: 'game-card', 'data-game': game.id, onclick: () => choose(game) },
    picture(game),
    el('span', { class: 'game-name' }, game.name),
  ));
  const close = el('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, 'Close');
  dialog.append(el('div', { class: 'dialog-head' }, el('h2', {}, 'Choose a game'), close), el('div', { class: 'shelf' }, cards));

  const choose = async (game) => {
    dialog.close();
    // Who takes the game that is on the table goes back to it.
    if (match.view && game.id === match.game.id) return;
    const { level, elo, time, pace } = match.record;
    // Two people cannot hide anything from each other at one board.
    const you = match.record.you === 'both' && !game.nature.observable ? FRESH.you : match.record.you;
    await match.open({ ...FRESH, you, level, elo, time, pace, game: game.id, seed: drawn() }, game);
    board.focusCell(undefined, { preventScroll: true });
  };

  opener.addEventListener('click', () => {
    for (const card of cards) card.toggleAttribute('data-current', card.dataset.game === match.game.id);
    dialog.showModal();
    cards.find((card) => card.dataset.game === match.game.id)?.focus();
  });
  // A click beside the shelf closes it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  // Another game may come without being chosen here: by Back, or a link.
  match.addEventListener('opening', () => dialog.close());
  for (const type of ['opening', 'shown']) {
    match.addEventListener(type, () => {
      opener.querySelector('.label').textContent = match.game.name;
    });
  }
}
