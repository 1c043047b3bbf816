// Reads a stream of server-sent events from a response to POST, which EventSource cannot do.

/**
 * Yields `{ name, data }` for each event, the data read as JSON; comments are passed over. Where the
 * stream breaks off, `broken` says what to throw.
 */
export async function* events(response, broken = rethrow) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(broken);
      if (done) return;
      rest += value.replaceAll('\r', '');
      const blocks = rest.split('\n\n');
      rest = blocks.pop();
      for (const block of blocks) {
        const event = parse(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const rethrow = (error) => {
  throw error;
};

function parse(block) {
  let name = 'message';
  const data = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return data.length ? { name, data: JSON.parse(data.join('\n')) } : null;
}
