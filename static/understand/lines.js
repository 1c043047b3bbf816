// The engine looks on: its best lines, live, with how deep and how fast it sees, and the plain
// judgement of the position term by term.

import { coded, el, measure, refill } from '../dom.js';
import { remembered } from '../memory.js';
import { look } from '../play/engine.js';
import { post } from '../service/api.js';
import { Lookout } from '../service/lookout.js';
import { describe, naming } from '../service/positions.js';
import { mountTension } from './tension.js';
import { brief, capital, movesText, scaleText, scoreText, timeText, trifle, troubleText, worthText } from '../words.js';

/** As long as one position is looked at, in milliseconds. */
const PATIENCE = 15_000;

/** So many moves of a line are shown. */
const SHOWN = 8;

export function mountLines(panel, match, { table, isOpen }) {
  let work = new AbortController();
  const lookout = new Lookout();
  const count = remembered(el('select', { id: 'line-count', onchange: () => begin() }, [1, 2, 3, 5].map((n) => el('option', { value: n, selected: n === 3 }, n))));
  const facts = el('p', { class: 'facts' });
  const list = el('ol', { class: 'lines', 'aria-label': 'Best lines' });
  const terms = el('div', { class: 'terms' });
  const tension = mountTension(table.board, match);
  panel.append(
    el('div', { class: 'row apart' }, facts, el('label', { for: 'line-count' }, 'Lines'), count),
    list, tension.row,
    el('h3', { class: 'minor' }, 'At a glance'), terms,
  );

  let offered = [];
  const variation = (_, n) => el('li', {}, el(
    'button', { type: 'button', class: 'variation', onclick: () => match.play(offered[n]) },
    ['score', 'first', 'rest'].map((name) => el('span', { class: name })),
  ));

  /** Writes the lines into the buttons that are there, so that the focus stays on the one that has it. */
  const offer = (lines) => {
    offered = lines;
    if (list.querySelectorAll('.variation').length !== lines.length) refill(list, ...lines.map(variation));
    for (const [n, line] of lines.entries()) {
      const button = list.children[n].firstElementChild;
      button.disabled = !match.live;
      const [score, first, rest] = button.children;
      // How the rest of another line is written is still to come.
      if (first.textContent !== line.text) rest.textContent = '';
      [score.textContent, first.textContent] = [scoreText(line.score), line.text];
    }
  };

  /** Looks at nothing, and for no server. */
  const rest = () => {
    work.abort();
    lookout.end();
  };

  const begin = async () => {
    rest();
    table.point([]);
    if (!isOpen() || !match.settled) return;
    work = new AbortController();
    const { signal } = work;
    const { where, view, ledger, game } = match;
    facts.textContent = '';
    if (view.status.over) {
      refill(list, el('li', { class: 'hint' }, 'The game is over.'));
      terms.replaceChildren();
      return tension.show();
    }
    judge(where, signal);
    // Nobody chooses what chance or the umpire brings.
    if (view.status.awaits) return refill(list, el('li', { class: 'hint' }, `Awaited here: ${view.status.awaits}.`));
    refill(list, el('li', { class: 'hint' }, 'Looking…'));
    // While the engine thinks about its own move, that is what there is to see.
    if (match.engineToMove) return;
    try {
      const seen = (info) => signal.aborted || show(info, { where, view, ledger, game }, signal);
      seen(await look(where, { time: PATIENCE, lines: Number(count.value) }, { signal, seen }));
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      // What was found before says nothing that can be gone on with.
      facts.textContent = '';
      table.point([]);
      refill(list, el('li', { class: 'fault' }, ...coded(troubleText(problem))));
      if (problem.unreachable) lookout.begin(begin);
    }
  };

  const show = (info, { where, view, ledger, game }, signal) => {
    ledger.judge(where.moves.length, view.turn, info, game);
    match.dispatchEvent(new CustomEvent('judged'));
    const told = [capital(scaleText(view.turn, game.unit)), `depth ${info.depth}`, `${brief(info.nodes)} positions`, `${brief(info.nps)}/s`, timeText(info.time_ms)];
    facts.textContent = told.join('\u00a0· '); // a line never begins with the dot
    // What is under a finger is what will be played.
    if (!list.querySelector(':active')) offer(info.lines);
    const touched = info.lines.map((line, n) => ({
      touches: view.legal_moves.find((move) => move.move === line.move)?.touches ?? [], weight: n === 0 ? 1 : 0.35 / n,
    }));
    table.point(touched.reverse());
    written(info.lines, where, signal);
  };

  /** Rewrites the rest of each line as people write it, as long as nothing newer is offered. */
  const written = (lines, where, signal) => Promise.all(lines.map(async ({ pv }, row) => {
    const line = pv.slice(0, SHOWN);
    const { played } = await describe({ ...where, moves: [...where.moves, ...line] }, { signal, quiet: true, played: true });
    const texts = played.slice(-line.length).map(({ text }) => text);
    if (offered === lines && !signal.aborted) list.children[row].querySelector('.rest').textContent = movesText(texts.slice(1));
  })).catch(() => {});

  const judge = async (where, signal) => {
    try {
      const { terms: parts, total, unit, turn, tension: attackers } = await post('/evaluate', naming(where), { signal, quiet: true });
      if (signal.aborted) return;
      tension.show(attackers);
      const most = Math.max(trifle(unit), ...parts.map(({ value }) => Math.abs(value)));
      terms.replaceChildren(
        el('table', {},
          el('caption', {}, `Without looking ahead, ${scaleText(turn, unit)}`),
          el('tbody', {}, parts.map(({ name, value }) => el('tr', { class: value ? null : 'nothing' }, el('th', { scope: 'row' }, capital(name)), el('td', { class: 'amount' }, worthText(value, unit)), el('td', {}, gauge(value / most))))),
          el('tfoot', {}, el('tr', {}, el('th', { scope: 'row' }, 'Total'), el('td', { class: 'amount' }, worthText(total, unit)), el('td', {}, ''))),
        ),
      );
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      tension.show();
      terms.replaceChildren(el('p', { class: 'hint' }, ...coded(troubleText(problem))));
    }
  };

  // Whoever answers a move, or sets up another game, may need the seat at the server that the look holds.
  for (const type of ['moved', 'opening']) {
    match.addEventListener(type, () => {
      rest();
      lookout.freshen();
    });
  }
  match.addEventListener('opening', () => tension.show());
  match.addEventListener('shown', () => begin());
  match.addEventListener('thinking', () => {
    if (isOpen() && match.thinking?.info) show(match.thinking.info, match, work.signal);
  });
  return (open) => (open ? begin() : (rest(), table.point([]), tension.show()));
}

function gauge(part) {
  const bar = el('span', { class: 'gauge', 'data-sign': part < 0 ? 'minus' : 'plus', 'aria-hidden': 'true' });
  measure(bar, { part: Math.abs(part) });
  return bar;
}
