// A drawing for each kind of piece, on a square of 100 by 100 unless the cell is longer. Colours
// come from the style sheet: `body` is the owner's colour, `line` what stands out against it.

import { svg, whose } from '../dom.js';
import { capital } from '../words.js';
import { CHESSMEN } from './chessmen.js';
import { coins, die, men, seeds, tile } from './counted.js';

const body = (d) => svg('path', { class: 'body', d });
const line = (d) => svg('path', { class: 'line', d });
const round = (r, name = 'body') => svg('circle', { class: name, cx: 50, cy: 50, r });

const CROWN = 'M31 62V41l11 9 8-14 8 14 11-9v21z';

const DRAWINGS = {
  cross: () => [svg('path', { class: 'stroke', d: 'M27 27 73 73M73 27 27 73' })],
  nought: () => [svg('circle', { class: 'stroke', cx: 50, cy: 50, r: 25 })],
  disc: () => [round(41), round(31, 'line faint')],
  stone: () => [round(46), svg('path', { class: 'shine', d: 'M24 36A31 31 0 0 1 50 19' })],
  man: () => [round(39), round(29, 'line faint'), round(18, 'line faint')],
  crown: () => [round(39), round(32, 'line faint'), svg('path', { class: 'emblem', d: CROWN })],
};

/** A chevron in the middle of a long cell, to be pushed that way. */
const CHEVRONS = { up: 'M-22 11 0-11 22 11', down: 'M-22-11 0 11 22-11', left: 'M11-22-11 0 11 22', right: 'M-11-22 11 0-11 22' };
const chevron = (d, { width, height }) => [svg('path', { class: 'chevron', d, transform: `translate(${width / 2} ${height / 2})` })];

const COUNTED = { seeds, penny: coins, checker: men, die, tile };

/** The drawing of a piece for a cell of that size, in cells; the owner is one of two `players`. */
export function draw(piece, { width, height }, players) {
  const space = { width: 100 * width, height: 100 * height };
  return svg('svg', {
    class: 'piece',
    viewBox: `0 0 ${space.width} ${space.height}`,
    'data-kind': piece.kind,
    ...whose(piece.owner, players),
    'aria-hidden': 'true',
    focusable: 'false',
  }, strokes(piece, space));
}

function strokes(piece, space) {
  const { kind, count } = piece;
  if (COUNTED[kind]) return COUNTED[kind](count ?? 1, space, piece);
  if (CHEVRONS[kind]) return chevron(CHEVRONS[kind], space);
  if (CHESSMEN[kind]) return chessman(CHESSMEN[kind]);
  if (DRAWINGS[kind]) return DRAWINGS[kind]();
  // Three letters tell a king from a knight.
  return [round(40), svg('text', { class: 'letter', x: 50, y: 51, 'font-size': 26 }, capital(kind).slice(0, 3))];
}

function chessman({ body: bodies, lines = [], dot = [] }) {
  return [...bodies.map(body), ...lines.map(line), ...dot.map((d) => svg('path', { class: 'dot', d }))];
}

/** Two pieces that look the same. */
export const same = (a, b) => a?.kind === b?.kind && a?.owner === b?.owner && a?.count === b?.count;
