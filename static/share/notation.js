// Games as text. Reading them is the service's business.

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
