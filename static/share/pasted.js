// What somebody pasted: told apart, checked by the service, and only then put on the table.

import { FRESH, drawn } from '../play/address.js';
import { canonical } from '../play/ledger.js';
import { describe } from '../service/positions.js';
import { readGame, readMoves } from './notation.js';

/** Opens a position or a game; the seats, the strength and the times stay. */
export async function openPasted(text, match) {
  const read = readGame(text, match.game.id);
  if (!read) throw new Error('Paste a position or moves first');
  try {
    await open(read, match);
  } catch (problem) {
    if (read.moves.length || !problem.refused) throw problem;
    // Moves without numbers look like a position until the service has been asked.
    await open(readMoves(text, match.game.id), match).catch(() => {
      throw problem;
    });
  }
}

/** Opens a game, for two people. */
export const openPastedGame = (text, match) => open(readMoves(text, match.game.id), match, { you: 'both' });

async function open({ position, moves }, match, seats = {}) {
  const { game, record: { you, level, elo, time, pace } } = match;
  const { start, played } = await describe({ game: game.id, position, moves }, { played: true });
  // What came in any notation goes on in the canonical one. A position that is a game itself comes
  // with moves of its own, before the others.
  const told = played.map((each, n) => canonical(moves[n - played.length + moves.length] ?? each.move, each));
  const record = { ...FRESH, you, level, elo, time, pace, ...seats, game: game.id, position: position && start, moves: told, at: told.length, seed: drawn() };
  await match.open(record, game, { paused: true });
}
