// A game in which something is hidden, led by an umpire: the service answers what is tried, has
// the engine play, and gives the whole game back sealed.

import { post } from '../service/api.js';

/** With what an entry of a record begins that answers a try. */
const TRY = /^\S*\d\S*( |$)/;

/** What the umpire has said in the entries of a record since the last try, the answer to it first; empty where nobody has spoken. */
export function umpireText(entries) {
  const since = entries.slice(Math.max(0, entries.findLastIndex((entry) => TRY.test(entry))));
  const said = since.map((entry) => entry.replace(TRY, '')).filter(Boolean);
  return said.length > 0 ? `Umpire: ${said.join('. Then: ')}` : '';
}

/** What is heard next: the answer to what was `tried`, or what the engine does when it is to move. */
export function hear({ game, level, time, seed, seal }, { player, tried, signal }) {
  const sitting = seal ? { seal } : { game, player };
  const heard = post('/umpire', { ...sitting, ...(tried ? { try: tried } : { level, time_ms: time, seed }) }, { signal });
  return heard.catch((problem) => {
    // What the service says of seals is for who runs it.
    if (problem.pointer === '/seal') Object.assign(problem, { message: 'The server was started anew, and this game cannot go on', hint: '' });
    throw problem;
  });
}

/** The position of a game that is over as it truly is: nothing is hidden any more. */
export async function reveal({ seal }, { signal }) {
  const { truth } = await post('/umpire', { seal }, { signal, quiet: true });
  return truth;
}
