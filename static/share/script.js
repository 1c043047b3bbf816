// How a game writes its boards down, learnt from what the service tells of it: the position on the table, the start and the
// examples, each as a text and as a board. No game is known here by name.

import { describe } from '../service/positions.js';
import { pieceText } from '../words.js';

/** Boards each of whose cells holds one piece or none. */
const STYLES = new Set(['grid', 'chequered', 'crossings', 'holes']);

/** Whether positions can be written by hand: a cell holds one of a few pieces, and everybody sees which. */
export const isWritable = ({ game, view }) => game.nature.observable && STYLES.has(view.board.style);

/** The part of a board on which pieces stand, row by row: what is pushed like a button, as a pass, is none of it. */
export function fieldOf(board) {
  const cells = board.cells.filter(({ width = 1 }) => width === 1).toSorted((a, b) => a.y - b.y || a.x - b.x);
  const [width, height] = ['x', 'y'].map((side) => 1 + Math.max(...cells.map((cell) => cell[side])));
  return { ...board, cells, width, height };
}

const nameOf = (piece) => (piece ? pieceText(piece) : '');
const initial = (player) => player[0].toUpperCase();

/** A sign for every cell; a digit counts empty ones. */
const ROWS = {
  find(text, { cells }) {
    const names = new Set(cells.map(({ piece }) => nameOf(piece)));
    for (const [drawn] of text.matchAll(/\S+/g)) {
      const signs = [...drawn.replaceAll('/', '').replace(/\d/g, (count) => '.'.repeat(count))];
      // Moves may be as long as a board. They do not show what stands on it.
      const pairs = new Set(cells.map(({ piece }, n) => nameOf(piece) + signs[n]));
      if (signs.length === cells.length && pairs.size === names.size && new Set(signs).size === names.size) {
        return { drawn, signs: new Map(cells.map(({ id }, n) => [id, signs[n]])) };
      }
    }
    return null;
  },
  write({ cells, width }, sign) {
    return cells.map((cell) => sign(cell) + (cell.x === width - 1 ? '\n' : '')).join('');
  },
};

/** Player by player the cells of what is theirs, each after the sign of what it holds: `W21,K22:B1`. */
const LISTS = {
  find(text) {
    const [drawn] = text.match(/(?<=:)[A-Z][A-Z\d,]*:[A-Z][A-Z\d,]*/) ?? [];
    if (!drawn) return null;
    const entries = drawn.split(':').flatMap((list) => list.slice(1).split(','));
    return { drawn, signs: new Map(entries.map((entry) => [entry.replace(/^\D+/, ''), entry.replace(/\d+$/, '')])) };
  },
  write({ cells }, sign, players) {
    const entries = (player) => cells.filter(({ piece }) => piece?.owner === player).map((cell) => sign(cell) + cell.id);
    return players.map((player) => initial(player) + entries(player)).join(':');
  },
};

/** What stands in a text for a word of which nothing is left. */
const NOTHING = '-';

/** How a text may say whose turn it is: by name, by first letter, or by the sign of their pieces where there is but one kind. */
const NAMINGS = [
  (player) => player,
  (player) => player[0],
  initial,
  (player, signs) => signs.get(player),
];

/**
 * Learns how the game on the table is written. Answers all `pieces` that it has, the first player's first; the `turns` that a
 * text can tell, '' where it may leave that to its reader, and none where no text tells it; `turn`, the one on the table; how
 * to `write` a field, and to `edit` the one on the table.
 */
export async function learnScript({ game, view }, { signal }) {
  const { id, players, start, notation } = game;
  const known = async (text) => [text, await describe({ game: id, position: text, moves: [] }, { signal, quiet: true })];
  const examples = await Promise.all([start, ...notation.examples].map(known));
  // The service's own form of an example may show what the example's does not. What the table says itself counts most.
  const texts = [...examples, ...[...examples.map(([, told]) => told), view].map((told) => [told.position, told])]
    .map(([text, { board, turn }]) => ({ text, turn, field: fieldOf(board) }));
  const form = isFull(fieldOf(view.board)) ? ROWS : LISTS;
  const drawn = texts.map((each) => ({ ...each, found: form.find(each.text, each.field) })).filter(({ found }) => found);
  if (drawn.length === 0) throw new Error('Nothing tells how a board of this game is written');

  const pieces = piecesOn(texts.map(({ field }) => field), players);
  const signs = new Map(drawn.flatMap(({ field, found }) => field.cells.map((cell) => [nameOf(cell.piece), found.signs.get(cell.id)])));
  const only = pieces.filter(({ owner }) => pieces.filter((each) => each.owner === owner).length === 1);
  const sole = new Map(only.map((piece) => [piece.owner, signs.get(nameOf(piece))]));
  const patterns = drawn.map((reading) => patternOf(reading, sole));
  // Of the table's own text what is not drawn is kept: the size, the komi, how many in a row win.
  const { pattern, naming, rest } = patterns.at(-1);
  const say = patterns.find((each) => each.naming)?.naming;
  const table = { field: fieldOf(view.board), turn: naming ? view.turn : '' };

  const write = (field, turn) => {
    const told = naming || !turn ? pattern : `${pattern} {turn}`;
    const board = form.write(field, ({ piece }) => signs.get(nameOf(piece)), players);
    return told.replace('{board}', board).replace('{turn}', turn && say(turn, sole));
  };

  /** The text that the service makes of one without a rest, in two parts, `[told, rest]`; null where it refuses it. */
  const completed = async (field, turn, asked) => {
    const told = await unlessRefused(describe({ game: id, position: write(field, turn), moves: [] }, asked));
    const found = told && form.find(told.position, fieldOf(told.board));
    if (!found) return null;
    const completion = patternOf({ text: told.position, turn: told.turn, found }, sole).rest;
    return [told.position.slice(0, told.position.length - completion.length), completion];
  };

  /** A field as a text that keeps of the table's rest what the service takes; what it says where nothing is told stands for the others. */
  const kept = async (field, turn, asked) => {
    if (!rest) return write(field, turn);
    const [before, after] = await Promise.all([completed(table.field, table.turn, asked), completed(field, turn, asked)]);
    if (!before || !after) return write(field, turn);
    const [usual, own, words] = [before[1], rest, after[1]].map((each) => each.split(' '));
    for (const [n, word] of words.entries()) {
      if (own[n] === usual[n]) continue;
      words[n] = merged(usual[n], own[n], word);
      const taken = await unlessRefused(describe({ game: id, position: after[0] + words.join(' '), moves: [] }, asked));
      if (!taken) words[n] = word;
    }
    return after[0] + words.join(' ');
  };

  return {
    pieces,
    turns: say ? [...(patterns.every((each) => each.naming) ? [] : ['']), ...players] : [],
    turn: table.turn,
    write,
    /** What stands on the table as it is, with another `field` and `turn`: where they are no others, its own text. */
    async edit(field, turn, { signal }) {
      const same = turn === table.turn && field.cells.every(({ piece }, n) => nameOf(piece) === nameOf(table.field.cells[n].piece));
      return same ? view.position : kept(field, turn, { signal, quiet: true });
    },
  };
}

/** What was asked for; null where it was refused. */
const unlessRefused = (asked) => asked.catch((problem) => {
  if (!problem.refused) throw problem;
  return null;
});

/** What becomes of a word that `usual`ly is one and is another, where it would be a third by now: it lacks the signs that had gone. */
function merged(usual = '', own = '', now) {
  if (now === usual) return own;
  const left = [...now].filter((sign) => own.includes(sign) || !usual.includes(sign)).join('');
  return left || NOTHING;
}

/** Whether a field has no gaps: where it has some, as where only dark squares are played on, cells are called by number. */
const isFull = ({ cells, width, height }) => cells.length === width * height;

/** All pieces that stand on some field, player by player, and the kinds of each in the same order. */
function piecesOn(fields, players) {
  const standing = fields.flatMap(({ cells }) => cells.map(({ piece }) => piece).filter(Boolean));
  const pieces = [...new Map(standing.map((piece) => [nameOf(piece), piece])).values()];
  const kinds = pieces.map(({ kind }) => kind);
  return pieces.toSorted((a, b) => players.indexOf(a.owner) - players.indexOf(b.owner) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** A text as what can be put into it, `{board} {turn}`, and how it names the player, if it does. The `rest` that follows on both is about that position alone. */
function patternOf({ text, turn, found }, signs) {
  const around = text.replace(found.drawn, '{board}');
  for (const { 0: word, index } of around.matchAll(/\b[A-Za-z]+\b/g)) {
    const naming = NAMINGS.find((each) => each(turn, signs) === word);
    if (!naming) continue;
    const whole = `${around.slice(0, index)}{turn}${around.slice(index + word.length)}`;
    const [pattern] = whole.match(/^.*\{(board|turn)\}/s);
    return { pattern, naming, rest: whole.slice(pattern.length) };
  }
  return { pattern: around, naming: null, rest: '' };
}
