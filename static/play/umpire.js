// A game in which something is hidden, led by an umpire: the service answers what is tried, has
// the engine play, and gives the whole game back sealed.

import { post } from '../service/api.js';

/** What the umpire says in an entry of a record: all of it but the try that is answered; empty where nobody has spoken. */
export function umpireText(entry = '') {
  const said = entry.replace(/^\S*\d\S*( |$)/, '');
  return said && `Umpire: ${said}`;
}

/** What is heard next: the answer to what was `tried`, or what the engine does when it is to move. */
export function hear({ game, level, time, seed, seal }, { player, tried, signal }) {
  const sitting = seal ? { seal } : { game, player };
  return post('/umpire', { ...sitting, ...(tried ? { try: tried } : { level, time_ms: time, seed }) }, { signal });
}
