// Says aloud what others see: moves, results, trouble.

import { wire } from '../service/api.js';
import { capital, marginText, sentence, tallyText, waitText } from '../words.js';
import { winnerOf } from './ledger.js';

/** So many sentences are said at once: of a quick game the last. */
const AT_ONCE = 6;

export function announcer(region, match) {
  let pending = [];
  let timer = null;
  /** Why the server was waited for since a position came: said when that begins, not every second, and not when it begins again. */
  let waited = '';

  // Said together after a breath, so that one sentence does not cut off another.
  const say = (words) => {
    pending.push(words.replaceAll('`', ''));
    timer ??= setTimeout(() => {
      region.textContent = pending.slice(-AT_ONCE).join(' ');
      [pending, timer] = [[], null];
    }, 60);
  };

  match.addEventListener('moved', ({ detail: { player, text, by } }) => {
    say(`${by === 'engine' ? `${capital(player)}, the engine,` : capital(player)} ${match.game.nature.observable ? 'plays' : 'tries'} ${text}.`);
  });
  match.addEventListener('came', ({ detail }) => say(sentence(detail)));
  /** Where the record stood when it was shown last, and whether what led from there was told on the way; nowhere at first. */
  let before = null;
  let told = false;
  for (const type of ['moved', 'came']) match.addEventListener(type, () => (told = true));
  // A move that was told and came to nothing is gone when the position before it is shown again.
  match.addEventListener('fault', () => {
    if (told) [before, told] = [before && { ...before, at: NaN }, false];
  });
  const sayBelow = () => say(`${capital(match.game.players[match.turned ? 1 : 0])} sits below now.`);
  match.addEventListener('turned', () => {
    if (before) before.turned = match.turned;
    sayBelow();
  });
  match.addEventListener('shown', () => {
    waited = '';
    const { ledger, turned, record: { at } } = match;
    const came = before && !told && (before.ledger !== ledger ? `${match.game.name}.` : before.at !== at ? placeText(match) : '');
    if (came) say(came);
    // Whoever takes another seat turns the board, too.
    if (before?.ledger === ledger && before.turned !== turned) sayBelow();
    [before, told] = [{ ledger, at, turned }, false];
    if (match.over) say(match.truth ? `${resultText(match)} ${TRUTH}` : resultText(match));
    else if (match.again || came || isStuck(match)) say([turnText(match), isStuck(match) ? STUCK : ''].filter(Boolean).join(' '));
    else if (match.view.status.check) say('Check.');
  });
  wire.addEventListener('wait', ({ detail }) => {
    if (detail.left > 0 && detail.why !== waited) say(waitText(detail));
    waited = detail.why;
  });
  return say;
}

/** Where somebody has gone in a game: "After e4.", "At the start." */
function placeText({ record: { at, moves }, ledger }) {
  return at ? `After ${ledger.text(at - 1, moves[at - 1])}.` : 'At the start.';
}

/** Why nothing can be played on the board. */
export const asleepText = ({ over, past }) => (over ? 'The game is over.' : past ? 'This is past: Back leads to the game.' : 'It is not your move.');

/** "Your move.", "South moves again.", "White: pass. Black to move.", "White to move, in check." */
export function turnText(match) {
  const { turn, status } = match.view;
  if (match.past) return asleepText(match);
  // In the past of a game chance may be next; at its end it has come already, or an umpire is heard.
  if (status.awaits && !match.atEnd) return `Awaited here: ${status.awaits}.`;
  const you = match.record.you !== 'both' && match.human(turn);
  const who = match.again ? `${you ? 'You move' : `${capital(turn)} moves`} again` : you ? 'Your move' : `${capital(turn)} to move`;
  return [match.heard, status.check ? `${who}, in check` : who].filter(Boolean).map(sentence).join(' ');
}

/** Whether nothing on the board can be played by whoever may move: there are only passes. */
export const isStuck = ({ live, view }) => live && view.legal_moves.length > 0 && view.legal_moves.every(({ touches }) => touches.length === 0);

export const STUCK = 'Nothing can be played.';

/** What is said of a board that shows what nobody has seen before. */
export const TRUTH = 'The board shows where everything truly stood.';

/** "White wins: checkmate", "Draw: stalemate", "Black resigned". */
export function resultText({ record, view, game }) {
  const { ended } = record;
  if (ended === 'draw') return 'Draw, as claimed.';
  if (ended) return `${capital(ended)} resigned. ${capital(winnerOf(view, ended, game))} wins.`;
  const { winner, reason } = view.status;
  const { tally } = view;
  const why = reason && !['win', 'draw'].includes(reason) ? `: ${reason}` : '';
  if (winner) return `${capital(winner)} wins${tally ? ` by ${marginText(tally, game.unit)}` : ''}${why}.`;
  if (game.nature.agents > 1) return `Draw${why}.`;
  return `The game is over${tally ? ` with ${tallyText(tally[view.turn], game.unit)}` : ''}${why}.`;
}
