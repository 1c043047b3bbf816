// What somebody sets up may be refused: that is told where it was asked for.

import { coded, el, refill } from '../dom.js';
import { unlessLate } from '../service/late.js';
import { troubleText } from '../words.js';

/** A place to tell what came of an attempt, and what went wrong with it; the last attempt counts. */
export function attempts(id) {
  let work = new AbortController();
  const fault = el('p', { class: 'fault', id, role: 'alert' });
  const told = el('p', { class: 'hint', role: 'status' });
  const clear = () => {
    fault.textContent = told.textContent = '';
  };
  return {
    lines: [fault, told],
    told,
    clear,
    stop: () => work.abort(),
    /** Does what answers words about it. */
    async attempt(job) {
      work.abort();
      work = new AbortController();
      clear();
      try {
        told.textContent = await unlessLate(job(work), () => {
          told.textContent = 'Setting it up…';
        });
      } catch (problem) {
        if (problem.name === 'AbortError') return;
        told.textContent = '';
        refill(fault, ...coded(troubleText(problem)));
      }
    },
  };
}
