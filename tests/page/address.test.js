// The address bar: links within the page, coming back, one page of history a game.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { played } from './hands.js';
import { setStage } from './stage.js';

const { open } = await setStage();

const hash = (page) => page.evaluate(() => location.hash);

it('skipping to the board leaves the game in the address', async () => {
  const page = await open('#game=pennies&you=both&moves=2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'table' && location.hash !== '#table');
  assert.deepEqual(await played(page), ['2']);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal(await hash(page), '#game=pennies&you=both&moves=2');
});

it('the engine plays on when somebody comes back to the page', async () => {
  const page = await open('#game=pennies&you=both');
  await page.route('**/bestmove', () => {}, { times: 1 });
  const givenUp = page.waitForEvent('requestfailed');
  await Promise.all([page.waitForRequest('**/bestmove'), page.getByRole('radio', { name: 'You: Second' }).check()]);
  // As a browser does that keeps the whole page while another one is looked at.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await givenUp;
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.waitForFunction(() => window.bestmovePlayed() === 1);
});
