// Text in and out. What positions and moves mean is the service's business; here they are only
// told apart: tags and comments, numbers of moves, results.

const RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;

/** The position and the moves that a text names, or nothing if it names none. */
export function readGame(text, game) {
  const trimmed = text.trim();
  if (!trimmed) return null;
  const tags = new Map([...trimmed.matchAll(/^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]/gm)].map(([, name, value]) => [name, value.replace(/\\(.)/g, '$1')]));
  const numbered = /(^|\s)1\.(\s|\.|[a-z])/i.test(trimmed);
  if (tags.size === 0 && !numbered) return { position: trimmed, moves: [] };
  return { position: tags.get('FEN') ?? tags.get('Position') ?? '', moves: movesOf(trimmed, game) };
}

/** The moves of the main line, without tags, comments, variations, numbers and marks. */
function movesOf(text, game) {
  let bare = text.replace(/^\s*\[\w+\s+"(?:[^"\\]|\\.)*"\]\s*$/gm, ' ').replace(/\{[^}]*\}/g, ' ');
  if (game === 'chess') {
    bare = bare.replace(/;[^\n]*/g, ' ').replace(/\$\d+/g, ' ');
    for (let before = ''; before !== bare;) [before, bare] = [bare, bare.replace(/\([^()]*\)/g, ' ')];
  }
  // Moves that are written with spaces are parted by commas.
  const parts = game !== 'chess' && bare.includes(',') ? bare.split(',') : bare.split(/\s+/);
  return parts.map((part) => part.trim().replace(/\s+/g, ' ').replace(/^\d+\s*\.+\s*/, '').replace(/[!?]+$/, ''))
    .filter((part) => part && !RESULT.test(part) && !/^\d+\.+$/.test(part));
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
