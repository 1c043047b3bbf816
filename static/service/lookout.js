// A server that went away is looked for until it answers, less and less often.

import { get, sleep } from './api.js';

/** How long is waited before it is looked for, in milliseconds: the first time, and at most. */
const [FIRST, MOST] = [2000, 30_000];

export class Lookout {
  #pause = FIRST;
  #work = null;

  /**
   * Tells `found` once the server answers. Who looks out again goes on as patiently as before: a server
   * that is there and still cannot be asked is not asked every other second.
   */
  async begin(found) {
    this.end();
    const { signal } = (this.#work = new AbortController());
    for (;;) {
      await this.#wait(signal);
      if (signal.aborted) return;
      const answers = await get('/games', { signal, quiet: true }).then(() => true, () => false);
      if (signal.aborted) return;
      if (answers) return found();
    }
  }

  end() {
    this.#work?.abort();
  }

  /** Somebody goes on: whatever goes wrong next is news. */
  freshen() {
    this.#pause = FIRST;
  }

  /** Waits, the next time twice as long; no longer than until the browser is online again. */
  async #wait(signal) {
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    const over = { signal: waiting.signal };
    signal.addEventListener('abort', stop, over);
    addEventListener('online', stop, over);
    await sleep(this.#pause, waiting.signal).catch(() => {});
    stop();
    this.#pause = Math.min(MOST, 2 * this.#pause);
  }
}
