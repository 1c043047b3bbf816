// What the page asks when the engine is to move, when somebody wants a hint, and when it looks on.

import { postStreaming } from '../service/api.js';
import { naming } from '../service/positions.js';

/** Chooses a move as strongly as the record says. */
export function think(where, { level, elo, time, seed }, options) {
  const strength = elo ? { elo } : { level };
  return postStreaming('/bestmove', { ...naming(where), ...strength, time_ms: time, seed }, options);
}

/** The best moves at full strength. */
export function look(where, { time, lines = 1 }, options) {
  return postStreaming('/bestmove', { ...naming(where), time_ms: time, lines }, options);
}
