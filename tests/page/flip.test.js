// Turning the board turns the board, and nothing else.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setStage } from './stage.js';

const { open } = await setStage();

const hint = (page) => page.locator('[data-action=hint]');
const flip = (page) => page.locator('[data-action=flip]');

it('a hint goes on while the board is turned, and its arrow turns with it', async () => {
  const page = await open('#game=chess&you=both');
  let answer;
  const held = new Promise((resolve) => {
    answer = resolve;
  });
  await page.route('**/bestmove', async (route) => {
    await held;
    await route.continue();
  });
  await Promise.all([page.waitForRequest('**/bestmove'), hint(page).click()]);
  await flip(page).click();
  answer();
  const arrow = page.locator('.arrows .arrow');
  await page.locator('#live', { hasText: 'Hint:' }).waitFor({ state: 'attached' });
  const before = await arrow.getAttribute('transform');
  await flip(page).click();
  assert.notEqual(await arrow.getAttribute('transform'), before);
});

it('the second of two hints is the one that is waited for', async () => {
  const page = await open('#game=chess&you=both');
  await page.route('**/bestmove', () => {}, { times: 2 });
  await Promise.all([page.waitForRequest('**/bestmove'), hint(page).click()]);
  const givenUp = page.waitForEvent('requestfailed');
  await Promise.all([page.waitForRequest('**/bestmove'), hint(page).click()]);
  await givenUp;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await hint(page).getAttribute('aria-busy'), 'true');
});

it('the result of a game is said once', async () => {
  const page = await open('#game=chess&you=both&moves=f2f3,e7e5,g2g4,d8h4');
  const said = page.locator('#live', { hasText: 'Black wins' });
  await said.waitFor({ state: 'attached' });
  await page.evaluate(() => {
    document.getElementById('live').textContent = '';
  });
  await flip(page).click();
  await page.waitForFunction(() => location.hash.includes('turned'));
  // What comes in one breath is said together.
  await page.evaluate(() => document.querySelector('game-board').dispatchEvent(new CustomEvent('notice', { detail: 'Turned.' })));
  await page.locator('#live', { hasText: 'Turned.' }).waitFor({ state: 'attached' });
  assert.equal(await page.locator('#live').textContent(), 'Turned.');
});

it('the attack map turns with the board', async () => {
  const page = await open('#game=chess&you=both');
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.getByLabel('Attack map').check();
  await page.locator('.amounts').waitFor();
  const asked = [];
  page.on('request', (request) => request.url().endsWith('/evaluate') && asked.push(request.url()));
  await flip(page).click();
  assert.equal(await page.locator('[data-cell=d2]').getAttribute('data-tint'), 'first');
  assert.equal(await page.locator('.amounts').count(), 1);
  assert.deepEqual(asked, [], 'nothing is judged anew');
});
