// Games of go as SGF writes them. The service reads them.

/** What else is said of a game: in SGF, and by the names that PGN has for it, as the service tells it. */
const NAMES = new Map([['PB', 'Black'], ['PW', 'White'], ['BR', 'BlackRank'], ['WR', 'WhiteRank'], ['EV', 'Event'], ['RO', 'Round'], ['PC', 'Site'], ['DT', 'Date'], ['RE', 'Result']]);

/** A start that SGF can set up: it knows no pass and no ko before the first move. */
const START = /^(\d+)x\1 komi (\S+) ([BW]): *([XO./]*)$/;

/** Columns on the board have no I; in SGF columns, and rows from the top, have every letter. */
const [COLUMNS, LETTERS] = ['ABCDEFGHJKLMNOPQRST', 'abcdefghijklmnopqrs'];
const MOVE = /^(?:pass|([A-HJ-T])(\d+))$/;

/** So many moves stand on a line. */
const LINE = 12;

/** A result as SGF writes it: who won, and `by` what where that is known. */
export const sgfResult = (result, by = '') => ({ '1-0': `B+${by}`, '0-1': `W+${by}`, '1/2-1/2': '0' })[result] ?? '';

/** A game as SGF, from its start as the service writes it; null where SGF cannot say it. */
export function writeSgf(tags, moves, start) {
  const [, size, komi, turn, rows] = START.exec(start) ?? [];
  if (!size || !moves.every((move) => MOVE.test(move))) return null;
  const [black, white] = ['X', 'O'].map((sign) => stones(rows, sign));
  const handicap = black.length > 1 && white.length === 0 && turn === 'W';
  const root = [
    ['FF', 4], ['GM', 1], ['CA', 'UTF-8'], ['SZ', size], ['KM', komi],
    ...[...NAMES].map(([name, tag]) => [name, tags.get(tag)]).filter(([, value]) => value && value !== '?'),
    ['HA', handicap && black.length], ['AB', ...black], ['AW', ...white], ['PL', (black.length + white.length > 0 || turn === 'W') && turn],
  ];
  const head = root.map(([name, ...values]) => [name, values.filter(Boolean)]).filter(([, values]) => values.length > 0)
    .map(([name, values]) => name + values.map((value) => `[${String(value).replace(/[\]\\]/g, '\\$&')}]`).join(''));
  const players = turn === 'B' ? 'BW' : 'WB';
  const nodes = moves.map((move, n) => `${n % LINE === 0 ? '\n' : ''};${players[n % 2]}[${point(move, size)}]`);
  return `(;${head.join('')}${nodes.join('')})\n`;
}

/** Where stones of that sign stand. */
const stones = (rows, sign) => rows.split('/').flatMap((row, y) => [...row].flatMap((each, x) => (each === sign ? [LETTERS[x] + LETTERS[y]] : [])));

/** A vertex in SGF; nothing for a pass. */
function point(move, size) {
  const [, column, row] = MOVE.exec(move);
  return column ? LETTERS[COLUMNS.indexOf(column)] + LETTERS[size - row] : '';
}
