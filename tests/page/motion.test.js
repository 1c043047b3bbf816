// What moves on the board moves as it was moved.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Layout } from '../../static/board/layout.js';
import { brought } from '../../static/board/slide.js';
import { setStage } from './stage.js';

const { open } = await setStage();

const SIZE = 4;
const FILES = 'abcd';

/** The pieces of a field, row by row from above, and the ways to slide beside it. */
function pieces(rows) {
  const tiles = rows.flatMap((row, y) => row.map((count, x) => [`${FILES[x]}${SIZE - y}`, count ? { kind: 'tile', count } : undefined]));
  return new Map([...tiles, ...['up', 'left', 'right', 'down'].map((way) => [way, { kind: way }])]);
}

const cells = [
  ...Array.from({ length: SIZE * SIZE }, (_, n) => ({ id: `${FILES[n % SIZE]}${SIZE - Math.floor(n / SIZE)}`, x: 1 + (n % SIZE), y: 1 + Math.floor(n / SIZE) })),
  { id: 'up', x: 1, y: 0, width: SIZE }, { id: 'down', x: 1, y: SIZE + 1, width: SIZE },
  { id: 'left', x: 0, y: 1, height: SIZE }, { id: 'right', x: SIZE + 1, y: 1, height: SIZE },
];
const layout = new Layout({ style: 'tiles', width: SIZE + 2, height: SIZE + 2, cells }, false);

const EMPTY = [0, 0, 0, 0];
const came = (direction, before, after) => brought(layout, pieces(before), pieces(after), direction);

it('tiles come from where they were slid, and what chance has laid from nowhere', () => {
  const right = came('right', [[2, 2, 0, 0], EMPTY, EMPTY, EMPTY], [[0, 0, 0, 4], [2, 0, 0, 0], EMPTY, EMPTY]);
  assert.deepEqual([...right], [['d4', ['b4', 'a4']]]);
  const left = came('left', [[4, 2, 2, 2], EMPTY, EMPTY, EMPTY], [[4, 4, 2, 0], EMPTY, EMPTY, [0, 0, 0, 4]]);
  assert.deepEqual([...left], [['a4', ['a4']], ['b4', ['b4', 'c4']], ['c4', ['d4']]]);
  const down = came('down', [[8, 0, 0, 0], EMPTY, [8, 0, 0, 2], EMPTY], [[2, 0, 0, 0], EMPTY, EMPTY, [16, 0, 0, 2]]);
  assert.deepEqual([...down], [['a1', ['a2', 'a4']], ['d1', ['d2']]]);
});

it('what is no slide is not drawn as one', () => {
  const [before, after] = [[[2, 4, 0, 0], EMPTY, EMPTY, EMPTY], [[0, 0, 0, 2], EMPTY, EMPTY, EMPTY]];
  assert.equal(came('right', before, after), null, 'a tile is gone');
  assert.equal(came(undefined, before, before), null, 'nobody knows which way');
});

it('two tiles run together, and then are one', async () => {
  const page = await open('#game=2048&you=both&seed=1&position=2+2+0+0/0+0+0+0/0+0+0+0/0+0+0+0', { reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    window.most = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function noted(frames, timing) {
      window.most = Math.max(window.most, this.parentElement.children.length);
      return animate.call(this, frames, timing);
    };
  });
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.cell[data-cell="d4"] .piece').first().waitFor();
  assert.equal(await page.evaluate(() => window.most), 3, 'the two beside what they become');
  await page.waitForFunction(() => document.querySelectorAll('.cell[data-cell="d4"] .piece').length === 1);
});
