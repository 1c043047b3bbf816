// The bar beside the board: the first player's chance to win, as last judged.

import { el, mark, measure, whose } from '../dom.js';
import { capital, scoreText } from '../words.js';

export function mountWorth(container, match) {
  const fill = el('div', { class: 'worth-fill' });
  const text = el('div', { class: 'worth-text' });
  const bar = el('div', { class: 'worth', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 100 }, fill, text);
  container.append(bar);

  const own = (element, player) => Object.entries(whose(player, match.game.players)).forEach(([name, value]) => mark(element, name, value));

  const render = () => {
    const { game, record, ledger, turned } = match;
    if (!game) return;
    const worth = ledger.worth[record.at] ?? ledger.worth.slice(0, record.at).findLast(Boolean);
    const win = worth?.win ?? 0.5;
    const percent = Math.round(win * 100);
    container.hidden = game.nature.agents === 1;
    const [first, second] = game.players;
    own(bar, second);
    own(fill, first);
    measure(fill, { win });
    mark(bar, 'data-turned', turned);
    mark(bar, 'data-known', Boolean(worth));
    mark(bar, 'aria-valuenow', percent);
    const said = worth ? `${capital(first)} ${percent}%` : 'Not judged yet';
    mark(bar, 'aria-label', 'Chances');
    mark(bar, 'aria-valuetext', worth?.score ? `${said}; for ${capital(worth.turn)}: ${scoreText(worth.score)}` : said);
    bar.title = bar.getAttribute('aria-valuetext');
    // The number stands at the end of whoever is ahead.
    text.textContent = worth ? Math.max(percent, 100 - percent) : '';
    mark(text, 'data-low', win < 0.5);
    own(text, win < 0.5 ? second : first);
  };
  match.addEventListener('shown', render);
  match.addEventListener('turned', render);
  match.addEventListener('thinking', render);
  match.addEventListener('judged', render);
}
