// Positions as the service describes them, remembered, so that stepping back and forth asks once.

import { post } from './api.js';

const KEPT = 400;
const known = new Map();

/** The fields that name a position, as any route takes them. */
export function naming({ game, position, moves }) {
  return { game, ...(position ? { position } : {}), ...(moves.length ? { moves } : {}) };
}

/**
 * Describes a position. With `roll`, pending dice and tiles are drawn by the server: the answer has its `moves` then,
 * with what was `rolled`, and is remembered as the position that they lead to. With `played`, all that was played is
 * told as the game writes it.
 */
export async function describe(where, { signal, roll, quiet, played = false } = {}) {
  const key = keyOf(where, played);
  const before = known.get(key);
  if (before && (roll === undefined || !before.status.awaits)) return before;
  const body = { ...naming(where), ...(roll === undefined ? {} : { roll: true, seed: roll }), ...(played ? { played } : {}) };
  const view = await post('/position', body, { signal, quiet });
  const { moves = where.moves, rolled: _, ...plain } = view;
  remember(keyOf({ ...where, moves }, played), plain);
  return view;
}

const keyOf = ({ game, position, moves }, played) => JSON.stringify([game, position, moves, played]);

/** A record whose position is a game itself (SGF, columns), as the start of that game and all moves since. */
export async function unfolded(record, { signal }) {
  const { game, position, moves, at } = record;
  if (!position) return record;
  // What cannot be read is refused, and told, when it is shown.
  const told = await describe({ game, position, moves: [] }, { signal, quiet: true, played: true }).catch(() => null);
  if (!told?.played.length) return record;
  const before = told.played.map(({ move }) => move);
  return { ...record, position: told.start, moves: [...before, ...moves], at: before.length + at };
}

function remember(key, view) {
  known.set(key, view);
  if (known.size > KEPT) known.delete(known.keys().next().value);
}
