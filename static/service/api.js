// The service, as this page calls it. Refusals become `Problem`s; a full server is waited for as
// its Retry-After says; every call that is not quiet is told to whoever watches.

import { events } from './events.js';

/** Stands for a status where there was no server to give one. */
const UNREACHABLE = -1;

/** What the service refused, and what it says to do about it (RFC 9457). */
class Problem extends Error {
  constructor(status, document) {
    super(document.detail ?? document.title ?? `The server answered ${status}`);
    this.hint = document.hint;
    /** Where in what was sent the fault is. */
    this.pointer = document.pointer;
    /** Whether asking the same again is of no use. */
    this.refused = status >= 400 && status < 500;
    /** Whether there was nobody to answer, and somebody may come back. */
    this.unreachable = status === UNREACHABLE;
  }
}

/** What one who asks too often is told, in words for people. */
const SLOWER = 'The server asks us to slow down';

/** Watchers of calls: `call` with `{ method, path, body, status, answer, took }`, `wait` with
 * the seconds `left`, 0 at the end, and `why`. */
export const wire = new EventTarget();

const tell = (type, detail) => wire.dispatchEvent(new CustomEvent(type, { detail }));

export const get = (path, options = {}) => call('GET', path, undefined, options);

export const post = (path, body, options = {}) => call('POST', path, body, options);

/** When a stream was last given up. Its seat is free a moment later, long before a full server's Retry-After. */
let givenUp = -Infinity;
const [LATELY, MOMENT] = [1500, 100];

/**
 * Posts and reads the answer as it grows: `seen` is told the name and the data of each event before
 * the last; the last one's data is the answer.
 */
export function postStreaming(path, body, { signal, seen, last = 'bestmove' }) {
  const note = () => {
    givenUp = performance.now();
  };
  signal.addEventListener('abort', note, { once: true });
  return call('POST', path, body, {
    signal,
    accept: 'text/event-stream',
    async read(response) {
      let answer = null;
      for await (const { name, data } of events(response, unreachable)) {
        if (name === 'error') throw new Problem(data.status, data);
        answer = data;
        if (name === last) return answer;
        seen(data, name);
      }
      if (answer) return answer;
      throw new Problem(0, { detail: 'The server ended the stream without an answer' });
    },
  }).finally(() => signal.removeEventListener('abort', note));
}

async function call(method, path, body, { signal, accept = 'application/json', read = (response) => response.json().catch(unreachable), quiet = false } = {}) {
  for (let asked = 1; ; asked += 1) {
    const began = performance.now();
    const headers = { Accept: accept, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) }).catch(unreachable);
    if (response.ok) {
      const answer = await read(response);
      if (!quiet) tell('call', { method, path, body, status: response.status, answer, accept, took: performance.now() - began });
      return answer;
    }
    const refusal = await response.json().catch(() => ({}));
    if (!quiet) tell('call', { method, path, body, status: response.status, answer: refusal, accept, took: performance.now() - began });
    const retry = Number(response.headers.get('Retry-After'));
    if ((response.status !== 503 && response.status !== 429) || !(retry > 0)) throw new Problem(response.status, refusal);
    if (response.status === 503 && performance.now() - givenUp < LATELY) await sleep(MOMENT, signal);
    // A second is not worth a word, unless another one follows.
    else await pause(retry, { why: response.status === 429 ? SLOWER : refusal.title ?? 'The server asks for a pause', signal, quiet: quiet || (asked === 1 && retry <= 1) });
  }
}

/** The server was not there, or went away in the middle of its answer. */
function unreachable(error) {
  if (error.name === 'AbortError') throw error;
  throw new Problem(UNREACHABLE, { detail: 'The server cannot be reached', hint: 'Nothing is lost.' });
}

/** Waits so many seconds, telling each; an aborted signal ends the wait. */
async function pause(seconds, { why, signal, quiet }) {
  try {
    for (let left = Math.ceil(seconds); left > 0; left -= 1) {
      if (!quiet) tell('wait', { left, why });
      await sleep(1000, signal);
    }
  } finally {
    if (!quiet) tell('wait', { left: 0, why });
  }
}

/** Resolves after so many milliseconds, rejects as soon as the signal is aborted. */
export function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
