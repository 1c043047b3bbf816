// Text in and out. What positions and moves mean is the service's business; here they are only
// told apart: tags and comments, numbers of moves, results.

import { capital } from '../words.js';
import { winnerOf } from '../play/ledger.js';
import { resultText } from '../play/announcer.js';

const RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;

/** The position and the moves that a text names, or nothing if it names none. */
export function readGame(text, game) {
  const trimmed = text.trim();
  if (!trimmed) return null;
  const tags = new Map([...trimmed.matchAll(/^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]/gm)].map(([, name, value]) => [name, value]));
  const numbered = /(^|\s)1\.(\s|\.|[a-z])/i.test(trimmed);
  if (tags.size === 0 && !numbered) return { position: trimmed, moves: [] };
  return { position: tags.get('FEN') ?? tags.get('Position') ?? '', moves: movesOf(trimmed, game) };
}

/** The moves of the main line, without tags, comments, variations, numbers and marks. */
function movesOf(text, game) {
  let bare = text.replace(/^\s*\[\w+\s+"(?:[^"\\]|\\.)*"\]\s*$/gm, ' ').replace(/\{[^}]*\}/g, ' ').replace(/;[^\n]*/g, ' ');
  for (let before = ''; before !== bare;) [before, bare] = [bare, bare.replace(/\([^()]*\)/g, ' ')];
  bare = bare.replace(/\$\d+/g, ' ');
  // Moves that are written with spaces are parted by commas or lines in our own files.
  const parts = game === 'chess' || !/[,;]/.test(bare) ? bare.split(/\s+/) : bare.split(/[,;\n]+/);
  return parts.map((part) => part.trim().replace(/^\d+\s*\.+\s*/, '').replace(/[!?]+$/, '')).filter((part) => part && !RESULT.test(part) && !/^\d+\.+$/.test(part));
}

/** The game as a file: PGN for chess, tags and moves in the same manner for the others. */
export function writeGame(match) {
  const { record, ledger, game } = match;
  const chess = game.id === 'chess';
  const result = outcome(match);
  const tags = [['Event', 'bestmove'], ['Game', game.name], ...game.players.map((name) => [capital(name), match.human(name) ? 'You' : 'bestmove'])];
  if (record.position) tags.push(...(chess ? [['SetUp', '1'], ['FEN', record.position]] : [['Position', record.position]]));
  tags.push(['Result', result]);
  if (match.over) tags.push(['Termination', resultText(match).replace(/\.$/, '')]);
  const blackBegins = chess && / b /.test(record.position);
  const moves = record.moves.map((move, n) => {
    const text = chess ? ledger.text(n, move) : move;
    const ply = n + (blackBegins ? 1 : 0);
    if (ply % 2 === 0) return `${ply / 2 + 1}. ${text}`;
    return n === 0 ? `1... ${text}` : text;
  });
  const separator = chess || !record.moves.some((move) => move.includes(' ')) ? ' ' : ', ';
  const body = wrap([moves.join(separator), result].filter(Boolean).join(separator));
  const lines = tags.map(([name, value]) => `[${name} "${String(value).replace(/["\\]/g, '\\$&')}"]`);
  return { name: `${game.id}.${chess ? 'pgn' : 'txt'}`, text: `${lines.join('\n')}\n\n${body}\n` };
}

function outcome({ over, record, view, game }) {
  if (!over) return '*';
  const winner = winnerOf(view, record.ended, game);
  return winner === undefined ? '1/2-1/2' : winner === game.players[0] ? '1-0' : '0-1';
}

/** Lines of 80 at most, as PGN wants them. */
const wrap = (text) => text.replace(/(.{1,79})(\s|$)/g, '$1\n').trimEnd();
