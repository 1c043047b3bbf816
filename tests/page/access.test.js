// For everybody: axe finds nothing in any state, light or dark; the page is usable on the smallest
// phone and at 200% zoom; one tab stop on the board; it is small and asks nobody else.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { violations, visit } from './browser.js';
import { listen } from './hands.js';
import { setStage } from './stage.js';

const { url, games, open } = await setStage();

const TABS = ['Play', 'Analyse', 'Futures', 'Review', 'Share', 'The call'];

for (const scheme of ['light', 'dark']) {
  it(`axe finds nothing on any board, ${scheme}`, async () => {
    const page = await open('', { colorScheme: scheme });
    for (const game of games) {
      await visit(page, game);
      assert.deepEqual(await violations(page, scheme), [], game.id);
    }
  });

  it(`axe finds nothing in any tool, ${scheme}`, async () => {
    const page = await open('#game=pennies&you=both&moves=2,1', { colorScheme: scheme });
    for (const name of TABS) {
      const tab = page.getByRole('tab', { name });
      if (!(await tab.isVisible())) continue;
      await tab.click();
      await page.waitForTimeout(300);
      assert.deepEqual(await violations(page, scheme), [], name);
    }
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.locator('#game').click();
    assert.deepEqual(await violations(page, scheme), [], 'the shelf of games');
    await page.keyboard.press('Escape');
    await page.getByText('Legal moves').click();
    await page.locator('[data-action=resign]').click();
    await page.locator('#result[data-tone=over]').waitFor();
    assert.deepEqual(await violations(page, scheme), [], 'a finished game');
  });
}

it('axe finds nothing in high contrast', async () => {
  const page = await open(`#game=${games[0].id}&you=both`);
  await page.getByLabel('Colours').selectOption('contrast');
  assert.deepEqual(await violations(page), []);
});

for (const [name, viewport] of Object.entries({ 'the smallest phone': { width: 320, height: 568 }, '200% zoom': { width: 640, height: 400 } })) {
  it(`nothing sticks out on ${name}`, async () => {
    const page = await open('', { viewport });
    for (const game of games) {
      await visit(page, game);
      const { across, small } = await page.evaluate(() => ({
        across: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        small: [...document.querySelectorAll('button, select, summary, a')].filter((each) => each.checkVisibility()).map((each) => [each.textContent, each.getBoundingClientRect()]).filter(([, { width, height }]) => width > 1 && (width < 24 || height < 24)).map(([text]) => text),
      }));
      assert.ok(across <= 0, `${game.id} is ${across} pixels too wide`);
      assert.deepEqual(small, [], 'too small to touch');
      const board = await page.locator('game-board').boundingBox();
      assert.ok(board.width >= Math.min(250, viewport.width - 70), `${game.id} is ${board.width} wide`);
    }
  });
}

it('the board is one tab stop, and every cell is named', async () => {
  const page = await open();
  for (const game of games) {
    await visit(page, game);
    assert.equal(await page.locator('game-board [tabindex="0"]').count(), 1, game.id);
    const names = await page.locator('game-board .cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
    assert.ok(names.every((name) => name?.includes(', ')), `${game.id}: ${names}`);
  }
});

it('cells that are pushed like buttons say what they do', async () => {
  const page = await open();
  const said = { go: /^pass, one move$/i, pennies: /^Take 1, one move$/, 2048: /^slide left, (one move|not possible)$/ };
  for (const [id, words] of Object.entries(said)) {
    await visit(page, { id });
    const names = await page.locator('game-board .cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
    assert.ok(names.some((name) => words.test(name)), `${id}: ${names}`);
  }
});

it('what is called a toolbar is gone through by arrow keys, and nothing here is', async () => {
  const page = await open('#game=pennies');
  assert.equal(await page.getByRole('toolbar').count(), 0);
  assert.equal(await page.getByRole('group', { name: 'Game', exact: true }).getByRole('button').first().getAttribute('data-action'), 'new');
});

it('weighs less than 150 KB, compressed', async () => {
  let bytes = 0;
  const page = await open('#game=pennies');
  const paths = await page.evaluate(() => [location.pathname, ...performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)]);
  for (const path of new Set(paths.filter((path) => path === '/' || /\.(js|css|svg)$/.test(path)))) {
    const answer = await fetch(url + path);
    bytes += await deflated(await answer.arrayBuffer());
  }
  assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
});

it('dice and tiles are said aloud', async () => {
  const dice = await open('#game=backgammon');
  const rolled = await listen(dice);
  await dice.locator('[data-action=new]').click();
  await rolled(/Roll [1-6]{2}\./);
  const tiles = await open('#game=2048&seed=3');
  const slid = await listen(tiles);
  await tiles.locator('.cell[tabindex="0"]').focus();
  await tiles.keyboard.press('ArrowLeft');
  await slid(/plays left\. [24]@[a-d][1-4]\./);
});

it('the number of a heap stands beside its coins, however large it is', async () => {
  const page = await open();
  for (const many of [14, 123456, 1e9]) {
    await page.evaluate((count) => {
      location.hash = `#game=pennies&you=both&position=${count}`;
    }, many);
    await page.locator('game-board .count', { hasText: many.toLocaleString('en') }).waitFor();
    const [number, coins, board] = await page.evaluate(() => {
      const field = document.querySelector('game-board');
      const box = (each) => each.getBoundingClientRect();
      return [box(field.querySelector('.count')), { right: Math.max(...[...field.querySelectorAll('.coin')].map((coin) => box(coin).right)) }, box(field)];
    });
    assert.ok(number.left >= coins.right && number.right <= board.right, `${many}: ${number.left} ${coins.right} ${number.right} ${board.right}`);
  }
});

it('however wide the window is, everything begins at one edge', async () => {
  const page = await open('#game=chess&you=both', { viewport: { width: 1920, height: 1000 } });
  const edges = await page.evaluate(() => {
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    return { left: [box('.name').left, box('#table').left], right: [box('#theme').right, box('.side').right], under: [box('#near .token').left, box('[data-action=new] .icon').left] };
  });
  for (const [edge, [one, other]] of Object.entries(edges)) assert.ok(Math.abs(one - other) < 8, `${edge}: ${one}, ${other}`);
});

it('a board has its place before it comes', async () => {
  const page = await open('#game=2048');
  await page.route('**/games', () => {});
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('game-board .board')?.clientHeight > 200);
});

async function deflated(buffer) {
  const stream = new Blob([buffer]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}
