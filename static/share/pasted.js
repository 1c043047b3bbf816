// What somebody pasted: told apart, checked by the service, and only then put on the table.

import { FRESH, drawn } from '../play/address.js';
import { describe } from '../service/positions.js';
import { readGame, readHead, readMoves } from './notation.js';
import { isSgf, sgfHead } from './sgf.js';

/** A link to a game on this page: its address, whole or from the `#` on. */
const LINK = /^\S*(#game=\S+)$/;

/**
 * Opens a position or a game; the seats, the strength and the times stay. A link is followed, and brings its
 * own. Answers what there is to be said about it, and opens nothing once the signal is aborted.
 */
export async function openPasted(text, match, { signal }) {
  const { game } = match;
  const link = LINK.exec(text.trim());
  if (link) {
    location.hash = link[1];
    return '';
  }
  const read = readGame(text, game.id);
  if (!read) throw new Error('Paste a position or moves first');
  return open(text, [read, readMoves(text, game.id)], match, { signal });
}

/** Opens a game, for two people; answers the same. */
export async function openPastedGame(text, match, { signal }) {
  const { game } = match;
  return open(text, [readMoves(text, game.id), readGame(text, game.id)], match, { signal, people: true });
}

/** Opens a position that is known to be one; answers the same. */
export function openPosition(position, match, { signal }) {
  const read = { position, moves: [] };
  return open(position, [read, read], match, { signal });
}

/** Opens what a text was read as, if it holds, and remembers who played in it and how it ended. */
async function open(text, readings, match, { signal, people = false }) {
  const { game, record: settings, ledger } = match;
  // An SGF is a position that brings its moves, whatever is said in it.
  const whole = isSgf(text) && { position: text.trim(), moves: [] };
  const record = await recordOf(whole ? [whole, whole] : readings, { game, settings, signal });
  if (people && record.moves.length === 0) throw new Error('There are no moves in this');
  // What was read in one game's notation is nothing in another's.
  still(ledger, match);
  const { tags, result, told, more } = whole ? sgfHead(text) : readHead(text, game.id);
  const shown = match.open(people ? { ...record, you: 'both' } : record, game, { paused: true });
  const opened = match.ledger;
  opened.origin = { tags, result, moves: record.moves };
  await shown;
  still(opened, match);
  return [
    more && 'There is more than one game in this. The first was taken.',
    !people && result && result !== '*' && !match.over && `This game ended ${told}. Here it can be played on.`,
  ].filter(Boolean).join(' ');
}

/** Goes no further where another game has come onto the table. */
function still(ledger, match) {
  if (match.ledger !== ledger) throw new Error('Another game was chosen meanwhile');
}

/**
 * The record that a text names. Moves without numbers look like a position and a game in one text like
 * a move until the service has been asked; where it takes neither, what it says of the `likely` one is told.
 */
async function recordOf([likely, other], table) {
  const same = likely.moves.length === other.moves.length;
  return checked(likely, table).catch((problem) => {
    if (same || !problem.refused) throw problem;
    return checked(other, table).catch(() => {
      throw problem;
    });
  });
}

async function checked({ position, moves }, { game, settings: { you, level, elo, time, pace }, signal }) {
  const { start, played } = await describe({ game: game.id, position, moves }, { signal, played: true });
  // What came in any notation goes on in the canonical one. A position that is a game itself comes
  // with moves of its own, before the others.
  const told = played.map(({ move }) => move);
  return { ...FRESH, you, level, elo, time, pace, game: game.id, position: position && start, moves: told, at: told.length, seed: drawn() };
}
