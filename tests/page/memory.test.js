// What the page remembers from one visit to the next, and what it does not.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { quiet } from './browser.js';
import { setStage } from './stage.js';

const { url, open } = await setStage();

/** Another visit by the same browser. */
async function visit(page, fragment = '') {
  // What differs after the # alone would be no other visit.
  await page.goto(`${url}/docs`);
  await page.goto(`${url}/${fragment}`);
  await page.waitForSelector('html[data-ready]');
}

const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();

/** What stands in the Play panel: the strength, the thinking time, and who plays. */
const chosen = (page) => page.evaluate(() => ({
  level: document.querySelector('[name=level]:checked').value,
  time: document.querySelector('#time').getAttribute('aria-valuetext'),
  you: document.querySelector('[name=you]:checked').value,
}));

const FIRST = { level: 'medium', time: '1.0 s', you: 'first' };

/** Chooses a strength and a thinking time. */
async function choose(page) {
  await page.locator('[name=level][value=easy]').check();
  await page.getByLabel('Thinking time').fill('1');
  await page.waitForFunction(() => /level=easy.*time=250/.test(location.hash));
}

it('how strong the engine is and how long it thinks is as it was on the visit before', async () => {
  const page = await open();
  assert.deepEqual(await chosen(page), FIRST);
  await choose(page);
  await visit(page);
  assert.deepEqual(await chosen(page), { ...FIRST, level: 'easy', time: '250 ms' });
  await page.locator('[name=level][value=elo]').check();
  await page.getByLabel('Plays like a human of').fill('900');
  await page.waitForFunction(() => location.hash.includes('elo=900'));
  await visit(page);
  assert.equal((await chosen(page)).level, 'elo');
  assert.equal(await page.getByLabel('Plays like a human of').inputValue(), '900');
  await page.locator('[name=level][value=hard]').check();
  await page.waitForFunction(() => location.hash.includes('level=hard'));
  await visit(page);
  assert.equal((await chosen(page)).level, 'hard');
});

it('who sits where belongs to the game at hand, and a visit begins with whoever comes', async () => {
  const page = await open();
  await page.locator('[name=you][value=none]').check();
  await page.waitForFunction(() => location.hash.includes('you=none'));
  await page.locator('[data-action=flip]').click();
  await visit(page);
  assert.deepEqual(await chosen(page), FIRST);
  assert.doesNotMatch(await page.evaluate(() => location.hash), /turned/);
});

it('a link says all that it means, whatever was chosen before, and leaves that as it was', async () => {
  const page = await open();
  await choose(page);
  await visit(page, '#game=chess&you=both&moves=e2e4');
  assert.deepEqual(await chosen(page), { ...FIRST, you: 'both' });
  await visit(page, '#game=go&you=both&level=max&time=5000');
  assert.deepEqual(await chosen(page), { level: 'max', time: '5.0 s', you: 'both' });
  await visit(page);
  assert.deepEqual(await chosen(page), { ...FIRST, level: 'easy', time: '250 ms' });
  await visit(page, '#level=hard');
  assert.deepEqual(await chosen(page), { ...FIRST, level: 'hard', time: '250 ms' });
});

it('a game that is reloaded is as it was, whatever was chosen beside it', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4');
  const other = await page.context().newPage();
  await other.goto(url);
  await other.waitForSelector('html[data-ready]');
  await choose(other);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.deepEqual(await chosen(page), { ...FIRST, you: 'both' });
});

/** Who hurries from tool to tool may find every seat taken for a moment; the page asks again. */
const HURRIED = { expected: /503/ };

/** What is looked at in the tools: how many lines, the attack map, the tree. */
async function shown(page) {
  await tab(page, 'Analyse');
  await page.getByLabel('Attack map').waitFor();
  const [lines, map] = await Promise.all([page.getByLabel('Lines', { exact: true }).inputValue(), page.getByLabel('Attack map').isChecked()]);
  await tab(page, 'Futures');
  const [depth, method] = await Promise.all(['Moves deep', 'Method'].map((name) => page.getByLabel(name).inputValue()));
  await tab(page, 'Play');
  return { lines, map, depth, method };
}

it('what is looked at in the tools is as it was on the visit before', async () => {
  const page = await open('#game=chess&you=both', HURRIED);
  assert.deepEqual(await shown(page), { lines: '3', map: false, depth: '2', method: 'alphabeta' });
  await tab(page, 'Analyse');
  await page.getByLabel('Lines', { exact: true }).selectOption('5');
  await page.getByLabel('Attack map').check();
  await tab(page, 'Futures');
  await page.getByLabel('Moves deep').selectOption('1');
  await page.getByLabel('Method').selectOption('minimax');
  await visit(page, '#game=chess&you=both');
  assert.deepEqual(await shown(page), { lines: '5', map: true, depth: '1', method: 'minimax' });
  await tab(page, 'Analyse');
  await page.locator('[data-cell=e2][data-tint]').waitFor();
  await page.getByLabel('Attack map').uncheck();
  await visit(page, '#game=chess&you=both');
  assert.equal((await shown(page)).map, false);
});

it('what an older page has kept, or nobody knows who, is passed over', async () => {
  const page = await open('', HURRIED);
  for (const nonsense of ['', 'x', '-1', 'null', '&game=go&you=none', '{"level":"max"}', '%E0%A4']) {
    await page.evaluate((text) => {
      for (const name of ['theme', 'you', 'level', 'elo', 'time', 'pace', 'line-count', 'tension', 'tree-depth', 'tree-method']) localStorage.setItem(`bestmove.${name}`, text);
    }, nonsense);
    await visit(page);
    assert.deepEqual(await chosen(page), FIRST, nonsense);
    assert.match(await page.evaluate(() => location.hash), /^#game=chess&seed=\d+$/, nonsense);
    assert.equal(await page.getByLabel('Colours').inputValue(), 'auto');
    assert.deepEqual(await shown(page), { lines: '3', map: false, depth: '2', method: 'alphabeta' }, nonsense);
    await quiet(page);
  }
});

it('where the browser keeps nothing all works as if nothing had been chosen before', async () => {
  const page = await open();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Not here', 'SecurityError');
      },
    });
  });
  await visit(page);
  await choose(page);
  await page.getByLabel('Colours').selectOption('dark');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await visit(page);
  assert.deepEqual(await chosen(page), FIRST);
  assert.equal(await page.getByLabel('Colours').inputValue(), 'auto');
});
