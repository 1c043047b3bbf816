// The service under test: the built binary on a port of its own, or a service that already runs.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PATIENCE = 20_000;

/** Answers `{ url, stop }`. BESTMOVE_URL names a running service, BESTMOVE_BIN the binary to start. */
export async function startService() {
  if (process.env.BESTMOVE_URL) return { url: process.env.BESTMOVE_URL, stop() {} };
  const program = process.env.BESTMOVE_BIN ?? ['release', 'quick', 'debug'].map((profile) => `${ROOT}target/${profile}/bestmove`).find(existsSync);
  if (!program) throw new Error('Build bestmove first, or name it in BESTMOVE_BIN');
  const service = spawn(program, ['serve', '--bind', '127.0.0.1:0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  let url = '';
  service.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-4000);
    url ||= log.match(/listening on (\S+)\s/)?.[1] ?? '';
  });
  for (const began = Date.now(); ; await sleep(50)) {
    if (url && await fetch(`${url}/readyz`).then((answer) => answer.ok, () => false)) break;
    if (service.exitCode !== null || Date.now() - began > PATIENCE) throw new Error(`bestmove did not start:\n${log}`);
  }
  return { url, stop: () => service.kill() };
}

export async function ask(url, path, body) {
  const answer = await fetch(url + path, body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} ${JSON.stringify(body)}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
