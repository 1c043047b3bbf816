// What the page says when something is not as it should be.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gate, go, quiet, seen, still } from './browser.js';
import { follow, hands, listen, play, played, untilPlayed } from './hands.js';
import { setStage } from './stage.js';

const { open } = await setStage();

const refusal = (detail, hint) => ({ status: 422, contentType: 'application/problem+json', body: JSON.stringify({ detail, hint }) });

it('a server that goes away in the middle of a thought cannot be reached', async () => {
  const page = await open('#game=pennies&time=100&pace=0', { expected: /ERR_|Failed to load/ });
  await page.evaluate(() => {
    const ask = window.fetch;
    window.fetch = async (path, options) => {
      if (path !== '/bestmove') return ask(path, options);
      // A stream that begins and breaks off, as when the process is killed.
      return new Response(new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('event: info\n'));
          controller.error(new TypeError('network error'));
        },
      }));
    };
  });
  await page.locator('[data-cell="1"]').click();
  await page.locator('#result', { hasText: 'The server cannot be reached.' }).waitFor();
});

it('a move that no server was told of is kept over a reload, and is answered as soon as the server is back', async () => {
  const page = await open('#game=pennies&time=100&pace=0', { expected: /ERR_|Failed to load/ });
  let gone = true;
  for (const path of ['position', 'games']) await page.route(`**/${path}`, (route) => (gone ? route.abort() : route.continue()));
  await page.locator('[data-cell="1"]').click();
  await page.locator('#result', { hasText: 'The server cannot be reached.' }).waitFor();
  assert.deepEqual(await played(page), ['1']);
  await page.reload();
  await page.locator('#result', { hasText: 'The server cannot be reached.' }).waitFor();
  gone = false;
  await untilPlayed(page, 2);
  assert.equal((await played(page))[0], '1');
});

it('a server that is back goes on with the game at once where the browser knows of it', async () => {
  const page = await open('#game=pennies&time=100&pace=0', { expected: /ERR_|Failed to load/ });
  await page.clock.install();
  await page.route('**/bestmove', (route) => route.abort(), { times: 1 });
  await page.locator('[data-cell="1"]').click();
  await page.locator('#result', { hasText: 'The server cannot be reached.' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.locator('#result[data-tone=calm]').waitFor();
  await page.clock.runFor(1000);
  await untilPlayed(page, 2);
});

it('a game of engines through which somebody steps stays where it is when the server is back', async () => {
  const page = await open('#game=pennies&you=none&time=100&pace=0&moves=1,1,1&at=1', { expected: /ERR_|Failed to load/ });
  let gone = true;
  for (const path of ['position', 'games']) await page.route(`**/${path}`, (route) => (gone ? route.abort() : route.continue()));
  await page.locator('.move-list button').last().click();
  await page.locator('#result', { hasText: 'The server cannot be reached.' }).waitFor();
  gone = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.locator('#result', { hasText: 'reached' }).waitFor({ state: 'detached' });
  await quiet(page);
  assert.deepEqual(await played(page), ['1', '1', '1']);
});

for (const [status, title, why = title] of [[503, 'The server is full'], [503, 'The server is going down'], [429, 'Too many requests from one caller', 'The server asks us to slow down']]) {
  it(`why the page waits is told, and said aloud once: ${title}`, async () => {
    const page = await open('#game=pennies&time=100&pace=0', { expected: new RegExp(status) });
    const [heard, told] = [await listen(page), await follow(page, '#result')];
    const refused = { status, headers: { 'Retry-After': '2' }, contentType: 'application/problem+json', body: JSON.stringify({ title, status }) };
    await page.route('**/bestmove', (route) => route.fulfill(refused), { times: 2 });
    await page.locator('[data-cell="1"]').click();
    await heard(/Trying again/);
    await untilPlayed(page, 2);
    const waits = (await told()).filter((words) => words.includes('Trying again'));
    assert.deepEqual(waits, ['two seconds', 'one second', 'two seconds', 'one second'].map((left) => `${why}. Trying again in ${left}…`));
    assert.deepEqual(await page.evaluate(() => window.said.match(/[^.]*\. Trying again in \w+/g).map((words) => words.trim())), [`${why}. Trying again in two`]);
  });
}

it('a board from which a step could not be made takes no move until it is', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5,g1f3', { expected: /ERR_|Failed to load/ });
  await quiet(page);
  // Nor is it found to be back before somebody tries again.
  for (const path of ['position', 'games']) await page.route(`**/${path}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Start of the game' }).click();
  await page.locator('#result', { hasText: 'The server cannot be reached.' }).waitFor();
  await page.locator('[data-cell=b8]').click();
  assert.equal(await page.locator('.cell[aria-selected=true]').count(), 0);
  await page.unroute('**/position');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('#result', { hasText: 'White to move.' }).waitFor();
  await hands.mouse(page, { touches: ['d2', 'd4'] });
  await page.waitForFunction(() => location.hash.endsWith('moves=d2d4'));
});

it('the board stays in sight where a new game cannot be had, and is played on as soon as it can', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4', { expected: /ERR_|Failed to load/ });
  await quiet(page);
  // Nor is it found to be back before somebody tries again.
  for (const path of ['position', 'games']) await page.route(`**/${path}`, (route) => route.abort());
  await page.locator('#game').click();
  await page.locator('.game-card[data-game=pennies]').click();
  await page.locator('#result', { hasText: 'The server cannot be reached.' }).waitFor();
  assert.ok(await page.locator('[data-cell=e4][data-holds=pawn]').isVisible());
  await page.locator('[data-cell=e7]').click();
  assert.equal(await page.locator('.cell[aria-selected=true]').count(), 0, 'it is put out of reach');
  await page.unroute('**/position');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('#result', { hasText: 'First to move.' }).waitFor();
  await play(page, 'mouse', { touches: ['1'], text: 'take 1' });
});

it('without the games there is none to choose', async () => {
  const page = await open('#game=pennies', { expected: /ERR_|Failed to load/ });
  await page.route('**/games', (route) => route.abort());
  await page.reload();
  await page.locator('#result', { hasText: 'The server cannot be reached.' }).waitFor();
  assert.equal(await page.locator('#game').isVisible(), false);
});

it('what is tried again and takes long says so, where the button stays under the finger', async () => {
  const page = await open('#game=chess&you=both', { expected: /ERR_|Failed to load/ });
  await quiet(page);
  const heard = await listen(page);
  await page.route('**/position', (route) => route.abort(), { times: 1 });
  await hands.mouse(page, { touches: ['e2', 'e4'] });
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  const lift = await gate(page, '**/position', { send: (route) => route.abort(), times: 1 });
  await again.focus();
  await page.keyboard.press('Enter');
  await page.locator('#result', { hasText: 'The server cannot be reached. Trying again…' }).waitFor();
  await heard(/Trying again/);
  assert.ok(await again.evaluate((button) => button === document.activeElement));
  lift();
  await page.locator('#result', { hasText: 'Nothing is lost.' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('#result', { hasText: 'Black to move.' }).waitFor();
});

it('the games are asked for again without leaving the page, and it says so where that takes long', async () => {
  const page = await open('#game=pennies&you=both', { expected: /ERR_|Failed to load/ });
  await page.clock.install();
  await page.route('**/games', (route) => route.abort());
  await page.reload();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.evaluate(() => {
    window.stays = true;
  });
  const asked = page.waitForRequest('**/games');
  await again.click();
  await asked;
  await page.locator('#result', { hasText: 'Nothing is lost.' }).waitFor();
  const lift = await gate(page, '**/games');
  await again.click();
  await page.clock.runFor(300);
  await page.locator('#result', { hasText: 'Trying again…' }).waitFor();
  await again.click();
  lift();
  await page.waitForSelector('html[data-ready]');
  assert.ok(await page.evaluate(() => window.stays));
  assert.equal(await page.getByRole('tablist').count(), 1, 'the table is set once');
});

it('who waits for the games of a full server is told so, and is offered none before they come', async () => {
  const page = await open('#game=pennies', { expected: /503/ });
  const body = JSON.stringify({ title: 'The server is full', status: 503 });
  await page.route('**/games', (route) => route.fulfill({ status: 503, headers: { 'Retry-After': '2' }, contentType: 'application/problem+json', body }), { times: 1 });
  await page.reload();
  await page.locator('#result', { hasText: 'The server is full. Trying again in two seconds…' }).waitFor();
  assert.equal(await page.locator('#game').isVisible(), false);
  await page.waitForSelector('html[data-ready]');
  await page.locator('#game').waitFor();
});

it('each sentence ends once', async () => {
  for (const [detail, hint] of [['No luck', 'Try again.'], ['No luck.', 'Try again']]) {
    const page = await open('#game=pennies&you=both', { expected: /422/ });
    await page.route('**/position', (route) => route.fulfill(refusal(detail, hint)), { times: 1 });
    await page.locator('[data-cell="1"]').click();
    await page.locator('#result', { hasText: 'No luck. Try again.' }).waitFor();
    await page.locator('#live', { hasText: 'No luck. Try again.' }).waitFor({ state: 'attached' });
    assert.doesNotMatch(await page.locator('#result').textContent(), /\.\s*\./);
  }
});

it('without a tree there is nothing to play', async () => {
  const page = await open('#game=tic-tac-toe&you=both', { expected: /422/ });
  await page.route('**/tree', (route) => route.fulfill(refusal('No tree')), { times: 1 });
  await page.getByRole('tab', { name: 'Futures' }).click();
  await seen(page, 'No tree').waitFor();
  for (const name of ['Play', 'One step back', 'One step on']) {
    assert.ok(await page.locator('#squid').getByRole('button', { name, exact: true }).isDisabled(), name);
  }
  await page.getByLabel('Moves deep').selectOption('1');
  await page.locator('.node').first().waitFor();
  await page.locator('#squid').getByRole('button', { name: 'Play', exact: true }).click();
});

it('what went wrong in a tool is told whole, and no longer than it lasts', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5', { expected: /ERR_|Failed to load/ });
  const unreachable = 'The server cannot be reached. Nothing is lost.';
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.locator('.arrow').first().waitFor({ state: 'attached' });
  for (const path of ['bestmove', 'review', 'tree']) await page.route(`**/${path}`, (route) => route.abort());
  await page.getByLabel('Lines', { exact: true }).selectOption('5');
  await page.locator('.lines .fault', { hasText: unreachable }).waitFor();
  assert.deepEqual([await page.locator('.arrow').count(), await page.locator('#panel-lines .facts').textContent()], [0, '']);
  await page.getByRole('tab', { name: 'Futures' }).click();
  await page.locator('#panel-futures .facts', { hasText: unreachable }).waitFor();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('#panel-review .fault', { hasText: unreachable }).waitFor();
  await play(page, 'mouse', { touches: ['g1', 'f3'], text: 'Nf3' });
  await page.waitForFunction(() => document.querySelector('#panel-review .fault').textContent === '');
});

for (const [tool, route, sign] of [['Analyse', '/bestmove', '.variation'], ['Futures', '/tree', '.node']]) {
  it(`${tool} goes on as soon as the server that it could not ask is back`, async () => {
    const page = await open('#game=pennies&you=both', { expected: /ERR_|Failed to load/ });
    let gone = true;
    await page.route('**/games', (each) => (gone ? each.abort() : each.continue()));
    await page.route(`**${route}`, (each) => each.abort(), { times: 1 });
    await page.getByRole('tab', { name: tool }).click();
    await seen(page, 'The server cannot be reached.').waitFor();
    gone = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.locator(sign).first().waitFor();
    assert.equal(await seen(page, 'The server cannot be reached.').count(), 0);
  });
}

it('a second is waited for without a word, and a second one is told', async () => {
  const page = await open('#game=pennies&time=100&pace=0', { expected: /503/ });
  const told = await follow(page, '#result');
  const full = { status: 503, headers: { 'Retry-After': '1' }, contentType: 'application/problem+json', body: '{"title":"The server is full","status":503}' };
  await page.route('**/bestmove', (route) => route.fulfill(full), { times: 1 });
  await page.locator('[data-cell="1"]').click();
  await untilPlayed(page, 2);
  assert.doesNotMatch((await told()).join(), /full/);
  await page.route('**/bestmove', (route) => route.fulfill(full), { times: 2 });
  await page.locator('[data-cell="1"]').click();
  await untilPlayed(page, 4);
  assert.deepEqual((await told()).filter((words) => words.includes('full')), ['The server is full. Trying again in one second…']);
});

it('where there is no clipboard, what was to be copied is copied all the same, or left to the hand', async () => {
  const page = await open('#game=pennies&you=both');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    addEventListener('copy', () => (window.copied = getSelection().toString()));
  });
  await page.getByRole('tab', { name: 'Share' }).click();
  // The button says so for a second or two.
  await still(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const heard = await listen(page);
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.clock.runFor(100);
  await heard(/Copied\./);
  assert.deepEqual(await page.evaluate(() => [window.copied, document.activeElement.textContent]), [page.url(), 'Copied']);
  const field = page.getByLabel('To be copied');
  assert.equal(await field.count(), 0);

  await page.evaluate(() => (document.execCommand = () => false));
  await page.getByRole('button', { name: 'Copy game' }).click();
  await page.getByRole('button', { name: 'Copy it by hand' }).waitFor();
  const selected = await field.evaluate(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd));
  assert.equal(selected, await page.locator('#game-out').inputValue());
  await page.keyboard.press('Tab');
  await field.waitFor({ state: 'detached' });
});

it('a page that is not yet there says what it does, and one that cannot be loaded that it cannot', async () => {
  const page = await open('#game=pennies&you=both', { expected: /ERR_|Failed to load/ });
  const lift = await gate(page, '**/board/arrows.js', { send: (route) => route.abort(), times: 1 });
  await page.reload({ waitUntil: 'commit' });
  await page.locator('main', { hasText: 'Setting up the board…' }).waitFor();
  lift();
  const trouble = page.getByRole('alert');
  await trouble.getByText('The page could not be loaded.').waitFor();
  await trouble.getByRole('button', { name: 'Try again' }).click();
  await page.waitForSelector('html[data-ready]');
  await page.locator('#result', { hasText: 'First to move.' }).waitFor();
});

it('a reload asks for the page and what the service has to say, and for nothing else', async () => {
  const page = await open('#game=pennies&you=both');
  const asked = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ transferSize }) => transferSize > 0).map(({ name }) => new URL(name).pathname));
  assert.ok((await asked()).some((path) => path.endsWith('/main.js')));
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.deepEqual(await asked(), ['/games', '/position']);
});

it('a page of another release, as it comes before an update, has what it needs', async () => {
  const page = await open('#game=pennies&you=both');
  await page.route(({ pathname }) => pathname === '/', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(/\/static\/\w+\//g, '/static/another/');
    await route.fulfill({ response: answer, body });
  });
  const loaded = page.waitForResponse('**/static/another/main.js');
  await page.reload();
  assert.equal((await loaded).status(), 200);
  await page.waitForSelector('html[data-ready]');
  await page.locator('#result', { hasText: 'First to move.' }).waitFor();
});

it('a button that leads out of trouble holds its words on the smallest phone', async () => {
  const page = await open('#game=chess&moves=e2e5', { expected: /422/, viewport: { width: 320, height: 640 } });
  await page.getByRole('button', { name: 'New game' }).waitFor();
  const [button, words] = await Promise.all(['#game', '#game .label'].map((each) => page.locator(each).boundingBox()));
  assert.ok(words.x + words.width <= button.x + button.width, `${words.x + words.width} > ${button.x + button.width}`);
});

it('a link that leads nowhere says so at the top, and what nobody could try again has no button', async () => {
  const spoilt = await open('#game=chess&moves=e2e5', { expected: /422/ });
  await spoilt.getByRole('button', { name: 'New game' }).waitFor();
  const { y } = await spoilt.locator('#result').boundingBox();
  assert.ok(y < 200, `it stands ${y} pixels down`);
  const nameless = await open('#game=shogi');
  await nameless.locator('#result', { hasText: 'No game here is called shogi: this is Chess.' }).waitFor();
  assert.equal((await nameless.locator('#result').textContent()).trim(), 'No game here is called shogi: this is Chess.');
  assert.equal(await nameless.locator('#result button').count(), 0);
});

it('what is to be written is shown as code', async () => {
  const page = await open('#game=othello&you=both', { expected: /422/ });
  await page.getByLabel('Type a move').fill('blah');
  await page.keyboard.press('Enter');
  const fault = page.locator('#typed-fault');
  await fault.locator('code', { hasText: /^position$/ }).waitFor();
  assert.doesNotMatch(await fault.textContent(), /`/);
});

it('what is tried again unasked and fails again is no news', async () => {
  const page = await open('#game=pennies&time=100&pace=0', { expected: /ERR_|Failed to load/ });
  let asked = 0;
  await page.route('**/bestmove', (route) => {
    asked += 1;
    return route.abort();
  });
  await listen(page);
  const news = async () => {
    await quiet(page);
    return (await page.evaluate(() => window.said)).split('cannot be reached').length - 1;
  };
  await page.locator('[data-cell="1"]').click();
  await page.locator('#result', { hasText: 'The server cannot be reached.' }).waitFor();
  assert.equal(await news(), 1);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.waitForRequest('**/bestmove');
  assert.equal(await news(), 1);
  assert.equal(asked, 2);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('#result', { hasText: 'Nothing is lost.' }).waitFor();
  assert.equal(await news(), 2, 'whoever asks is told');
});

it('a link that leads nowhere leaves no other game behind, and says so where the board was', async () => {
  for (const spoilt of ['position=garbage', 'moves=e2e5']) {
    const page = await open('#game=chess&you=both', { expected: /422/ });
    await page.locator('[data-cell=e2]').focus();
    await go(page, `#game=chess&${spoilt}`);
    const out = page.locator('#result').getByRole('button', { name: 'New game' });
    await out.waitFor();
    assert.equal(await page.locator('game-board .cell').count(), 0);
    const { y } = await out.boundingBox();
    assert.ok(y < 250, `it stands ${y} pixels down`);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'table');
    await out.click();
    await page.locator('[data-cell=e2][data-holds=pawn]').waitFor();
  }
});

it('where a link breaks off is told above the board, with everything in view, until somebody goes on', async () => {
  const page = await open('#game=chess&you=both', { expected: /422/, viewport: { width: 1280, height: 800 } });
  await go(page, '#game=chess&you=both&moves=e2e4,e7e5,g1f');
  const onward = page.getByRole('button', { name: 'Go on' });
  await onward.waitFor();
  const [told, board, actions] = await Promise.all(['#result', 'game-board', '#actions'].map((each) => page.locator(each).boundingBox()));
  assert.ok(told.y + told.height <= board.y && actions.y + actions.height <= 800, JSON.stringify([told, board, actions]));
  await onward.click();
  await page.locator('#result:not([data-first])', { hasText: 'White to move.' }).waitFor();
});
