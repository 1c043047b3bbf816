// What somebody pasted: read by the service, and only then put on the table.

import { FRESH, drawn } from '../play/address.js';
import { post } from '../service/api.js';

/** A link to a game on this page: its address, whole or from the `#` on. */
const LINK = /^\S*(#game=\S+)$/;

/**
 * Opens a position or a game; the seats, the strength and the times stay. A link is followed, and brings its
 * own. Answers what there is to be said about it, and opens nothing once the signal is aborted.
 */
export async function openPasted(text, match, { signal }) {
  const pasted = text.trim();
  const link = LINK.exec(pasted);
  if (link) {
    location.hash = link[1];
    return '';
  }
  if (!pasted) throw new Error('Paste a position or moves first');
  return open({ pgn: pasted }, match, { signal });
}

/** Opens a game, for two people; answers the same. */
export const openPastedGame = (text, match, { signal }) => open({ pgn: text }, match, { signal, people: true });

/** Opens a position that is known to be one; answers the same. */
export const openPosition = (position, match, { signal }) => open({ position }, match, { signal });

/** Opens what the service makes of a text, and remembers who played in it and how it ended. */
async function open(sent, match, { signal, people = false }) {
  const { game, record: { you, level, elo, time, pace }, ledger } = match;
  const { start, played, written } = await post('/position', { game: game.id, ...sent, played: true }, { signal });
  // What came in any notation goes on in the canonical one. The usual start is left out.
  const moves = played.map(({ move }) => move);
  if (people && moves.length === 0) throw new Error('There are no moves in this');
  // What was read in one game's notation is nothing in another's.
  still(ledger, match);
  const record = { ...FRESH, you: people ? 'both' : you, level, elo, time, pace, game: game.id, position: start === game.start ? '' : start, moves, at: moves.length, seed: drawn() };
  const { tags = {}, result = '', games = 1 } = written ?? {};
  const shown = match.open(record, game, { paused: true });
  const opened = match.ledger;
  opened.origin = { tags: new Map(Object.entries(tags)), result, moves };
  await shown;
  still(opened, match);
  return [
    games > 1 && 'There is more than one game in this. The first was taken.',
    !people && result && result !== '*' && !match.over && `This game ended ${tags.Result ?? result}. Here it can be played on.`,
  ].filter(Boolean).join(' ');
}

/** Goes no further where another game has come onto the table. */
function still(ledger, match) {
  if (match.ledger !== ledger) throw new Error('Another game was chosen meanwhile');
}
