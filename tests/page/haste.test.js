// Moves that come faster than the service answers, and moves that it refuses.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gate, quiet, seen, still } from './browser.js';
import { hands, play, played, untilPlayed } from './hands.js';
import { setStage } from './stage.js';

const { open } = await setStage();

it('a second click is not the opponent’s move', async () => {
  const page = await open('#game=connect-four&time=100&level=easy&pace=0');
  const lift = await gate(page, '**/position');
  const box = await page.locator('.cell').first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const asked = page.waitForRequest('**/bestmove');
  await page.mouse.dblclick(x, y);
  lift();
  assert.deepEqual((await asked).postDataJSON().moves.length, 1, 'the engine answers one move');
  await untilPlayed(page, 2);
});

it('a second key waits for the tile, and is played then', async () => {
  const page = await open('#game=2048&position=2+2+0+0/0+0+0+0/0+0+0+0/0+0+0+0&seed=1');
  await page.locator('.cell[tabindex="0"]').focus();
  const lift = await gate(page, '**/position');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  lift();
  await untilPlayed(page, 4);
  const [first, , second] = await played(page);
  assert.deepEqual([first, second], ['left', 'down']);
});

it('a move that the service refuses is taken back', async () => {
  const page = await open('#game=pennies&you=both', { expected: /422/ });
  await page.route('**/position', (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', body: '{"detail":"Not today"}' }), { times: 1 });
  await page.locator('[data-cell="1"]').click();
  await page.locator('#result', { hasText: 'Not today' }).waitFor();
  assert.deepEqual(await played(page), []);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.locator('#result', { hasText: 'First to move.' }).waitFor();
  await play(page, 'mouse', { touches: ['2'], text: 'take 2' });
  assert.deepEqual(await played(page), ['2']);
});

it('a piece that was let go stays there until the service has answered, or it is taken back', async () => {
  const page = await open('#game=chess&you=both', { expected: /422/ });
  const off = (id) => page.evaluate((from) => {
    const [cell, drawing] = [document.querySelector(`[data-cell=${from}]`), document.querySelector(`[data-cell=${from}] > svg`)];
    return drawing ? Math.round((drawing.getBoundingClientRect().y - cell.getBoundingClientRect().y) / cell.clientHeight) : 'gone';
  }, id);
  const lift = await gate(page, '**/position');
  await hands.mouse(page, { touches: ['e2', 'e4'] });
  assert.equal(await off('e2'), -2);
  lift();
  await untilPlayed(page, 1);
  assert.equal(await off('e2'), 'gone');
  assert.equal(await off('e4'), 0);
  await page.unroute('**/position');
  await page.route('**/position', (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', body: '{"detail":"Not today"}' }), { times: 1 });
  await hands.mouse(page, { touches: ['e7', 'e5'] });
  await page.locator('#result', { hasText: 'Not today' }).waitFor();
  assert.equal(await off('e7'), 0);
});

it('a piece that was sent by two touches goes there as well, and it is said that the move is on its way', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,d7d5');
  await quiet(page);
  const lift = await gate(page, '**/position');
  for (const id of ['e4', 'd5']) await page.locator(`[data-cell=${id}]`).click();
  await page.waitForFunction(() => {
    const [piece, cell] = ['[data-cell=e4] > svg', '[data-cell=d5]'].map((each) => document.querySelector(each).getBoundingClientRect());
    return Math.abs(piece.x - cell.x) < 2 && Math.abs(piece.y - cell.y) < 2;
  });
  assert.equal(await page.locator('[data-cell=d5] > svg').evaluate((drawing) => getComputedStyle(drawing).opacity), '0', 'what is taken is covered');
  await page.locator('#result', { hasText: /^Playing exd5…$/ }).waitFor();
  lift();
  await page.locator('#result', { hasText: 'Black to move.' }).waitFor();
  assert.equal(await page.locator('[data-laid], [data-covered]').count(), 0);
  assert.equal(await page.locator('[data-cell=e4] > svg').count(), 0);
});

it('a board that is turned while a move is on its way shows it where it goes', async () => {
  const page = await open('#game=chess&you=both');
  const lift = await gate(page, '**/position');
  await hands.mouse(page, { touches: ['e2', 'e4'] });
  await page.locator('#result', { hasText: /^Playing e4…$/ }).waitFor();
  await page.locator('[data-action=flip]').click();
  const [man, to, far] = await Promise.all(['e2] > svg', 'e4]', 'e8]'].map((each) => page.locator(`[data-cell=${each}`).boundingBox()));
  assert.ok(far.y > to.y, 'Black sits below');
  assert.ok(Math.abs(man.x - to.x) < 2 && Math.abs(man.y - to.y) < 2);
  assert.match(await page.locator('#result').textContent(), /^Playing e4…$/);
  await page.locator('[data-cell=d2]').click();
  assert.equal(await page.locator('.cell[aria-selected=true]').count(), 0, 'no other is played meanwhile');
  lift();
  await page.locator('#result', { hasText: 'Black to move.' }).waitFor();
  await page.locator('[data-cell=e4][data-holds=pawn]').waitFor();
});

it('a man goes as soon as it has its place, and comes back when it is put down', async () => {
  const page = await open('#game=backgammon&you=both&position=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10');
  const holds = async (...ids) => Promise.all(ids.map((id) => page.locator(`[data-cell="${id}"]`).getAttribute('aria-label')));
  for (const id of ['8', '5']) await page.locator(`[data-cell="${id}"]`).click();
  const [from, to] = await holds('8', '5');
  assert.match(from, /white two checkers/);
  assert.match(to, /white checker/);
  await page.keyboard.press('Escape');
  assert.match((await holds('8'))[0], /white three checkers/);
  const lift = await gate(page, '**/position');
  for (const id of ['8', '5', '6', '5']) await page.locator(`[data-cell="${id}"]`).click();
  assert.match((await holds('5'))[0], /white two checkers/, 'before the service has answered');
  lift();
  await untilPlayed(page, 2);
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
    await untilPlayed(page, 1);
  });
}

it('the seat that Analyse has just left is asked for again at once', async () => {
  const page = await open('#game=pennies&level=easy&time=100&pace=0', { expected: /503/ });
  const full = { status: 503, headers: { 'Retry-After': '30' }, contentType: 'application/problem+json', body: '{"title":"The server is full","status":503}' };
  const answers = [() => {}, (route) => route.fulfill(full)];
  // However slow the machine is, to the page it has just been left.
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
  await page.route('**/bestmove', (route) => (answers.shift() ?? ((each) => each.continue()))(route));
  await Promise.all([page.waitForRequest('**/bestmove'), page.getByRole('tab', { name: 'Analyse' }).click()]);
  await page.locator('[data-cell="1"]').click();
  await untilPlayed(page, 2);
});

it('a tool that is opened while a move is on its way asks about the position after it, once it is there', async () => {
  const page = await open('#game=pennies&you=both&position=3');
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const lift = await gate(page, '**/position');
  await page.locator('[data-cell="3"]').click();
  await page.waitForFunction(() => document.querySelector('[data-cell="3"][data-last]'));
  for (const name of ['Analyse', 'Futures']) await page.getByRole('tab', { name }).click();
  lift();
  await page.locator('#result', { hasText: /(First|Second) wins/ }).waitFor();
  await page.locator('#panel-futures .facts', { hasText: 'The game is over.' }).waitFor();
  assert.deepEqual(asked.filter((path) => ['/bestmove', '/evaluate', '/tree'].includes(path)), []);
});

it('where a move goes is marked before the service has answered', async () => {
  const page = await open('#game=othello&you=both');
  const lift = await gate(page, '**/position');
  await page.locator('[data-cell=d3]').click();
  assert.equal(await page.locator('[data-cell=d3][data-last]').count(), 1);
  lift();
  await untilPlayed(page, 1);
});

it('a move that is sent twice in one’s own way of writing is played once, in the service’s', async () => {
  const page = await open('#game=connect-four&you=both');
  const lift = await gate(page, '**/position');
  await page.getByLabel('Type a move').fill('d');
  for (let n = 0; n < 2; n += 1) await Promise.all([page.waitForRequest('**/position'), page.getByLabel('Type a move').press('Enter')]);
  lift();
  await page.waitForFunction(() => window.bestmovePlayed() > 0);
  await quiet(page);
  assert.deepEqual(await played(page), ['4']);
});

it('every press of Undo counts, however late the service answers', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5,g1f3,b8c6');
  const undo = page.locator('[data-action=undo]:enabled');
  await undo.waitFor();
  const lift = await gate(page, '**/position');
  for (let n = 0; n < 3; n += 1) await undo.click();
  lift();
  await page.waitForFunction(() => location.hash.includes('at=1'));
});

it('a step that is slow is told, and the board waits for it; one that is quick changes nothing on the way', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5,g1f3,b8c6');
  await quiet(page);
  await page.evaluate(() => {
    window.waits = 0;
    new MutationObserver(() => (window.waits += 1)).observe(document.getElementById('table'), { attributeFilter: ['aria-busy'] });
  });
  const step = async (name, at) => {
    await page.locator(`[data-action=${name}]`).click();
    await page.waitForFunction((wanted) => (location.hash.match(/at=(\d)/)?.[1] ?? '4') === wanted, at);
  };
  await still(page);
  await step('undo', '3');
  await step('redo', '4');
  assert.equal(await page.evaluate(() => window.waits), 0);
  await page.clock.resume();
  const lift = await gate(page, '**/position');
  await page.getByRole('button', { name: 'Start of the game' }).click();
  await page.locator('#result', { hasText: 'Going there…' }).waitFor();
  assert.equal(await page.locator('#table[aria-busy]').count(), 1);
  await page.locator('[data-cell=d2]').click();
  await page.locator('#live', { hasText: 'The board is waiting for its position.' }).waitFor({ state: 'attached' });
  assert.equal(await page.locator('.cell[aria-selected=true]').count(), 0);
  lift();
  await page.locator('#result', { hasText: 'White to move.' }).waitFor();
  assert.equal(await page.locator('#table[aria-busy]').count(), 0);
  await hands.mouse(page, { touches: ['d2', 'd4'] });
  await page.waitForFunction(() => location.hash.endsWith('moves=d2d4'));
});

it('what is slow to be read is told: a move, a game', async () => {
  const page = await open('#game=connect-four&you=both');
  const lift = await gate(page, '**/position');
  await page.getByLabel('Type a move').fill('d');
  await page.getByLabel('Type a move').press('Enter');
  await seen(page, 'Reading d…').waitFor();
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByLabel('Set up a position, or paste a game').fill('4 4 3');
  await page.getByRole('button', { name: 'Set up' }).click();
  await seen(page, 'Setting it up…').waitFor();
  lift();
  await untilPlayed(page, 3);
  await quiet(page);
  for (const words of ['Reading d…', 'Setting it up…']) assert.equal(await seen(page, words).count(), 0);
});

it('a game that is on its way is not resigned, and has no hints yet', async () => {
  const page = await open('#game=backgammon&you=both&moves=roll+31,8/5+6/5,roll+62');
  await quiet(page);
  const lift = await gate(page, '**/position');
  let asked = 0;
  await page.route('**/bestmove', (route) => {
    asked += 1;
    return route.continue();
  });
  for (const name of ['new', 'resign', 'hint']) await page.locator(`[data-action=${name}]`).click();
  lift();
  await untilPlayed(page, 1);
  assert.equal(asked, 0, 'no hint is asked for');
  assert.doesNotMatch(await page.evaluate(() => location.hash), /ended/);
});

it('another game that is slow to come is announced, and the one before is put out of reach', async () => {
  const page = await open('#game=chess&level=easy');
  await page.route('**/bestmove', () => {});
  await play(page, 'mouse', { touches: ['e2', 'e4'], text: 'e4' });
  await page.locator('.clock').waitFor();
  const lift = await gate(page, '**/position');
  await page.locator('#game').click();
  await page.locator('.game-card[data-game=go]').click();
  assert.equal(await page.locator('#game').textContent(), 'Go');
  assert.equal(await page.locator('.clock, .turn').count(), 0);
  assert.equal(await page.locator('#table[aria-busy]').count(), 1);
  await page.locator('#result', { hasText: 'Setting up the board…' }).waitFor();
  await page.locator('[data-cell=g1]').click();
  assert.equal(await page.locator('.cell[aria-selected=true]').count(), 0);
  lift();
  await page.locator('game-board[data-game=go]').waitFor();
  assert.equal(await page.locator('#table[aria-busy]').count(), 0);
  assert.equal(await page.locator('.turn').count(), 1);
});

for (const [tool, before, field, button, fault] of [
  ['Share', null, 'Set up a position, or paste a game', 'Set up', '#import-fault'],
  ['Review', 'Paste another game', 'A game, as PGN or a list of moves', 'Review this game', '#panel-review .fault'],
]) {
  it(`what is pasted into ${tool} in one game is not set up in another that is chosen meanwhile`, async () => {
    const page = await open('#game=chess&you=both');
    await page.getByRole('tab', { name: tool }).click();
    if (before) await page.getByText(before).click();
    await page.getByLabel(field).fill('1. e4 e5 2. Nf3');
    let reviews = 0;
    await page.route('**/review', () => (reviews += 1));
    const lift = await gate(page, '**/position');
    await Promise.all([page.waitForRequest('**/position'), page.getByRole('button', { name: button }).click()]);
    await page.locator('#game').click();
    await page.locator('.game-card[data-game=checkers]').click();
    lift();
    await page.locator(fault, { hasText: 'Another game was chosen meanwhile.' }).waitFor();
    await page.locator('game-board[data-game=checkers]').waitFor();
    await quiet(page);
    assert.match(await page.evaluate(() => location.hash), /^#game=checkers&you=both&seed=\d+$/);
    assert.equal(reviews, 0);
  });
}

it('who sets up the same text twice, as the service is slow, has it on the table once', async () => {
  const page = await open('#game=chess&you=both');
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByLabel('Set up a position, or paste a game').fill('1. e4 e5 2. Nf3');
  const lift = await gate(page, '**/position');
  for (let n = 0; n < 2; n += 1) await Promise.all([page.waitForRequest('**/position'), page.getByRole('button', { name: 'Set up' }).click()]);
  lift();
  await untilPlayed(page, 3);
  await quiet(page);
  assert.equal(await page.locator('#import-fault').textContent(), '');
});

it('a man that is grasped before the engine has moved goes as soon as it may', async () => {
  const page = await open('#game=chess&level=easy&time=100&pace=0');
  const lift = await gate(page, '**/bestmove');
  await play(page, 'mouse', { touches: ['e2', 'e4'], text: 'e4' });
  const [from, to] = await Promise.all(['d2', 'd3'].map((id) => page.locator(`[data-cell=${id}]`).boundingBox()));
  const half = from.width / 2;
  await page.mouse.move(from.x + half, from.y + half);
  await page.mouse.down();
  await page.mouse.move(from.x + half, from.y, { steps: 2 });
  assert.equal(await page.locator('[data-carried]').count(), 0);
  lift();
  await untilPlayed(page, 2);
  await page.mouse.move(to.x + half, to.y + half, { steps: 2 });
  assert.equal(await page.locator('[data-cell=d2][data-carried]').count(), 1);
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes('d2d3'));
});

it('a line of Analyse is not written over by what it was before, nor seen as the service spells it', async () => {
  const page = await open('#game=chess&you=both');
  const line = (pv, depth) => ({ move: pv[0], text: 'e4', pv, depth, nodes: 1, nps: 1, time_ms: 1, score: { value: 1, unit: 'centipawns', win_probability: 0.5 }, lines: [{ move: pv[0], text: 'e4', pv, score: { value: depth, unit: 'centipawns' } }] });
  const [older, newer] = [line(['e2e4', 'e7e5', 'g1f3'], 1), line(['e2e4', 'c7c5'], 2)];
  const events = [['info', older], ['bestmove', newer]].map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  const lift = await gate(page, '**/position', { holds: (request) => request.postDataJSON().moves?.length === older.pv.length });
  await page.route('**/bestmove', (route) => route.fulfill({ contentType: 'text/event-stream', body: events.join('') }));
  const spelt = await page.locator('#panel-lines').evaluateHandle((panel) => {
    const found = [];
    const rest = () => [...panel.querySelectorAll('.rest')].map(({ textContent }) => textContent).join(' ');
    new MutationObserver(() => found.push(...rest().match(/\b[a-h][1-8][a-h][1-8]\b/g) ?? [])).observe(panel, { childList: true, subtree: true, characterData: true });
    return found;
  });
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.locator('.variation .rest', { hasText: /^c5$/ }).waitFor();
  assert.deepEqual(await spelt.jsonValue(), []);
  const late = page.waitForResponse('**/position');
  lift();
  await late;
  await quiet(page);
  assert.equal(await page.locator('.variation .rest').textContent(), 'c5');
});
