// Who sits where: a strip above the board and one below, with the clock of whoever thinks.

import { el, mark, refill, whose } from '../dom.js';
import { brief, capital, seconds, tallyText } from '../words.js';

export function mountSeats(far, near, match) {
  let ticking = null;

  const render = () => {
    const [first, second] = match.game.players;
    const alone = match.game.nature.agents === 1;
    const [below, above] = match.turned ? [second, first] : [first, second];
    far.hidden = alone;
    for (const [seat, player] of [[near, below], [far, above]]) {
      mark(seat, 'aria-label', `Seat of ${capital(player)}`);
      refill(seat, ...strip(player));
    }
  };

  const strip = (player) => {
    const { record, thinking, view } = match;
    const person = match.human(player);
    const [who, strength] = person ? [record.you === 'both' ? '' : 'You', ''] : ['Engine', match.elo ? `, about ${match.elo}` : `, ${record.level}`];
    // Nobody is to move on a board that is still to come, or past, and whoever is alone always is.
    const turn = match.game.nature.agents > 1 && view?.turn === player && !match.over && !match.past;
    const parts = [
      el('span', { class: 'token', ...whose(player, match.game.players), 'aria-hidden': 'true' }),
      el('span', { class: 'player' }, capital(player)),
      el('span', { class: 'who' }, el('span', {}, who), el('span', {}, strength)),
      el('span', { class: 'spring' }),
    ];
    if (thinking?.player === player) parts.push(...clock(thinking));
    else if (turn) parts.push(el('span', { class: 'turn' }, 'to move'));
    const has = view?.tally?.[player];
    if (has !== undefined) parts.push(el('span', { class: 'tally' }, tallyText(has, match.game.unit)));
    return parts;
  };

  // What was not searched for comes from a book, a table or a proof.
  const found = ({ info }) => (info ? (info.nodes ? `depth ${info.depth} · ${brief(info.nodes)} positions` : info.source) : '');

  const clock = (thinking) => [
    el('span', { class: 'found' }, found(thinking)),
    el('span', { class: 'clock', role: 'timer', 'aria-label': 'Thinking time' }, seconds(performance.now() - thinking.since)),
    el('button', { type: 'button', class: 'small', disabled: !thinking.info, onclick: () => thinking.now() }, 'Move now'),
  ];

  const tick = () => {
    if (!match.thinking) return clearInterval(ticking);
    for (const label of [...far.querySelectorAll('.clock'), ...near.querySelectorAll('.clock')]) {
      label.textContent = seconds(performance.now() - match.thinking.since);
    }
  };

  for (const type of ['opening', 'shown', 'turned']) match.addEventListener(type, render);
  match.addEventListener('thinking', () => {
    clearInterval(ticking);
    if (match.thinking) ticking = setInterval(tick, 100);
    // A button under a finger must not be replaced while it is pressed.
    const open = [far, near].find((strip) => strip.querySelector('button:not([disabled])'));
    const label = open?.querySelector('.found');
    if (label && match.thinking?.info) label.textContent = found(match.thinking);
    else render();
  });
}
