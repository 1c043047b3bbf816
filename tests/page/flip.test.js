// Turning the board turns the board and what lies on it: hints, numbers, who is said to sit below.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gate, quiet } from './browser.js';
import { listen } from './hands.js';
import { setStage } from './stage.js';

const { open } = await setStage();

const hint = (page) => page.locator('[data-action=hint]');
const flip = (page) => page.locator('[data-action=flip]');

it('a hint for several men has an arrow for each way that some of them go, and can be read', async () => {
  const page = await open('#game=backgammon&you=both&seed=3&moves=roll+44');
  await page.locator('[data-action="hint"]').click();
  const text = await page.locator('#result').getByText(/^Hint: /).textContent();
  const steps = text.match(/\d+\/\d+/g);
  await page.waitForFunction((count) => document.querySelectorAll('.arrows .arrow').length === count, steps.length);
});

it('what was told of the last touch is gone when the board is turned', async () => {
  const page = await open('#game=chess&you=both');
  await page.locator('[data-cell=e5]').click();
  await page.locator('#result', { hasText: 'Nothing can be played here.' }).waitFor();
  await flip(page).click();
  await page.locator('#result', { hasText: /^White to move\.$/ }).waitFor();
  assert.equal(await page.locator('[data-vain]').count(), 0);
});

it('a hint goes on while the board is turned, and its arrow turns with it', async () => {
  const page = await open('#game=chess&you=both');
  const lift = await gate(page, '**/bestmove');
  await Promise.all([page.waitForRequest('**/bestmove'), hint(page).click()]);
  await flip(page).click();
  lift();
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

it('who cannot see the board hears where it stands after a step, a turn and a new game', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5');
  await quiet(page);
  const said = (words) => page.locator('#live', { hasText: words }).waitFor({ state: 'attached' });
  for (const [name, words] of [
    ['undo', 'After e4. Black to move.'], ['undo', 'At the start. White to move.'], ['redo', 'After e4. Black to move.'],
    ['flip', 'Black sits below now.'], ['new', 'Chess. White to move.'],
  ]) {
    await page.locator(`[data-action=${name}]:enabled`).click();
    await said(words);
  }
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
  assert.doesNotMatch(await page.locator('#live').textContent(), /wins/);
});

for (const fragment of ['game=kalah', 'game=kalah&turned', 'game=kalah&position=10,3&moves=1', 'game=connect-four&moves=4,4', 'game=connect-four&position=8x7:+']) {
  it(`every move has its number on the board beside its cell: ${fragment}`, async () => {
    const page = await open(`#${fragment}&you=both`);
    const found = await page.evaluate(() => {
      const box = (element) => element.getBoundingClientRect();
      const middle = (element) => box(element).x + box(element).width / 2;
      const away = (cell, name) => Math.min(...['top', 'bottom'].map((side) => Math.abs(box(cell)[side] - box(name).y - box(name).height / 2)));
      const numbers = [...document.querySelectorAll('.legend')];
      const covered = [...document.querySelectorAll('.cell')].filter((cell) => numbers.some((name) => {
        const [own, other] = [box(cell), box(name)];
        return other.x < own.right && other.right > own.x && other.y + 3 < own.bottom && other.bottom - 3 > own.y;
      }));
      const board = document.querySelector('game-board');
      const told = board.hand.open.map(({ move, touches: [id] }) => {
        const above = numbers.filter((name) => Math.abs(middle(name) - middle(board.cells.get(id))) < 2);
        return [move, above.sort((a, b) => away(board.cells.get(id), a) - away(board.cells.get(id), b))[0]?.textContent];
      });
      return { told, covered: covered.length };
    });
    assert.ok(found.told.length > 2);
    for (const [move, number] of found.told) assert.equal(number, move);
    assert.equal(found.covered, 0);
  });
}

it('a hint leaves the number of seeds to be read', async () => {
  const page = await open('#game=kalah&you=both');
  await hint(page).click();
  await page.locator('#live', { hasText: 'Hint:' }).waitFor({ state: 'attached' });
  const { inside, digit } = await page.evaluate(() => {
    const ring = document.querySelector('.ring');
    const scale = ring.getScreenCTM().a;
    const { x, y, width, height } = ring.getBoundingClientRect();
    const [cx, cy] = [x + width / 2, y + height / 2];
    const style = getComputedStyle(ring);
    const counts = [...document.querySelectorAll('.count')].map((count) => count.getBoundingClientRect());
    const own = counts.find((box) => Math.hypot(box.x + box.width / 2 - cx, box.y + box.height / 2 - cy) < width / 2);
    // Digits stand on the line: of the height of their box a quarter lies below them.
    return { inside: (parseFloat(style.r) - parseFloat(style.strokeWidth) / 2) * scale, digit: Math.hypot(own.width / 2, own.bottom - own.height / 4 - cy) };
  });
  assert.ok(digit < inside, `${digit} < ${inside}`);
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

it('who takes the other seat hears who sits below now', async () => {
  const page = await open('#game=chess&you=second&moves=e2e4');
  const heard = await listen(page);
  await page.getByRole('radio', { name: 'Two people' }).check();
  await heard(/White sits below now\./);
  await flip(page).click();
  await heard(/Black sits below now\./);
  await page.evaluate(() => (window.said = ''));
  await page.getByRole('radio', { name: 'Easy' }).check();
  await quiet(page);
  assert.doesNotMatch(await page.evaluate(() => window.said), /sits below/);
});
