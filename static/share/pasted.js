// What somebody pasted: told apart, checked by the service, and only then put on the table.

import { FRESH, drawn } from '../play/address.js';
import { canonical } from '../play/ledger.js';
import { describe } from '../service/positions.js';
import { readGame, readHead, readMoves } from './notation.js';

/** Opens a position or a game; the seats, the strength and the times stay. Answers what there is to be said about it. */
export async function openPasted(text, match) {
  const { game } = match;
  const read = readGame(text, game.id);
  if (!read) throw new Error('Paste a position or moves first');
  return open(text, await recordOf([read, readMoves(text, game.id)], match), match);
}

/** Opens a game, for two people; answers the same. */
export async function openPastedGame(text, match) {
  const { game } = match;
  const record = await recordOf([readMoves(text, game.id), readGame(text, game.id)], match);
  if (record.moves.length === 0) throw new Error('There are no moves in this');
  return open(text, { ...record, you: 'both' }, match);
}

/** Opens the record that was read from a text, and remembers who played in it and how it ended. */
async function open(text, record, match) {
  const { game } = match;
  const { tags, result, more } = readHead(text, game.id);
  const shown = match.open(record, game, { paused: true });
  match.ledger.origin = { tags, result, moves: record.moves };
  await shown;
  return more ? 'There is more than one game in this. The first was taken.' : '';
}

/**
 * The record that a text names. Moves without numbers look like a position and a game in one text like
 * a move until the service has been asked; where it takes neither, what it says of the `likely` one is told.
 */
async function recordOf([likely, other], match) {
  const same = likely.moves.length === other.moves.length;
  return checked(likely, match).catch((problem) => {
    if (same || !problem.refused) throw problem;
    return checked(other, match).catch(() => {
      throw problem;
    });
  });
}

async function checked({ position, moves }, { game, record: { you, level, elo, time, pace } }) {
  const { start, played } = await describe({ game: game.id, position, moves }, { played: true });
  // What came in any notation goes on in the canonical one. A position that is a game itself comes
  // with moves of its own, before the others.
  const told = played.map((each, n) => canonical(moves[n - played.length + moves.length] ?? each.move, each));
  return { ...FRESH, you, level, elo, time, pace, game: game.id, position: position && start, moves: told, at: told.length, seed: drawn() };
}
