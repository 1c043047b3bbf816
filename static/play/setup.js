// How the game is played, on which board, by whom, how strong, how long: everything before a move.

import { choice } from '../bar.js';
import { el, mark } from '../dom.js';
import { keep } from '../memory.js';
import { capital, timeText } from '../words.js';

const TIMES = [100, 250, 500, 1000, 2000, 5000, 10_000, 30_000];
const PACES = [0, 200, 400, 800, 1500, 3000];

export function mountSetup(panel, match) {
  /** How strong the engine is and how long it takes is somebody's taste: the next visit begins with it. */
  const choose = (tastes) => {
    for (const [name, value] of Object.entries(tastes)) keep(name, value);
    return match.adjust(tastes);
  };
  const rules = el('p');
  const boards = choice('Board', 'start', (position) => match.begin({ position }));
  const seats = choice('Players', 'you', (you) => match.adjust({ you, turned: false, ended: '' }));
  seats.group.classList.add('seats');
  const levels = choice('Strength', 'level', (level) => choose(level === 'elo' ? { elo: Number(elo.value) } : { level, elo: 0 }));
  const elo = el('input', { type: 'range', id: 'elo', step: 10, onchange: () => choose({ elo: Number(elo.value) }), oninput: () => label() });
  const eloText = el('output', { for: 'elo', 'aria-live': 'off' });
  const eloRow = el('div', { class: 'slider' }, el('label', { for: 'elo' }, 'Plays like a human of'), elo, eloText);
  const time = slider('time', 'Thinking time', TIMES, (value) => choose({ time: value }));
  const pace = slider('pace', 'Pause between moves', PACES, (value) => choose({ pace: value }));
  panel.append(
    el('details', { class: 'rules' }, el('summary', {}, 'How to play'), rules),
    seats.group, boards.group, levels.group, eloRow, time.row, pace.row,
  );

  const label = () => {
    eloText.textContent = elo.value;
  };

  let shape = '';
  const render = () => {
    const { game, record } = match;
    const next = game.id;
    if (next !== shape) {
      const [first, second] = game.players.map(capital);
      const alone = game.nature.agents === 1;
      seats.offer(alone
        ? [['first', 'You play'], ['none', 'Engine plays']]
        : [['first', `You: ${first}`], ['second', `You: ${second}`], ...(game.nature.observable ? [['both', 'Two people']] : []), ['none', 'Engine alone']]);
      levels.offer([...game.levels.map((level) => [level, capital(level)]), ...(game.elo ? [['elo', 'Human']] : [])]);
      rules.textContent = game.rules;
      boards.group.hidden = !game.starts.length;
      // The usual board is what a record without a position begins with.
      boards.offer(game.starts.map(({ name, position }, n) => [n ? position : '', name]));
      if (game.elo) [elo.min, elo.max] = [game.elo.least, game.elo.most];
      shape = next;
    }
    seats.set(record.you);
    boards.set(record.position === game.starts[0]?.position ? '' : record.position);
    levels.set(match.elo ? 'elo' : record.level);
    eloRow.hidden = !match.elo;
    if (!isHeld(elo)) elo.value = record.elo || (game.elo ? Math.round((game.elo.least + game.elo.most) / 200) * 100 : 0);
    label();
    time.set(record.time);
    pace.set(record.pace);
    pace.row.hidden = record.you !== 'none';
  };
  match.addEventListener('shown', render);
}

/** Whether a slider is under the hand: where it stands is not chosen yet, and nobody else's to say. */
const isHeld = (input) => input.matches(':active');

/** A slider over uneven steps, in milliseconds. */
function slider(id, text, steps, changed) {
  const input = el('input', { type: 'range', id, min: 0, max: steps.length - 1, step: 1 });
  const output = el('output', { for: id, 'aria-live': 'off' });
  const say = (ms) => {
    output.textContent = ms === 0 ? 'none' : timeText(ms);
    mark(input, 'aria-valuetext', output.textContent);
  };
  input.addEventListener('input', () => say(steps[input.value]));
  input.addEventListener('change', () => changed(steps[input.value]));
  return {
    row: el('div', { class: 'slider' }, el('label', { for: id }, text), input, output),
    set(ms) {
      if (isHeld(input)) return;
      const nearest = steps.reduce((best, step, n) => (Math.abs(step - ms) < Math.abs(steps[best] - ms) ? n : best), 0);
      input.value = nearest;
      say(ms);
    },
  };
}
