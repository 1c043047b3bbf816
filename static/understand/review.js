// The review of a game: every move judged, the better one shown, each side's accuracy.

import { coded, el, refill } from '../dom.js';
import { meant } from '../play/ledger.js';
import { postStreaming } from '../service/api.js';
import { naming } from '../service/positions.js';
import { openPastedGame } from '../share/pasted.js';
import { GLYPHS, capital, scoreText, several, troubleText } from '../words.js';

/** What a review may take in all and for each move, in milliseconds. */
const [LEAST, MOST, EACH] = [2000, 60_000, 250];

/** The moves of a review that could have been better. */
const flawed = (review) => (review?.moves ?? []).filter(({ judgement }) => GLYPHS[judgement]);

/** What came of a review, for whoever waited for it. */
function doneText(review) {
  const count = flawed(review).length;
  return count ? `${capital(several(count, 'move'))} could have been better.` : 'No move could have been much better.';
}

/** How strongly the move that was played is drawn beside the better one. */
const FAINT = 0.2;

export function mountReview(panel, match, { table, open }) {
  let work = new AbortController();
  /** The game that was last reviewed: its ledger, and the moves as they were then. */
  let reviewed = null;
  const paste = el('textarea', { id: 'review-in', rows: 3, spellcheck: 'false' });
  const begin = el('button', { type: 'button', class: 'strong', onclick: () => review(paste.value.trim()) }, 'Review this game');
  const stop = el('button', { type: 'button', hidden: true, onclick: () => work.abort() }, 'Stop');
  const progress = el('progress', { max: 1, hidden: true, 'aria-label': 'Progress of the review' });
  const fault = el('p', { class: 'fault', role: 'alert' });
  const told = el('p', { class: 'hint', role: 'status' });
  const players = el('dl', { class: 'accuracy' });
  const flaws = el('ol', { class: 'lines', 'aria-label': 'Moves that could have been better' });
  panel.append(
    el('details', {}, el('summary', {}, 'Paste another game'), el('div', { class: 'stack' }, el('label', { for: 'review-in' }, 'A game, as PGN or a list of moves'), paste)),
    el('div', { class: 'row' }, begin, stop), progress, fault, told, players, flaws,
  );

  /** A review that came with the game, over a reload or by Back, is told again. */
  const recall = () => {
    const { ledger } = match;
    if (!ledger.review || reviewed?.ledger === ledger) return;
    reviewed = { ledger, moves: ledger.review.moves };
    if (!onTable()) return;
    note(ledger.review.answer.moves);
    show(ledger.review.answer);
  };

  /** Reviews the game on the table, or another that was pasted, once that is there. */
  const review = async (pasted = '') => {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    reviewed = null;
    told.textContent = '';
    show(null);
    busy(true);
    try {
      if (pasted) {
        told.textContent = await openPastedGame(pasted, match, { signal });
        paste.value = '';
      }
      const { moves } = match.record;
      reviewed = { ledger: match.ledger, moves };
      if (moves.length === 0) throw new Error('Play a game first, or paste one');
      const whole = { ...match.where, moves };
      const time = Math.max(LEAST, Math.min(MOST, EACH * moves.length));
      const seen = ({ done, of, move }) => {
        progress.value = done / of;
        progress.textContent = `${done} of ${of}`;
        note([move]);
      };
      const answer = await postStreaming('/review', { ...naming(whole), time_ms: time }, { signal, seen, last: 'review' });
      if (!onTable()) return;
      match.ledger.review = { moves, answer };
      note(answer.moves);
      show(answer);
      match.dispatchEvent(new CustomEvent('reviewed'));
      told.textContent = [told.textContent, doneText(answer)].filter(Boolean).join(' ');
    } catch (problem) {
      if (problem.name !== 'AbortError') refill(fault, ...coded(troubleText(problem)));
    } finally {
      busy(false);
    }
  };

  const busy = (working) => {
    const [from, to] = working ? [begin, stop] : [stop, begin];
    const leaves = document.activeElement === from;
    begin.disabled = working;
    stop.hidden = progress.hidden = !working;
    if (leaves) to.focus();
    progress.removeAttribute('value');
  };

  /** Whether that game is still on the table; it may have gone on since. */
  const onTable = () => match.ledger === reviewed?.ledger && reviewed.moves.every((move, n) => match.record.moves[n] === move);

  /** Writes what was judged into the ledger, from where the list of moves and the curve take it. */
  const note = (moves) => {
    if (!onTable()) return;
    const { ledger, game } = match;
    for (const { ply, player, text, judgement, score } of moves) {
      const n = placeOf(ply);
      // What an umpire said of a move stands beside it already.
      ledger.moves[n] = { ...ledger.moves[n], text: ledger.moves[n]?.text ?? text, judgement };
      ledger.judge(n, player, { score: score.before }, game);
      ledger.judge(n + 1, player, { score: score.after }, game);
    }
    match.dispatchEvent(new CustomEvent('named'));
    match.dispatchEvent(new CustomEvent('judged'));
  };

  /** Reviews count players' moves from 1; here chance's are counted too, from 0. */
  const placeOf = (ply) => {
    const chance = match.ledger.moves.map((move) => Boolean(move?.chance));
    let n = -1;
    for (let left = ply; left > 0; n += 1) if (!chance[n + 1]) left -= 1;
    return n;
  };

  const show = (answer) => {
    fault.textContent = '';
    const accuracies = match.game.players.map((name) => [name, answer?.players[name]?.accuracy]).filter(([, accuracy]) => accuracy !== undefined);
    players.replaceChildren(...accuracies.flatMap(([name, accuracy]) => [el('dt', {}, capital(name)), el('dd', {}, `${Math.round(accuracy)}% accurate`)]));
    flaws.replaceChildren(...flawed(answer).map((move) => el('li', {}, flaw(move))));
  };

  /** "27." or, for who answers in that round, "27…". */
  const numbered = (n) => {
    const { round, second } = match.ledger.rounds(match.record.moves.length, match.game)[n];
    return `${round}${second ? '…' : '.'}`;
  };

  /** The position before a move, with what would have been better and, faintly, what was played. */
  const point = async ({ ply, move, better }) => {
    const at = placeOf(ply);
    await match.go(at);
    // Somebody may have gone elsewhere meanwhile.
    if (!match.settled || match.record.at !== at || !onTable()) return;
    const line = (each, weight) => ({ touches: meant(each, match.view.legal_moves)?.touches ?? [], weight });
    table.point([line(move, FAINT), ...(better ? [line(better.move, 1)] : [])]);
    table.reveal();
  };

  const flaw = (move) => el(
    'button', { type: 'button', class: 'variation flaw', 'data-judgement': move.judgement, onclick: () => point(move) }, ...flawText(move),
  );

  const flawText = ({ ply, text, judgement, better, score }) => [
    el('span', { class: 'score' }, `${numbered(placeOf(ply))} ${text}${GLYPHS[judgement]}`),
    el('span', { class: 'rest' }, better ? `better ${better.text}: ${scoreText(score.before)} instead of ${scoreText(score.after)}` : capital(judgement)),
  ];

  /** Whether all of the game on the table has been reviewed. */
  const isDone = () => onTable() && match.ledger.review?.moves.length === match.record.moves.length;

  match.addEventListener('reviewing', () => {
    open();
    if (!begin.disabled && !isDone()) review();
  });
  match.addEventListener('opening', () => {
    told.textContent = '';
  });
  match.addEventListener('shown', () => {
    // What was pasted is still to be mended; anything else that went wrong is over.
    if (!paste.value.trim()) fault.textContent = '';
    recall();
    if (!reviewed || onTable()) return;
    work.abort();
    show(null);
    told.textContent = '';
  });
  return (opened) => opened || work.abort();
}
