// Drawings of what comes in numbers: seeds in a pit, coins in a heap, men on a point, the pips
// of a die, the number on a tile.

import { svg } from '../dom.js';

/** So many things are drawn one by one; the number says the rest. */
const DRAWN = { seeds: 24, coins: 60, men: 5 };

/** Turns by the golden angle never line up: the pattern of a sunflower. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

function sunflower(count, drawn, reach, one) {
  return Array.from({ length: count }, (_, n) => {
    const far = count === 1 ? 0 : reach * Math.sqrt((n + 0.5) / Math.max(count, drawn));
    return one(far * Math.cos(n * GOLDEN), far * Math.sin(n * GOLDEN), n);
  });
}

const number = (text, x, y, size = 22) => svg('text', { class: 'count', x, y, 'font-size': size }, String(text));

export function seeds(count, { width, height }) {
  const shown = Math.min(count, DRAWN.seeds);
  const [x, y] = [width / 2, height / 2];
  const shades = ['seed', 'seed two', 'seed three'];
  // The lowest of many lies above the number.
  return [
    ...sunflower(shown, 7, 21, (dx, dy, n) => svg('circle', {
      class: shades[n % 3], cx: x + dx, cy: y - 14 + dy * (height > width ? 1.7 : 1), r: 6.5,
    })),
    number(count, x, height - 20, 24),
  ];
}

export function coins(count, { width, height }) {
  const shown = Math.min(count, DRAWN.coins);
  const text = count.toLocaleString('en');
  const pile = sunflower(shown, 12, Math.min(height * 0.4, 42), (dx, dy) => [width / 2 - 40 + dx * 2.2, height / 2 + dy]);
  return [
    ...pile.sort((a, b) => a[1] - b[1]).flatMap(([x, y]) => [
      svg('ellipse', { class: 'coin edge', cx: x, cy: y + 3, rx: 13, ry: 8 }),
      svg('ellipse', { class: 'coin', cx: x, cy: y, rx: 13, ry: 8 }),
    ]),
    number(text, width - 43, height / 2 + 2, Math.min(40, 130 / text.length)),
  ];
}

/** Men stack up from the edge of the board; what is too many is told by a number on the last. */
export function men(count, { width, height }, { upwards = false }) {
  const shown = Math.min(count, DRAWN.men);
  const step = Math.min(88, (height - 92) / Math.max(1, shown - 1));
  const at = (n) => (upwards ? height - 48 - n * step : 48 + n * step);
  const stack = Array.from({ length: shown }, (_, n) => [
    svg('circle', { class: 'body', cx: width / 2, cy: at(n), r: 43 }),
    svg('circle', { class: 'line faint', cx: width / 2, cy: at(n), r: 31 }),
  ]);
  const many = count > shown ? [svg('text', { class: 'letter', x: width / 2, y: at(shown - 1) + 1, 'font-size': 40 }, String(count))] : [];
  // The last one is what a hand takes.
  return [...stack.slice(0, -1).flat(), svg('g', { class: 'taken' }, ...stack.at(-1), ...many)];
}

const PIPS = { 1: 'c', 2: 'ai', 3: 'aci', 4: 'agki', 5: 'agkic', 6: 'agkidf' };
const PLACE = { a: [30, 30], g: [70, 30], d: [30, 50], c: [50, 50], f: [70, 50], k: [30, 70], i: [70, 70] };

export function die(count, { width, height }) {
  const pips = [...(PIPS[count] ?? '')].map((pip) => {
    const [x, y] = PLACE[pip];
    return svg('circle', { class: 'pip', cx: x + width / 2 - 50, cy: y + height / 2 - 50, r: 7 });
  });
  return [
    svg('rect', { class: 'body', x: width / 2 - 37, y: height / 2 - 37, width: 74, height: 74, rx: 15 }),
    ...(pips.length ? pips : [number(count, width / 2, height / 2, 40)]),
  ];
}

export function tile(count) {
  const power = Math.min(11, Math.max(1, Math.round(Math.log2(count))));
  const digits = String(count).length;
  return [
    svg('rect', { class: `tile power-${power}`, x: 5, y: 5, width: 90, height: 90, rx: 10 }),
    svg('text', { class: 'tile-number', x: 50, y: 52, 'font-size': [46, 46, 42, 34, 27, 22, 18][digits] ?? 15 }, String(count)),
  ];
}
