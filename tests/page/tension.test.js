// What is judged without playing: the attack map of chess, the terms at a glance, the tree's words, the bar of chances.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { violations } from './browser.js';
import { setStage } from './stage.js';

const { open } = await setStage();

const cell = (page, id) => page.locator(`[data-cell=${id}]`);

it('the attack map tints the squares and says the numbers', async () => {
  const page = await open('#game=chess&you=both');
  await page.getByRole('tab', { name: 'Analyse' }).click();
  const wanted = page.getByLabel('Attack map');
  await wanted.check();
  await page.locator('.amounts').waitFor();
  assert.match(await cell(page, 'd2').getAttribute('aria-label'), /four more white attackers/);
  assert.match(await cell(page, 'f6').getAttribute('aria-label'), /three more black attackers/);
  assert.match(await cell(page, 'a1').getAttribute('aria-label'), /as many attackers/);
  assert.deepEqual(await Promise.all(['d2', 'f6', 'a1'].map((id) => cell(page, id).getAttribute('data-tint'))), ['first', 'second', null]);
  for (const scheme of ['light', 'dark', 'contrast']) {
    await page.getByLabel('Colours').selectOption(scheme);
    assert.deepEqual(await violations(page, scheme), [], scheme);
  }

  // It follows the game, and goes when it is no longer wanted.
  await cell(page, 'e2').click();
  await cell(page, 'e4').click();
  await page.locator('[data-cell=d5][aria-label*="one more white attacker"]').waitFor();
  await wanted.uncheck();
  await page.locator('.amounts').waitFor({ state: 'detached' });
  assert.doesNotMatch(await cell(page, 'd5').getAttribute('aria-label'), /attacker/);
  await wanted.check();
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.locator('.amounts').waitFor({ state: 'detached' });
});

it('what is judged at a glance is told in wholes', async () => {
  const page = await open('#game=tic-tac-toe&you=both&moves=4');
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.locator('.terms caption', { hasText: 'in wins' }).waitFor();
  const amounts = await page.locator('.terms .amount').allTextContents();
  assert.ok(amounts.some((amount) => /^[+−]0\.\d\d$/.test(amount)), amounts.join());
});

it('of a game that is over nothing is judged at a glance', async () => {
  const page = await open('#game=pennies&you=both&position=3');
  await page.getByRole('tab', { name: 'Analyse' }).click();
  const heading = page.getByRole('heading', { name: 'At a glance' });
  await heading.waitFor();
  await page.locator('[data-cell="3"]').click();
  await page.locator('#panel-lines .hint', { hasText: 'The game is over.' }).waitFor();
  assert.equal(await heading.count(), 0);
  await page.locator('[data-action=undo]').click();
  await heading.waitFor();
});

it('a player is called in a sentence what the seat is called', async () => {
  const page = await open('#game=pennies&you=both');
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.locator('.terms caption', { hasText: 'for First, in' }).waitFor();
  await page.locator('#panel-lines .facts', { hasText: /^For First, in wins\s· depth/ }).waitFor();
  await page.locator('.worth[aria-valuetext^="First 100%; for First: wins in"]').waitFor();
  await page.getByRole('tab', { name: 'Futures' }).click();
  await page.locator('.told', { hasText: 'to First' }).waitFor();
});

it('a game whose pieces do not attack has no attack map', async () => {
  const page = await open('#game=pennies&you=both');
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.locator('.terms tfoot').waitFor();
  assert.equal(await page.getByLabel('Attack map').isVisible(), false);
});
