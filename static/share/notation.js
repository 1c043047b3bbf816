// Text in and out. What positions and moves mean is the service's business; here they are only
// told apart: tags and comments, numbers of moves, results.

/** As PGN writes them, as others do, and as PDN does. */
const RESULT = /^(1-0|0-1|1\/2(-1\/2)?|½(-½)?|2-0|0-2|1-1|\*)$/;

const TAG = /\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*/g;
const TAGS = new RegExp(`^(?:${TAG.source})*`);

/** A text without the lines that are for programs alone. */
const plain = (text) => text.replace(/^%.*$/gm, '').trim();

/** The position and the moves that a text names, or nothing if it names none. */
export function readGame(text, game) {
  const trimmed = plain(text);
  if (!trimmed) return null;
  const numbered = /(^|\s)\d+\.(\s|\.|[a-z])/i.test(trimmed);
  if (!trimmed.match(TAGS)[0] && !numbered) return { position: trimmed, moves: [] };
  return readMoves(trimmed, game);
}

/** The same for a text that is known to name moves, numbered or not: those of the first game in it. */
export function readMoves(text, game) {
  const { tags, words, end } = firstGame(text, game);
  const moves = words.slice(0, end < 0 ? words.length : end)
    .map((word) => word.replace(/^\d+\s*\.+\s*/, '').replace(/[!?]+$/, ''))
    .filter((word) => word && !/^\d+\.+$/.test(word));
  return { position: tags.get('FEN') ?? tags.get('Position') ?? '', moves };
}

/** What a text says of the first game in it besides position and moves: its tags, its `result`, as it is `told`, too, and whether `more` follows. */
export function readHead(text, game) {
  const { tags, words, end, others } = firstGame(text, game);
  const result = words[end] ?? tags.get('Result') ?? '';
  const plainly = result.replaceAll('½', '1/2').replace(/^1\/2$/, '1/2-1/2');
  return { tags, result: RESULT.test(result) ? plainly : '', told: plainly, more: others || (end >= 0 && end + 1 < words.length) };
}

/** The tags and the words of the first game in a text, at which of them its result stands, and whether tags of `others` follow. */
function firstGame(text, game) {
  const trimmed = plain(text);
  const [head] = trimmed.match(TAGS);
  const tags = new Map([...head.matchAll(TAG)].map(([, name, value]) => [name, value.replace(/\\(.)/g, '$1')]));
  const [body, ...others] = trimmed.slice(head.length).split(/^\s*\[\w+\s+"/m);
  const words = wordsOf(body, game);
  return { tags, words, end: words.findIndex((word) => RESULT.test(word)), others: others.length > 0 };
}

/** The words of the main line, without comments and variations, and with the signs of typewriters. */
function wordsOf(text, game) {
  let bare = text.replace(/\{[^}]*\}/g, ' ').replace(/(^|\s);[^\n]*/g, ' ').replace(/\$\d+/g, ' ').replace(/\se\.\s?p\./g, ' ');
  bare = bare.replace(/[–−]/g, '-').replaceAll('…', '...');
  // Moves that are written with spaces are parted by commas, and may have brackets in them.
  const parted = game !== 'chess' && bare.includes(',');
  const variation = parted ? /(?<=^|[\s,])\(([^()]|(?<=[^\s,])\([^()]*\))*\)/g : /\([^()]*\)/g;
  for (let before = ''; before !== bare;) [before, bare] = [bare, bare.replace(variation, ' ')];
  return bare.split(parted ? ',' : /[\s,]+/).map((part) => part.trim().replace(/\s+/g, ' ')).filter(Boolean);
}

/** A game as text: PGN for chess, tags and moves in the same manner for the others. */
export function writeGame(tags, moves, { game, result, blackBegins = false }) {
  const numbered = moves.map((move, n) => {
    const ply = n + (blackBegins ? 1 : 0);
    if (ply % 2 === 0) return `${ply / 2 + 1}. ${move}`;
    return n === 0 ? `1... ${move}` : move;
  });
  const separator = game === 'chess' || !moves.some((move) => move.includes(' ')) ? ' ' : ', ';
  const body = wrap([numbered.join(separator), result].filter(Boolean).join(separator));
  const lines = tags.map(([name, value]) => `[${name} "${String(value).replace(/["\\]/g, '\\$&')}"]`);
  return `${lines.join('\n')}\n\n${body}\n`;
}

/** Lines of 80 at most, as PGN wants them. */
const wrap = (text) => text.replace(/(.{1,79})(\s|$)/g, '$1\n').trimEnd();
