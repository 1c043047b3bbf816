// Moves that come faster than the service answers, and moves that it refuses.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { play, played } from './hands.js';
import { setStage } from './stage.js';

const { open } = await setStage();

/** A gate before a route: requests wait until it is opened. */
async function gate(page, path) {
  let lift;
  const lifted = new Promise((resolve) => {
    lift = resolve;
  });
  await page.route(path, async (route) => {
    await lifted;
    await route.continue().catch(() => {});
  });
  return lift;
}

it('a second click is not the opponent’s move', async () => {
  const page = await open('#game=connect-four&time=100&level=easy&pace=0');
  const lift = await gate(page, '**/position');
  const box = await page.locator('.cell').first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const asked = page.waitForRequest('**/bestmove');
  await page.mouse.dblclick(x, y);
  await lift();
  assert.deepEqual((await asked).postDataJSON().moves.length, 1, 'the engine answers one move');
  await page.waitForFunction(() => window.bestmovePlayed() === 2);
});

it('a second key waits for the tile, and is played then', async () => {
  const page = await open('#game=2048&position=2+2+0+0/0+0+0+0/0+0+0+0/0+0+0+0&seed=1');
  await page.locator('.cell[tabindex="0"]').focus();
  const lift = await gate(page, '**/position');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await lift();
  await page.waitForFunction(() => window.bestmovePlayed() === 4);
  const [first, , second] = await played(page);
  assert.deepEqual([first, second], ['left', 'down']);
});

it('a move that the service refuses is taken back', async () => {
  const page = await open('#game=pennies&you=both', { expected: /422/ });
  await page.route('**/position', (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', body: '{"detail":"Not today"}' }), { times: 1 });
  await page.locator('[data-cell="1"]').click();
  await page.locator('#result', { hasText: 'Not today' }).waitFor();
  assert.deepEqual(await played(page), []);
  await play(page, 'mouse', { touches: ['2'], text: 'take 2' });
  assert.deepEqual(await played(page), ['2']);
});

it('a board that is turned under a finger goes on being played on', async () => {
  const page = await open('#game=chess&you=both', { hasTouch: true });
  const { x, y } = await page.locator('[data-cell=e2]').boundingBox();
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 5, y: y + 5 }] });
  await page.evaluate(() => document.querySelector('[data-action=flip]').click());
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await play(page, 'touch', { touches: ['e2', 'e4'], text: 'e4' });
});

for (const [tool, route] of [['Analyse', '/bestmove'], ['Futures', '/tree']]) {
  it(`${tool} gives its seat up as soon as somebody moves`, async () => {
    const page = await open('#game=pennies&you=both');
    await page.route(`**${route}`, () => {}, { times: 1 });
    await Promise.all([page.waitForRequest(`**${route}`), page.getByRole('tab', { name: tool }).click()]);
    const lift = await gate(page, '**/position');
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith(route));
    await page.locator('[data-cell="1"]').click();
    await givenUp;
    lift();
    await page.waitForFunction(() => window.bestmovePlayed() === 1);
  });
}

it('the seat that Analyse has just left is asked for again at once', async () => {
  const page = await open('#game=pennies&level=easy&time=100&pace=0', { expected: /503/ });
  const full = { status: 503, headers: { 'Retry-After': '30' }, contentType: 'application/problem+json', body: '{"title":"The server is full","status":503}' };
  const answers = [() => {}, (route) => route.fulfill(full)];
  await page.route('**/bestmove', (route) => (answers.shift() ?? ((each) => each.continue()))(route));
  await Promise.all([page.waitForRequest('**/bestmove'), page.getByRole('tab', { name: 'Analyse' }).click()]);
  await page.locator('[data-cell="1"]').click();
  await page.waitForFunction(() => window.bestmovePlayed() === 2, null, { timeout: 10_000 });
});
