// The address bar: links within the page, coming back, one page of history a game.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { played, untilPlayed } from './hands.js';
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

it('a link that is pasted is followed, whichever game it leads to', async () => {
  const page = await open('#game=chess&you=both');
  await page.getByRole('tab', { name: 'Share' }).click();
  const field = page.getByLabel('Set up a position, or paste a game');
  const fragment = '#game=pennies&you=both&moves=2,1';
  await field.fill(` ${page.url().replace(/#.*/, fragment)}\n`);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.locator('game-board[data-game=pennies]').waitFor();
  assert.equal(await hash(page), fragment);
  assert.deepEqual([await field.inputValue(), await page.locator('#import-fault').textContent()], ['', '']);
  await page.goBack();
  await page.locator('game-board[data-game=chess]').waitFor();
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
  await untilPlayed(page, 1);
});

it('Back leads to the game before, and the game that is on the table is kept by its own card', async () => {
  const page = await open('#game=pennies&you=both&moves=2');
  const card = (id) => page.locator(`.game-card[data-game="${id}"]`);
  await page.locator('#game').click();
  await card('pennies').click();
  await page.locator('#games').waitFor({ state: 'hidden' });
  await page.locator('#game').click();
  await card('tic-tac-toe').click();
  await page.locator('game-board[data-game="tic-tac-toe"]').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.closest('.cell')?.dataset.cell), '0', 'the hand is on the new board');
  await page.locator('[data-cell="4"]').click();
  await untilPlayed(page, 1);
  await page.locator('#game').click();
  await page.goBack();
  await page.locator('game-board[data-game="pennies"]').waitFor();
  assert.ok(await page.locator('#games').isHidden(), 'no choice stands before another game');
  assert.equal(await hash(page), '#game=pennies&you=both&moves=2');
  await page.goForward();
  await page.locator('game-board[data-game="tic-tac-toe"]').waitFor();
  assert.deepEqual(await played(page), ['4']);
});

it('moves that somebody typed into a link become the service’s own', async () => {
  const page = await open('#game=chess&you=both&moves=e4,e5,Nf3,f6,Nxe5,Qe7,Nf3,Qxe4');
  await page.waitForFunction(() => location.hash.endsWith('moves=e2e4,e7e5,g1f3,f7f6,f3e5,d8e7,e5f3,e7e4'));
  assert.equal(await page.locator('.cell[data-last]').count(), 2);
  assert.match(await page.locator('.move-list').textContent(), /Qxe4\+$/);
  await page.getByLabel('Type a move').fill('Qe2');
  await page.getByLabel('Type a move').press('Enter');
  await page.waitForFunction(() => location.hash.endsWith(',d1e2'));
});

it('a link to a game in one text leads to its end, with its moves', async () => {
  for (const [link, moves] of [
    ['game=connect-four&position=4453&moves=2,1&at=1', ['4', '4', '5', '3', '2', '1']],
    ['game=go&position=(;SZ[5]KM[0.5];B[cc];W[cb])&moves=E5&at=0', ['C3', 'C4', 'E5']],
    ['game=chess&position=4k3/8/8/8/8/8/8/R3K3+w+Q+-+0+1&moves=a1a8&at=0', ['a1a8']],
  ]) {
    const page = await open(`#${link}&you=both`);
    await page.locator('.move-list button').first().waitFor();
    assert.deepEqual(await played(page), moves, link);
    assert.match(await page.evaluate(() => location.hash), new RegExp(`at=${moves.length - 1}&`));
  }
});

it('a link that was cut short leads as far as it goes, and says where it breaks off', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5,g1f', { expected: /422/ });
  await page.locator('#result').getByText('The link breaks off here').waitFor();
  assert.deepEqual(await played(page), ['e2e4', 'e7e5']);
  assert.equal(await page.locator('game-board .cell').count(), 64);
});

it('a link to no position shows why, and no tools that would have nothing to work on', async () => {
  const page = await open('#game=chess&position=nonsense', { expected: /422/ });
  await page.locator('#result[data-tone=trouble]').waitFor();
  for (const name of ['Flip', 'Hint', 'Resign']) assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'Flip' }).click();
  assert.equal(await page.locator('game-board .cell').count(), 64);
});

it('a link with a level, a strength, a seat or an end that the game has not is played as far as it goes', async () => {
  for (const link of ['game=pennies&level=foo', 'game=pennies&time=abc', 'game=pennies&time=0', 'game=chess&elo=5000', 'game=chess&elo=1']) {
    const page = await open(`#${link}&you=second&pace=0`);
    await untilPlayed(page, 1);
  }
  const unended = await open('#game=pennies&you=both&ended=white');
  await unended.locator('#result', { hasText: 'First to move.' }).waitFor();
  const nameless = await open('#game=shogi&you=both&ended=white');
  await nameless.locator('#result', { hasText: 'No game here is called shogi: this is Chess.' }).waitFor();
  assert.doesNotMatch(await hash(nameless), /ended/);
  const alone = await open('#game=2048&you=second&ended=player');
  await alone.locator('#result', { hasText: 'Your move.' }).waitFor();
  assert.match(await alone.locator('#near').textContent(), /Player.*You/);
});

it('every new game has a seed of its own, from which the engine draws', async () => {
  const page = await open('', { expected: /about:blank/ });
  const seed = async () => Number((await hash(page)).match(/[#&]seed=(\d+)/)?.[1]);
  const first = await seed();
  assert.ok(first > 0, await hash(page));
  await page.getByRole('button', { name: 'New game' }).click();
  await page.waitForFunction((old) => !location.hash.includes(`seed=${old}`), first);
  const asked = page.waitForRequest('**/bestmove');
  await page.locator('[data-cell=e2]').click();
  await page.locator('[data-cell=e4]').click();
  assert.equal((await asked).postDataJSON().seed, await seed());
  await page.goto('about:blank');
  const link = await open('#game=chess&moves=e2e4&you=both');
  assert.equal(await hash(link), '#game=chess&you=both&moves=e2e4', 'a link is what it was');
});

it('a link that is followed as something else is noted in the address leads where it should', async () => {
  const page = await open('#game=chess&you=both');
  await page.evaluate(() => {
    location.hash = '#game=pennies&you=both&moves=3';
    document.querySelector('[data-action=flip]').click();
  });
  await page.locator('game-board[data-game="pennies"]').waitFor();
  assert.deepEqual(await played(page), ['3']);
});
