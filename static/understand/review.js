// The review of a game: every move judged, the better one shown, each side's accuracy.

import { el, mark } from '../dom.js';
import { FRESH } from '../play/address.js';
import { forFirst } from '../play/ledger.js';
import { postStreaming } from '../service/api.js';
import { naming } from '../service/positions.js';
import { readGame } from '../share/notation.js';
import { capital, scoreText } from '../words.js';

const GLYPHS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export function mountReview(panel, match) {
  let work = new AbortController();
  const paste = el('textarea', { id: 'review-in', rows: 3, spellcheck: 'false' });
  const begin = el('button', { type: 'button', class: 'strong', onclick: () => review() }, 'Review this game');
  const stop = el('button', { type: 'button', hidden: true, onclick: () => work.abort() }, 'Stop');
  const progress = el('progress', { max: 1, hidden: true, 'aria-label': 'Progress of the review' });
  const fault = el('p', { class: 'fault', role: 'alert' });
  const players = el('dl', { class: 'accuracy' });
  const opening = el('p', { class: 'hint' });
  const flaws = el('ol', { class: 'lines', 'aria-label': 'Moves that could have been better' });
  panel.append(
    el('details', {}, el('summary', {}, 'Paste another game'), el('div', { class: 'stack' }, el('label', { for: 'review-in' }, 'A game, as PGN or a list of moves'), paste)),
    el('div', { class: 'row' }, begin, stop), progress, fault, opening, players, flaws,
  );

  const review = async () => {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    show(null);
    try {
      if (paste.value.trim()) await open(paste.value);
      if (match.record.moves.length === 0) throw new Error('Play a game first, or paste one');
      busy(true);
      const whole = { ...match.where, moves: match.record.moves };
      const seen = (info) => {
        if (info.moves) note(info.moves);
        const done = info.done ?? info.moves?.length;
        if (done !== undefined) progress.value = done / (info.total ?? info.of ?? whole.moves.length);
      };
      const answer = await postStreaming('/review', naming(whole), { signal, seen, last: 'review' });
      note(answer.moves);
      show(answer);
    } catch (problem) {
      if (problem.name !== 'AbortError') fault.textContent = [problem.message, problem.hint].filter(Boolean).join('. ');
    } finally {
      busy(false);
    }
  };

  const open = async (text) => {
    const { position, moves } = readGame(text, match.game.id);
    const { level, time } = match.record;
    await match.open({ ...FRESH, level, time, you: 'both', game: match.game.id, position, moves, at: moves.length }, match.game, { paused: true });
    paste.value = '';
  };

  const busy = (working) => {
    begin.disabled = working;
    stop.hidden = progress.hidden = !working;
    progress.removeAttribute('value');
  };

  /** Writes what was judged into the ledger, from where the list of moves and the curve take it. */
  const note = (moves) => {
    const { ledger, game } = match;
    moves.forEach((move, n) => {
      ledger.moves[n] = { ...ledger.moves[n], text: move.text, judgement: move.judgement };
      const mover = move.player ?? move.turn ?? game.players[n % 2];
      const after = move.after ?? move.score?.after;
      const before = move.before ?? move.score?.before;
      if (before) ledger.worth[n] = { win: forFirst(before.win_probability, mover, game), score: before, turn: mover };
      if (after) ledger.worth[n + 1] = { win: forFirst(after.win_probability, mover, game), score: after, turn: mover };
    });
    match.dispatchEvent(new CustomEvent('named'));
    match.dispatchEvent(new CustomEvent('judged'));
  };

  const show = (answer) => {
    fault.textContent = '';
    opening.textContent = answer?.opening ? [answer.opening.eco, answer.opening.name].filter(Boolean).join(' ') || String(answer.opening) : '';
    players.replaceChildren(...accuracies(answer, match.game).flatMap(([name, accuracy]) => [el('dt', {}, capital(name)), el('dd', {}, `${accuracy}%`)]));
    const flawed = (answer?.moves ?? []).map((move, n) => ({ move, n })).filter(({ move }) => GLYPHS[move.judgement]);
    flaws.replaceChildren(...flawed.map(({ move, n }) => el('li', {}, el(
      'button', { type: 'button', class: 'line flaw', 'data-judgement': move.judgement, onclick: () => match.go(n + 1) },
      el('span', { class: 'score' }, `${Math.floor(n / 2) + 1}${n % 2 ? '…' : '.'} ${move.text}${GLYPHS[move.judgement]}`),
      el('span', { class: 'rest' }, move.better ? `better ${move.better.text}${move.better.score ? ` (${scoreText(move.better.score)})` : ''}` : capital(move.judgement)),
    ))));
    if (answer && flawed.length === 0) flaws.append(el('li', { class: 'hint' }, 'No move could have been much better.'));
  };

  match.addEventListener('shown', () => {
    mark(begin, 'aria-disabled', null);
    if (match.record.moves.length === 0) show(null);
  });
  return (opened) => opened || work.abort();
}

/** Each player's accuracy in whole percents, whether the service keys them by name or lists them. */
function accuracies(answer, game) {
  if (!answer?.players) return [];
  const told = Array.isArray(answer.players) ? answer.players.map((each, n) => [each.name ?? each.player ?? game.players[n], each.accuracy]) : Object.entries(answer.players).map(([name, each]) => [name, each.accuracy]);
  return told.filter(([, accuracy]) => accuracy !== null && accuracy !== undefined).map(([name, accuracy]) => [name, Math.round(accuracy <= 1 ? accuracy * 100 : accuracy)]);
}
