// A call as a command for a shell.

/** The command; `body` is JSON as text, or nothing where nothing is sent. */
export function curl({ url, accept, body }) {
  const quoted = (words) => `'${words.replaceAll("'", "'\\''")}'`;
  const streams = accept?.includes('stream') || accept?.includes('ndjson');
  const lines = [`curl -s${streams ? 'N' : ''} ${quoted(url)}`];
  if (accept && accept !== 'application/json') lines.push(`-H ${quoted(`Accept: ${accept}`)}`);
  if (body !== undefined) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(body.replace(/\n\s*/g, ' '))}`);
  return lines.join(' \\\n  ');
}
