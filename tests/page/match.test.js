// A match: undo and reload, the engine against itself, a full server, leaving, sharing.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gate, go, quiet, seen } from './browser.js';
import { follow, hands, listen, play, played, untilPlayed } from './hands.js';
import { setStage } from './stage.js';

const { url, games, ask, open } = await setStage();

/** A chess position that no book knows. */
const MIDDLEGAME = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R+w+KQkq+-+0+1';

/** Twenty moves of a Spanish game. */
const SPANISH = 'e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6,e1g1,f8e7,f1e1,b7b5,a4b3,d7d6,c2c3,e8g8,h2h3,c6b8,d2d4,b8d7,'
  + 'c3c4,c7c6,c4b5,a6b5,b1c3,c8b7,c1g5,b5b4,c3b1,h7h6,g5h4,c6c5,d4e5,f6e4,h4e7,d8e7,e5d6,e7f6,b1d2,e4d6';

const legal = async (game, moves) => (await ask('/position', { game, moves })).legal_moves;
const action = (page, name) => page.locator(`[data-action="${name}"]`);

it('a game survives undo, redo and reload in its middle', async () => {
  const page = await open('#game=pennies&you=both');
  for (let n = 0; n < 3; n += 1) await play(page, 'mouse', (await legal('pennies', await played(page)))[1]);
  await action(page, 'undo').click();
  await page.waitForFunction(() => location.hash.includes('at=2'));
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.deepEqual(await played(page), ['2', '2', '2']);
  assert.match(await page.locator('.cell[data-cell="heap"]').getAttribute('aria-label'), /10 pennies/);
  await action(page, 'redo').click();
  await page.waitForFunction(() => !location.hash.includes('at='));
  assert.match(await page.locator('.cell[data-cell="heap"]').getAttribute('aria-label'), /8 pennies/);
  await action(page, 'undo').click();
  await page.waitForFunction(() => location.hash.includes('at=2'));
  await hands.keyboard(page, (await legal('pennies', ['2', '2']))[0]);
  await page.waitForFunction(() => location.hash.endsWith('moves=2,2,1'));
});

it('who has looked back leads the game on by the move that it has next, and finds it again after another', async () => {
  const game = (at) => `#game=pennies&you=both&at=${at}&moves=2,1,3,1`;
  const page = await open(game(1));
  const addressed = (hash) => page.waitForFunction((hash) => location.hash === hash, hash);
  const take = async (text) => hands.mouse(page, (await legal('pennies', ['2'])).find((move) => move.text === text));
  await take('take 1');
  await addressed(game(2));
  await action(page, 'undo').click();
  await addressed(game(1));
  await take('take 2');
  await addressed('#game=pennies&you=both&moves=2,2');
  await page.goBack();
  await addressed(game(1));
  await action(page, 'redo').click();
  await addressed(game(2));
});

it('after a game against the engine the next one is played from the other side', async () => {
  const page = await open('#game=pennies&you=first&level=easy&pace=0&position=2&moves=2');
  await page.locator('.result').getByRole('button', { name: 'Play again as Second' }).click();
  await page.waitForFunction(() => /you=second.*moves=[123]$/.test(location.hash));
  assert.match(await page.locator('.result').textContent(), /Your move/);
});

it('people play again from their own sides', async () => {
  const page = await open('#game=pennies&you=both&position=2&moves=2');
  await page.locator('.result').getByRole('button', { name: 'Play again' }).click();
  await page.waitForFunction(() => location.hash.includes('you=both') && !location.hash.includes('moves'));
  assert.ok(await page.locator('.cell[data-cell="heap"]').isVisible());
});

it('undo against the engine goes back to one’s own turn', async () => {
  const page = await open('#game=pennies&level=easy&time=100&pace=0');
  await play(page, 'mouse', (await legal('pennies', []))[0]);
  await untilPlayed(page, 2);
  await action(page, 'undo').click();
  await page.waitForFunction(() => location.hash.includes('at=0'));
  assert.match(await page.locator('#result').textContent(), /Your move/);
});

for (const game of games) {
  it(`the engine plays ${game.name} against itself`, async () => {
    const quick = { chess: '&position=8/8/8/8/8/4k3/4q3/7K+b+-+-+0+1', go: '&position=5x5+komi+0.5+B:+...../...../...../...../.....', 2048: '&position=0+2/2+0', backgammon: '' }[game.id] ?? '';
    const page = await open(`#game=${game.id}&you=none&level=easy&time=100&pace=0&seed=3${quick}`);
    // To the end, or far enough to see that it goes on by itself.
    for (let made = 0; made < 70;) {
      const next = await page.waitForFunction((before) => (document.querySelector('#result[data-tone="over"]') ? Infinity : window.bestmovePlayed() > before && window.bestmovePlayed()), made);
      made = await next.jsonValue();
    }
  });
}

it('a full server is waited for as it says, visibly', async () => {
  const page = await open('#game=pennies&time=100&pace=0', { expected: /503/ });
  const told = await follow(page, '#result');
  let refusals = 0;
  await page.route('**/bestmove', (route) => {
    refusals += 1;
    if (refusals > 1) return route.continue();
    return route.fulfill({ status: 503, headers: { 'Retry-After': '2' }, contentType: 'application/problem+json', body: '{"title":"The server is full","status":503}' });
  });
  await play(page, 'mouse', (await legal('pennies', []))[0]);
  await untilPlayed(page, 2);
  assert.ok((await told()).includes('The server is full. Trying again in two seconds…'));
  assert.equal(refusals, 2);
});

it('a page that could not learn which games there are tries again', async () => {
  const page = await open('#game=pennies&you=both&moves=3', { expected: /500/ });
  await page.route('**/games', (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"detail":"No list today"}' }), { times: 1 });
  await page.reload();
  await page.locator('#result', { hasText: 'No list today' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForSelector('html[data-ready]');
  assert.deepEqual(await played(page), ['3']);
});

it('leaving the page frees its seat at the server', { skip: Boolean(process.env.BESTMOVE_URL) }, async () => {
  const page = await open(`#game=chess&level=max&time=30000&you=second&position=${MIDDLEGAME}`, { expected: /about:blank/ });
  const seats = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const gauge = (name) => Number(text.match(new RegExp(`^bestmove_${name} (\\d+)`, 'm'))[1]);
    return { all: gauge('pool_seats'), free: gauge('pool_seats_free') };
  };
  await page.getByText('Move now').waitFor();
  const until = async (wanted) => {
    for (const began = Date.now(); Date.now() - began < 15_000; await sleep(50)) {
      const { all, free } = await seats();
      if (wanted(all, free)) return;
    }
    assert.fail(JSON.stringify(await seats()));
  };
  await until((all, free) => free < all);
  await page.goto('about:blank');
  await until((all, free) => free === all);
});

it('a game with a scale of human strength offers it as a slider', async () => {
  const page = await open('#game=pennies&time=100&pace=0');
  const asked = [];
  await page.route('**/games', async (route) => {
    const answer = await (await route.fetch()).json();
    const scaled = (game) => (game.id === 'pennies' ? { ...game, elo: { least: 800, most: 2600 } } : game);
    return route.fulfill({ json: answer.map(scaled) });
  });
  await page.route('**/bestmove', (route) => {
    const { elo, ...plain } = route.request().postDataJSON();
    asked.push(elo);
    return route.continue({ postData: JSON.stringify(plain) });
  });
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  const slider = page.getByLabel('Plays like a human of');
  assert.equal(await slider.isVisible(), false);
  await page.getByLabel('Human', { exact: true }).check();
  await slider.waitFor();
  assert.deepEqual([await slider.getAttribute('min'), await slider.getAttribute('max'), await slider.inputValue()], ['800', '2600', '1700']);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => location.hash.includes('elo=1710'));
  await play(page, 'mouse', (await legal('pennies', []))[0]);
  await untilPlayed(page, 2);
  assert.deepEqual(asked, [1710]);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await slider.waitFor();
  assert.equal(await slider.inputValue(), '1710');
  await page.getByLabel('Easy', { exact: true }).check();
  await page.waitForFunction(() => !location.hash.includes('elo='));
  assert.equal(await slider.isVisible(), false);
});

it('a human’s strength is kept through games that have none', async () => {
  const page = await open('#game=chess&elo=1500&time=100&pace=0');
  const choose = async (id) => {
    await page.locator('#game').click();
    await page.locator(`.game-card[data-game=${id}]`).click();
    await page.locator(`game-board[data-game=${id}]`).waitFor();
  };
  await choose('pennies');
  assert.match(await page.locator('#far').textContent(), /Engine, medium/);
  const asked = page.waitForRequest('**/bestmove');
  await page.locator('[data-cell="1"]').click();
  const { elo, level } = (await asked).postDataJSON();
  assert.deepEqual([elo, level], [undefined, 'medium']);
  await choose('chess');
  await page.locator('#far', { hasText: 'about 1500' }).waitFor();
});

it('a move from a book is told as one, not as a search of nothing', async () => {
  const page = await open('#game=chess&pace=2000&you=none');
  await page.locator('.seat .found', { hasText: /^book$/ }).waitFor();
});

it('Move now plays the best move so far', async () => {
  const page = await open(`#game=chess&level=max&time=30000&you=second&pace=0&position=${MIDDLEGAME}`);
  await page.getByRole('button', { name: 'Move now' }).click();
  await untilPlayed(page, 1);
});

it('a promotion asks for the piece, in drawings', async () => {
  const page = await open('#game=chess&you=both&position=8/4P1k1/8/8/8/8/8/4K3+w+-+-+0+1', { viewport: { width: 375, height: 700 } });
  await page.locator('[data-cell=e7]').click();
  await page.locator('[data-cell=e8]').click();
  const choice = page.getByRole('group', { name: 'Which move?' });
  const offered = await choice.getByRole('button').evaluateAll((buttons) => buttons.map((button) => [button.textContent, button.querySelector('.piece')?.dataset.kind]));
  assert.deepEqual(offered, [['queen, e8=Q', 'queen'], ['knight, e8=N+', 'knight'], ['rook, e8=R', 'rook'], ['bishop, e8=B', 'bishop'], ['Cancel', undefined]]);
  const [one, ...others] = await choice.getByRole('button').evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().y));
  assert.ok(others.every((y) => y === one), 'in one row, on a phone too');
  await choice.getByRole('button', { name: 'e8=N+' }).click();
  await page.waitForFunction(() => location.hash.includes('moves=e7e8n'));
  assert.match(await page.locator('[data-cell=e8]').getAttribute('aria-label'), /white knight/);
});

it('a typed move is played, and a wrong one explained', async () => {
  const page = await open('#game=pennies&you=both', { expected: /422/ });
  assert.equal(await page.locator('#typed').getAttribute('placeholder'), 'like take 1', 'as the list of moves has it');
  await page.getByLabel('Type a move').fill('9');
  await page.getByLabel('Type a move').press('Enter');
  await page.locator('#typed-fault', { hasText: /cannot be taken/ }).waitFor();
  await page.getByLabel('Type a move').fill('take 3');
  await page.getByLabel('Type a move').press('Enter');
  await page.waitForFunction(() => location.hash.endsWith('moves=3'));
});

it('the move that is given as an example can be played, whoever is on turn', async () => {
  const page = await open('#game=chess&you=both');
  const example = () => page.locator('#typed').getAttribute('placeholder').then((text) => text.replace(/^like /, ''));
  for (let played = 1; played <= 3; played += 1) {
    await page.getByLabel('Type a move').fill(await example());
    await page.getByLabel('Type a move').press('Enter');
    await page.waitForFunction((count) => window.bestmovePlayed() === count, played);
    await page.locator('.table:not([aria-busy])').waitFor();
    const moves = await page.locator('#legal option').allTextContents();
    assert.ok(moves.includes(await example()), `${await example()} after ${played}`);
  }
});

it('resigning ends the game and says who won', async () => {
  const page = await open('#game=pennies');
  await action(page, 'resign').click();
  await seen(page, 'First resigned. Second wins.').waitFor();
  await page.reload();
  await seen(page, 'First resigned. Second wins.').waitFor();
});

it('who takes back a resignation has the chances that were there before', async () => {
  const page = await open('#game=chess&you=both&moves=a2a3,h7h5,h2h3,a7a6');
  const chances = page.locator('.worth');
  const told = (words) => page.waitForFunction((start) => document.querySelector('.worth').getAttribute('aria-valuetext').startsWith(start), words);
  await told('Not judged yet');
  await action(page, 'resign').click();
  await told('White 0%');
  await action(page, 'undo').click();
  await told('Not judged yet');

  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.locator('.lines .variation').first().waitFor();
  await page.getByRole('tab', { name: 'Play' }).click();
  const before = await chances.getAttribute('aria-valuetext');
  await action(page, 'resign').click();
  await told('White 0%');
  await action(page, 'undo').click();
  await page.locator('#result', { hasText: 'White to move' }).waitFor();
  assert.equal(await chances.getAttribute('aria-valuetext'), before);
});

it('a game goes out as text and comes in again', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5,g1f3');
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.waitForFunction(() => document.querySelector('#game-out').value.includes('1. e4 e5 2. Nf3 *'));
  await page.getByLabel('Set up a position, or paste a game').fill('[Event "x"]\n\n1. d4 {a comment} d5 (1... Nf6) 2. c4! *');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.waitForFunction(() => window.bestmovePlayed() === 3 && location.hash.includes('d4'));
  assert.match(await page.locator('[data-cell=c4]').getAttribute('aria-label'), /white pawn/);
});

it('a game that one plays alone goes out with one player', async () => {
  const page = await open('#game=2048');
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.waitForFunction(() => document.querySelector('#game-out').value.includes('[Player "You"]'));
  assert.doesNotMatch(await page.locator('#game-out').inputValue(), /Nobody|"bestmove"\]\n\[Result/);
});

it('a game of others stays theirs, until something else is played', async () => {
  const page = await open('#game=chess&you=both');
  await page.getByRole('tab', { name: 'Share' }).click();
  const setUp = async (text) => {
    await page.getByLabel('Set up a position, or paste a game').fill(text);
    await page.getByRole('button', { name: 'Set up' }).click();
  };
  const tags = '[Event "Title match"]\n[White "Anand"]\n[Black "Carlsen"]\n[Result "0-1"]\n';
  await setUp(`${tags}\n1. e4 e5 2. Nf3 0-1\n\n[White "Polgar"]\n[Black "Hou"]\n\n1. d4 d5 1/2-1/2\n`);
  await seen(page, 'There is more than one game in this. The first was taken.').waitFor();
  const out = page.locator('#game-out');
  await page.waitForFunction((words) => document.querySelector('#game-out').value === words, `${tags}\n1. e4 e5 2. Nf3 0-1\n`);
  await action(page, 'undo').click();
  await page.waitForFunction(() => location.hash.includes('at=2'));
  assert.match(await out.inputValue(), /Anand[^]*Nf3 0-1/);
  await page.locator('[data-cell=d2]').click();
  await page.locator('[data-cell=d4]').click();
  await page.waitForFunction(() => /\[White "\?"\][^]*2\. d4 \*/.test(document.querySelector('#game-out').value));
  await setUp('1. e4 e5 1/2-1/2');
  await page.waitForFunction(() => document.querySelector('#game-out').value.endsWith('1. e4 e5 1/2-1/2\n'));
  assert.equal(await seen(page, 'There is more than one game').count(), 0);
});

it('a game of others stays theirs over a reload, and for who comes back to it', async () => {
  const page = await open('#game=chess&you=both');
  await page.getByRole('tab', { name: 'Share' }).click();
  const theirs = '[White "Anand"]\n[Black "Carlsen"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 0-1\n';
  await page.getByLabel('Set up a position, or paste a game').fill(theirs);
  await page.getByRole('button', { name: 'Set up' }).click();
  const told = () => page.waitForFunction((words) => document.querySelector('#game-out')?.value === words, theirs);
  await told();
  assert.doesNotMatch(await page.evaluate(() => location.hash), /Anand/);
  await page.reload();
  await told();
  await action(page, 'new').click();
  await page.waitForFunction(() => document.querySelector('#game-out').value.includes('[White "?"]'));
  await page.goBack();
  await told();
});

for (const [game, theirs, names, sides, elsewhere] of [
  ['chess', '[White "Anand, V"]\n[Black "?"]\n\n1. e4 e5 2. Nf3 *', ['White: Anand, V', 'Black'], ['White', 'Black'], 'd5'],
  ['go', '(;SZ[9]PB[Shusaku]PW[Gen\\]nan];B[ee];W[cc];B[gg])', ['Black: Shusaku', 'White: Gen]nan'], ['Black', 'White'], 'G5'],
]) {
  it(`who played a game of ${game} of others stands over their moves, until something else is played`, async () => {
    const page = await open(`#game=${game}&you=both`);
    const over = (words) => page.waitForFunction((wanted) => JSON.stringify([...document.querySelectorAll('.move-list thead th')].map(({ textContent }) => textContent)) === wanted, JSON.stringify(words));
    await over(sides);
    await page.getByRole('tab', { name: 'Share' }).click();
    await page.getByLabel('Set up a position, or paste a game').fill(theirs);
    await page.getByRole('button', { name: 'Set up' }).click();
    await over(names);
    await page.reload();
    await over(names);
    await action(page, 'undo').click();
    await action(page, 'undo').click();
    await page.waitForFunction(() => location.hash.includes('at=1'));
    await over(names);
    await page.getByLabel('Type a move').fill(elsewhere);
    await page.keyboard.press('Enter');
    await over(sides);
    await page.goBack();
    await over(names);
  });
}

it('a name of any length stands over its column, and every move below it is in view', async () => {
  const page = await open('#game=chess&you=both', { viewport: { width: 360, height: 700 } });
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByLabel('Set up a position, or paste a game').fill(`[White "${'Praggnanandhaa '.repeat(9)}"]\n[Black "${'x'.repeat(90)}"]\n\n1. e4 e5`);
  await page.getByRole('button', { name: 'Set up' }).click();
  const name = page.locator('.move-list strong').first();
  await name.waitFor();
  for (const box of await page.locator('.move-list th strong').evaluateAll((all) => all.map((each) => [each.clientHeight, each.getBoundingClientRect().right - each.closest('th').getBoundingClientRect().right]))) {
    assert.ok(box[0] < 40 && box[1] <= 0, String(box));
  }
  await page.locator('.move-list').getByRole('button', { name: 'Start of the game' }).click();
  await page.keyboard.press('ArrowRight');
  const [head, move] = await Promise.all(['.move-list thead', '.move-list tbody [aria-current]'].map((each) => page.locator(each).boundingBox()));
  assert.ok(move.y >= head.y + head.height - 1);
});

it('how a game is written is told in prose, with what is typed set apart', async () => {
  const page = await open('#game=othello&you=both');
  await page.getByRole('tab', { name: 'Share' }).click();
  const how = page.locator('#how-written');
  await how.locator('code', { hasText: 'f5d6c3' }).waitFor();
  assert.doesNotMatch(await how.textContent(), /`/);
});

it('moves without numbers are set up as moves', async () => {
  const page = await open('#game=chess&you=both');
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByLabel('Set up a position, or paste a game').fill('e4 e5');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.waitForFunction(() => location.hash.endsWith('moves=e2e4,e7e5'));
});

for (const [game, text, fragment] of [
  ['chess', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'position=4k3/8/8/8/8/8/8/4K2R+w+K+-+0+1'],
  ['pennies', '3', 'position=3'],
  ['tic-tac-toe', 'X.O\n.X.\n...', 'position=X.O/.X./...'],
]) {
  it(`a position of ${game} alone is set up, and asked for once`, async () => {
    const page = await open(`#game=${game}&you=both`);
    await page.getByRole('tab', { name: 'Share' }).click();
    const sent = [];
    page.on('request', (request) => request.postData()?.includes('"pgn"') && sent.push(request.postDataJSON()));
    await page.getByLabel('Set up a position, or paste a game').fill(text);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForFunction((wanted) => location.hash.includes(`&${wanted}&`), fragment);
    assert.deepEqual(sent, [{ game, pgn: text, played: true }]);
  });
}

for (const [text, why] of [
  ['1. e4 e5 2. Ke3', 'Move 2 of white'],
  ['e4 e5 Ke3', 'Move 2 of white'],
  ['4k3/8/8/8/8/8/8/4K2 w - - 0 1', /rank|squares/i],
]) {
  it(`what is wrong is told of what was meant: ${text}`, async () => {
    const page = await open('#game=chess&you=both&moves=d2d4', { expected: /422/ });
    await page.getByRole('tab', { name: 'Share' }).click();
    await page.getByLabel('Set up a position, or paste a game').fill(text);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.locator('#import-fault', { hasText: why }).waitFor();
    assert.ok(await page.evaluate(() => location.hash.endsWith('moves=d2d4')), 'the table is left alone');
  });
}

for (const [game, text, moves] of [
  ['go', '(;GM[1]SZ[9]KM[6.5];B[ee];W[cc];B[gc])', 'E5,C7,G7'],
  ['othello', 'F5d6 c3d3\nc4', 'f5,d6,c3,d3,c4'],
]) {
  it(`a game of ${game} in one text comes with its moves`, async () => {
    const page = await open(`#game=${game}&you=both`);
    await page.getByRole('tab', { name: 'Share' }).click();
    await page.getByLabel('Set up a position, or paste a game').fill(text);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForFunction((written) => location.hash.endsWith(`moves=${written}`), moves);
    await action(page, 'undo').click();
    await page.waitForFunction((at) => location.hash.includes(`at=${at}&`), moves.split(',').length - 1);
  });
}

for (const [which, start, moves] of [
  ['that has not begun', '', []],
  ['on an empty board', '', ['E5', 'C3', 'G7']],
  ['after a pass', '', ['E5', 'pass', 'C3']],
  ['that is over', '5x5 komi 0.5 B: ..X../..XO./..XO./..XO./..XO.', ['pass', 'pass']],
  ['on a larger board', '19x19 komi 7.5 B: ', ['Q16', 'D4', 'T1']],
  ['from a position', '9x9 komi 0.5 W: ........./........./..X...O../........./........./........./..X...X../........./.........', ['E5', 'E7']],
  ['with a handicap', '9x9 komi 0.5 W: ........./........./..X...X../........./........./........./..X...X../........./.........', []],
  ['from after a pass', '3x3 komi 0 B: X../.O./... passes 1', ['A1']],
  ['from amid a ko', '5x5 komi 0 W: .XO../X.XO./.XO../...../..... ko B4', ['E1']],
]) {
  it(`a game of go ${which} goes out and comes in again the same`, async () => {
    const page = await open(`#game=go&you=both&position=${encodeURIComponent(start)}&moves=${moves.join()}`);
    await page.getByRole('tab', { name: 'Share' }).click();
    const out = page.locator('#game-out');
    const written = await out.inputValue();
    const told = ({ position, ...more }) => ask('/position', { game: 'go', ...(position && { position }), ...more }).then((view) => [view.position, view.legal_moves]);
    const first = await told({ position: start, moves });
    const plainly = / (passes|ko) /.test(start);
    if (!plainly) assert.deepEqual(await told({ position: written }), first);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    assert.equal(download.suggestedFilename(), plainly ? 'go.txt' : 'go.sgf');
    await action(page, 'new').click();
    await page.getByLabel('Set up a position, or paste a game').fill(written);
    await page.getByRole('button', { name: 'Set up' }).click();
    await seen(page, 'It stands on the board.').waitFor();
    assert.deepEqual(await played(page), moves);
    assert.equal(await out.inputValue(), written);
    const position = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('position') ?? '');
    assert.deepEqual(await told({ position, moves }), first);
  });
}

it('how a game of go ended goes out with it: by what, and as others have counted', async () => {
  const page = await open('#game=go&you=both&moves=pass,pass&position=5x5+komi+0.5+B:+..X../..XO./..XO./..XO./..XO.');
  await page.getByRole('tab', { name: 'Share' }).click();
  const goesOut = (words) => page.waitForFunction((each) => document.querySelector('#game-out').value.includes(each), words);
  await goesOut('RE[B+10.5]');
  await action(page, 'undo').click();
  await action(page, 'undo').click();
  await page.locator('[data-cell=A5]').click();
  await page.waitForFunction(() => !document.querySelector('#game-out').value.includes('RE['));
  await action(page, 'resign').click();
  await goesOut('RE[B+R]');
  const theirs = '(;FF[4]GM[1]SZ[5]KM[0.5]PB[Shusaku]PW[Gennan]RE[W+3.5]C[1. by hand];B[cc];W[];B[])';
  await page.getByLabel('Set up a position, or paste a game').fill(theirs);
  await page.getByRole('button', { name: 'Set up' }).click();
  await goesOut('PB[Shusaku]PW[Gennan]RE[W+3.5]\n;B[cc];W[];B[])');
});

it('how the moves of a link are written is asked for once', async () => {
  const page = await open('#game=chess&you=both');
  let asked = 0;
  page.on('request', (request) => (asked += request.url().endsWith('/position')));
  await go(page, '#game=chess&you=both&moves=e4,e5,Nf3,Nc6,Bb5,a6,Ba4,Nf6,O-O');
  await page.getByRole('button', { name: '5. white O-O' }).waitFor();
  assert.ok(asked <= 3, `${asked} calls`);
});

for (const [turn, fragment, told] of [
  ['one’s own move again', 'game=kalah&moves=3', 'You move again.'],
  ['the same player’s', 'game=kalah&you=both&moves=3', 'South moves again.'],
  ['the other’s after a pass', 'game=othello&you=both&moves=--&position=XXXXXXXXXXXXXXXOXXXOOXOOXXXOXO-OXOOXOOOOXOOOOXO-X-OOOOXX----OXXX+O', 'White: pass. Black to move.'],
  ['one’s own after a pass', 'game=go&you=second&moves=pass', 'Black: pass. Your move.'],
  ['the other’s after dice that allow nothing', 'game=backgammon&you=both&moves=pass,roll+65&position=XGID=-------------E-----bbbbb-A:0:0:1:65:0:0:0:0:10', 'White: pass. Black to move.'],
  ['the player’s who is alone', 'game=2048&moves=left&position=0+2/2+0', 'Your move.'],
]) {
  it(`whose turn it is, ${turn}, is told: ${told}`, async () => {
    const page = await open(`#${fragment}`);
    await page.waitForFunction((words) => document.querySelector('#result').textContent.startsWith(words), told);
  });
}

it('who moves again is told so aloud', async () => {
  const page = await open('#game=kalah&you=both');
  const aloud = await listen(page);
  await play(page, 'mouse', { touches: ['S3'], text: '3' });
  await aloud(/South plays 3\. South moves again\./);
});

it('the call that the page made is shown as a command that works', async () => {
  const page = await open('#game=pennies&you=both');
  await page.getByRole('tab', { name: 'The call' }).click();
  const command = await page.getByLabel('The call as a curl command').textContent();
  const [, path] = command.match(/curl -s '\S+(\/position)' /);
  const [, body] = command.match(/-d '(.*)'/s);
  assert.equal((await ask(path, JSON.parse(body))).game, 'pennies');
});

it('who moves again after a game was set up is answered by the engine', async () => {
  const page = await open('#game=chess&level=easy&time=100&pace=0');
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByLabel('Set up a position, or paste a game').fill('1. e4 e5');
  await page.getByRole('button', { name: 'Set up' }).click();
  await untilPlayed(page, 2);
  await play(page, 'mouse', { touches: ['g1', 'f3'], text: 'Nf3' });
  await untilPlayed(page, 4);
});

it('who has stepped back tries another move for the engine too', async () => {
  const page = await open('#game=chess&time=100&pace=0&at=1&moves=d2d4,d7d5');
  await page.locator('#result', { hasText: 'Black to move' }).waitFor();
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.locator('.lines .variation:not([disabled])').first().waitFor();
  await hands.mouse(page, { touches: ['g8', 'f6'] });
  await page.waitForFunction(() => location.hash.endsWith('moves=d2d4,g8f6'));
  await page.locator('#result', { hasText: 'Your move' }).waitFor();
  await play(page, 'mouse', { touches: ['c2', 'c4'], text: 'c4' });
  await untilPlayed(page, 4);
});

it('a draw claimed at an earlier position ends the game there', async () => {
  const round = 'g1f3,g8f6,f3g1,f6g8';
  const page = await open(`#game=chess&you=both&at=8&moves=${round},${round},e2e4`);
  await page.getByRole('button', { name: /^Claim a draw/ }).click();
  await page.locator('#result', { hasText: 'Draw, as claimed.' }).waitFor();
  assert.equal((await played(page)).length, 8);
});

it('looking back through a resigned game leaves it resigned', async () => {
  const page = await open('#game=pennies&you=both&moves=1,2,3&ended=first');
  const result = page.locator('#result');
  await result.getByText('First resigned').waitFor();
  await page.getByRole('button', { name: 'Start of the game' }).click();
  await page.locator('#result[data-tone=calm]').waitFor();
  await page.getByRole('button', { name: '2. first take 3' }).click();
  await result.getByText('First resigned').waitFor();
  await action(page, 'undo').click();
  await result.getByText('Second to move').waitFor();
  assert.deepEqual(await played(page), ['1', '2', '3'], 'the ending was taken back, no move');
});

it('who touches what cannot be played can read so where nothing could be picked up, until something is played', async () => {
  const page = await open('#game=connect-four&you=both&moves=4,4,4,4,4,4');
  const result = page.locator('#result');
  await page.locator('[data-cell="d6"]').click();
  await result.getByText('Nothing can be played here.').waitFor();
  await page.locator('[data-cell="c1"]').click();
  await result.getByText('Red to move').waitFor();
});

it('who moves on when all is over is told that it is', async () => {
  const page = await open('#game=chess&you=both&moves=f2f3,e7e5,g2g4,d8h4');
  const aloud = await listen(page);
  await page.locator('[data-cell="a2"]').click();
  await aloud(/The game is over\./);
  await page.getByLabel('Type a move').fill('a3');
  await page.keyboard.press('Enter');
  await page.locator('#typed-fault', { hasText: 'The game is over.' }).waitFor();
});

it('who touches what cannot be played is shown what can be picked up', async () => {
  const page = await open(`#game=checkers&you=both&position=${encodeURIComponent('B:W15,22,23:B11,1')}`);
  const aloud = await listen(page);
  const framed = () => page.locator('.cell').evaluateAll((cells) => cells.filter((cell) => parseFloat(getComputedStyle(cell, '::after').borderTopWidth) > 0).map(({ dataset }) => dataset.cell));
  assert.deepEqual(await framed(), []);
  await page.locator('[data-cell="1"]').click();
  await aloud(/Nothing can be played here\./);
  assert.deepEqual(await framed(), ['11'], 'who can take must');
  await page.locator('[data-cell="11"]').click();
  assert.deepEqual(await framed(), []);
});

it('a piece is dragged in place of the one that is picked up', async () => {
  const page = await open('#game=chess&you=both');
  await page.locator('[data-cell=e2]').click();
  await page.locator('[data-cell=e2][aria-selected=true]').waitFor();
  await play(page, 'mouse', { touches: ['g1', 'f3'], text: 'Nf3' });
  assert.deepEqual(await played(page), ['g1f3']);
});

it('moves stand as on a score sheet: who moves again goes on, dice come before a turn, tiles beside a slide', async () => {
  const page = await open('#game=pennies');
  const sheets = {
    'game=kalah&moves=3,6,1,2': [['1.', '3 6', '1'], ['2.', '2', '']],
    'game=chess&moves=e2e4,e7e5,g1f3': [['1.', 'e4', 'e5'], ['2.', 'Nf3', '']],
    'game=chess&moves=e8d8,e1d1&position=4k3/8/8/8/8/8/4P3/4K3+b+-+-+0+1': [['1.', '', 'Kd8'], ['2.', 'Kd1', '']],
    'game=2048&moves=2@b4,2@d2,left,2@a1,right,2@a2': [['', '', '2 on b4 2 on d2'], ['1.', 'left', '2 on a1'], ['2.', 'right', '2 on a2']],
    'game=kriegspiel&moves=e2e4+moved,moved,f1b5+illegal+move,d2d4+moved,moved': [['1.', 'e2e4 moved', 'moved'], ['2.', 'f1b5 illegal move d2d4 moved', 'moved']],
    'game=backgammon&moves=roll+31,8/5+6/5,roll+62,24/18+13/11,roll+43': [['1.', '31: 8/5 6/5', '62: 24/18 13/11'], ['2.', '43:', '']],
  };
  for (const [fragment, wanted] of Object.entries(sheets)) {
    await go(page, `#you=both&${fragment}`);
    await page.waitForFunction((rows) => {
      const words = (cell) => (cell.querySelector('button') ? [...cell.children].map(({ textContent }) => textContent).join(' ') : cell.textContent);
      const found = [...document.querySelectorAll('.move-list tbody tr')].map((row) => [...row.cells].map(words));
      return JSON.stringify(found) === JSON.stringify(rows);
    }, wanted).catch(async () => assert.fail(`${fragment}: ${await page.locator('.move-list').innerText()}`));
  }
  await page.locator('.move-list button[aria-label="1. black 24/18 13/11"]').waitFor();
  assert.deepEqual(await page.getByRole('columnheader').allTextContents(), ['White', 'Black']);
});

it('a long game scrolls in its list, which keeps the current move in view and nothing else where it was', async () => {
  const page = await open('#game=chess&you=both', { viewport: { width: 1100, height: 600 } });
  const places = () => page.evaluate(() => [scrollY, ...['.move-list', '#speak', '#panels'].map((each) => document.querySelector(each).getBoundingClientRect().top)]);
  await page.getByRole('cell', { name: 'No moves yet.' }).waitFor();
  const before = await places();
  await go(page, `#game=chess&you=both&moves=${SPANISH}`);
  /** The shown move lies in the list, below its head. */
  const inView = (at) => page.waitForFunction((number) => {
    const list = document.querySelector('.move-list');
    const current = list.querySelector('[aria-current]');
    const [around, head, move] = [list, list.querySelector('thead'), current].map((each) => each.getBoundingClientRect());
    return [...list.querySelectorAll('button')].indexOf(current) === number && move.top >= (number ? head.bottom - 1 : around.top) && move.bottom <= around.bottom + 1;
  }, at);
  await inView(40);
  for (const [key, at] of [['Home', 0], ['ArrowDown', 1], ['ArrowDown', 3], ['ArrowRight', 4], ['ArrowDown', 6], ['ArrowUp', 4], ['ArrowLeft', 3], ['End', 40], ['ArrowUp', 38], ['ArrowDown', 40], ['ArrowDown', 40]]) {
    await page.locator('.move-list [aria-current]').press(key);
    await inView(at);
  }
  const undo = action(page, 'undo');
  for (let at = 39; at > 20; at -= 1) {
    await undo.click();
    await inView(at);
  }
  assert.deepEqual(await places(), before);
});

it('the opening that the moves have followed stands beside them, as of the board, and moves nothing', async () => {
  const left = 'e2e4,e7e5,g1f3,b8c6,f1c4,a7a6,a2a4,h7h6';
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    const page = await open('#game=chess&you=both', { viewport: { width, height } });
    const places = () => page.evaluate(() => ['.move-list', '#speak', '#typed', '#panels'].map((each) => JSON.stringify(document.querySelector(each).getBoundingClientRect())));
    const name = page.locator('#opening .called');
    const called = (text) => name.and(page.getByText(text, { exact: true })).waitFor();
    await page.locator('#opening', { hasText: /^$/ }).waitFor({ state: 'attached' });
    const before = await places();
    await play(page, 'mouse', (await legal('chess', [])).find(({ text }) => text === 'e4'));
    await called('B00 King\'s Pawn Game');
    assert.deepEqual(await places(), before);
    await go(page, `#game=chess&you=both&moves=${left}`);
    // No book knows the board any more: its game has still been that one.
    await called('C50 Italian Game');
    assert.deepEqual(await places(), before);
    await go(page, `#game=chess&you=both&at=2&moves=${left}`);
    await called('C20 King\'s Pawn Game');
    await action(page, 'undo').click();
    await action(page, 'undo').click();
    await name.waitFor({ state: 'detached' });
    assert.deepEqual(await places(), before);
    assert.equal(await page.locator('#opening').evaluate((line) => line.closest('[aria-live], [role=status]')), null, 'it is not said at every move');
  }
});

it('a result says by how much, and each seat what its player has', async () => {
  const page = await open('#game=pennies');
  const ends = [
    ['game=go&moves=pass,pass&position=5x5+komi+0.5+B:+..X../..XO./..XO./..XO./..XO.', 'Black wins by 10.5 points: both passed.', '15 points', '4.5 points'],
    ['game=kalah&moves=2&position=2,2:+0+1+(2)+/+2+2+(1)+S', 'North wins by 2 seeds: more seeds in store.', '3 seeds', '5 seeds'],
    ['game=othello&moves=f5', 'White to move.', '4 discs', '1 disc'],
    ['game=2048&moves=2@a1,2@b1,left,2@d4', 'Your move.', '4 points', ''],
  ];
  for (const [fragment, result, near, far] of ends) {
    await go(page, `#you=${fragment.includes('2048') ? 'first' : 'both'}&${fragment}`);
    await page.locator('#near .tally', { hasText: near }).waitFor();
    if (far) await page.locator('#far .tally', { hasText: far }).waitFor();
    await page.locator('#result', { hasText: result }).waitFor();
  }
});

it('of several men on a point one is dragged, and the others stay', async () => {
  const page = await open('#game=backgammon&you=both&moves=roll+31');
  const men = () => page.locator('[data-cell="8"] .body').evaluateAll((discs) => discs.map((disc) => disc.getBoundingClientRect().x));
  const before = await men();
  const { x, y, width, height } = await page.locator('[data-cell="8"]').boundingBox();
  await page.mouse.move(x + width / 2, y + height - 5);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 100, y + height - 5, { steps: 3 });
  const moved = (await men()).map((at, n) => Math.round(at - before[n]));
  assert.deepEqual(moved, [0, 0, 100]);
  await page.mouse.up();
});

for (const [game, id] of [['go', 'E5'], ['connect-four', 'd3'], ['othello', 'd3'], ['tic-tac-toe', '4'], ['kalah', 'S3'], ['pennies', '2']]) {
  it(`a finger or a mouse that moves over a board of ${game} plays nothing, and one that does not plays`, async () => {
    const page = await open(`#game=${game}&you=both`, { hasTouch: true, viewport: { width: 375, height: 500 } });
    const cell = page.locator(`[data-cell="${id}"]`);
    const { x, y, below } = await cell.evaluate((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2, below: height };
    });
    const finger = await page.context().newCDPSession(page);
    const touch = (type, ...touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    // Across, where there is nothing to scroll, and up, where the page is.
    for (const [dx, dy] of [[1, 0], [0, -1]]) {
      await touch('touchStart', { x, y });
      for (let step = 10; step <= 60; step += 10) await touch('touchMove', { x: x + dx * step, y: y + dy * step });
      await touch('touchEnd');
    }
    await page.waitForFunction(() => scrollY > 0);
    await page.evaluate(() => scrollTo(0, 0));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + below);
    await page.mouse.up();
    await quiet(page);
    assert.deepEqual(await played(page), []);
    await cell.tap();
    await untilPlayed(page, 1);
  });
}

it('the first man of a turn is told as gone, and taken back before the turn that was played', async () => {
  const page = await open('#game=backgammon&you=both&moves=roll+31');
  const aloud = await listen(page);
  const men = (id) => page.locator(`[data-cell="${id}"]`).getAttribute('aria-label');
  const undo = action(page, 'undo');
  assert.equal(await undo.isDisabled(), true);
  const before = await men('8');
  for (const id of ['8', '5']) await page.locator(`[data-cell="${id}"]`).click();
  await aloud(/White checker picked up, two places to go\..* 8 point to 5 point, one more step to go\./);
  await undo.click();
  await aloud(/Taken back\./);
  assert.equal(await men('8'), before);
  assert.equal(await undo.isDisabled(), true, 'there is nothing else to take back');
  assert.equal(await page.evaluate(() => document.activeElement.closest('.cell') !== null), true, 'the focus is on the board');

  for (const id of ['8', '5', '6', '5']) await page.locator(`[data-cell="${id}"]`).click();
  await untilPlayed(page, 3);
  const { legal_moves: moves } = await ask('/position', { game: 'backgammon', moves: await played(page) });
  const [from, to] = moves.find(({ touches }) => touches.length > 2).touches;
  for (const id of [from, to]) await page.locator(`[data-cell="${id}"]`).click();
  await page.locator('#board [data-begun]').waitFor();
  await undo.click();
  await page.locator('#board .board:not([data-begun])').waitFor();
  assert.equal((await played(page)).length, 3, 'the turn before stands');
  await undo.click();
  await page.waitForFunction(() => location.hash.includes('at=1'));
});

it('what is left of a turn is open after each of its men, whichever goes first and wherever it stops', async () => {
  const turns = [
    ['roll+42', '8/2', ['8', '6', '6', '2']],
    ['roll+42', '8/2', ['6', '2', '8', '6']],
    ['roll+44', '13/5(2)', ['13', '9', '9', '5', '13', '9', '9', '5']],
  ];
  for (const [dice, move, touches] of turns) {
    const page = await open(`#game=backgammon&you=both&moves=roll+31,8/5+6/5,roll+62,24/18+13/11,${dice}`);
    for (const id of touches) await page.locator(`[data-cell="${id}"][data-open]`).click();
    await page.waitForFunction(() => window.bestmovePlayed() > 5);
    assert.equal((await played(page))[5], move);
  }
});

it('a look at an earlier position says nothing of how the game went on', async () => {
  const page = await open('#game=pennies&you=both&moves=1,2,3&ended=first');
  await page.locator('#result', { hasText: 'First resigned' }).waitFor();
  await page.getByRole('button', { name: '1. second take 2' }).click();
  await page.getByRole('tab', { name: 'Analyse' }).click();
  const course = page.locator('.curve .course');
  await page.locator('.curve').waitFor();
  assert.match(await course.getAttribute('d'), /L300\.0 57\.0$/, 'First has lost');
});

it('where dice are awaited, Analyse says so and asks for no move', async () => {
  const page = await open('#game=backgammon&you=both&at=2&moves=roll+43,8/5+8/4,roll+65,24/13');
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.locator('.lines .hint', { hasText: 'Awaited here: roll.' }).waitFor();
  await page.locator('.terms tfoot').waitFor();
});

it('a slider under the hand stays there while the game goes on', async () => {
  const page = await open('#game=2048&you=none&level=easy&pace=0&time=100');
  // A list of moves that is full pushes nothing down any more.
  await page.waitForFunction(() => {
    const list = document.querySelector('.move-list');
    return list.scrollHeight > list.clientHeight;
  });
  const slider = page.locator('#pace');
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.move(x + 0.8 * width, y + height / 2);
  await page.mouse.down();
  const before = (await played(page)).length;
  await page.waitForFunction((count) => window.bestmovePlayed() > count + 4, before);
  await page.mouse.up();
  await page.waitForFunction(() => /pace=(1500|3000)/.test(location.hash));
});

it('a quick game is heard move by move, not all at its end', async () => {
  const page = await open('#game=2048&you=none&level=easy&pace=0&time=100');
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.querySelector('#live').textContent)).observe(document.querySelector('#live'), { childList: true });
  });
  await page.waitForFunction(() => window.heard.length > 5);
  assert.ok(await page.evaluate(() => window.heard.every((words) => words.length < 400)));
});

it('an older call can be read while the game goes on', async () => {
  const page = await open('#game=pennies&you=both');
  await page.getByRole('tab', { name: 'The call' }).click();
  await play(page, 'mouse', (await legal('pennies', []))[0]);
  const pick = page.locator('#call-pick');
  await pick.selectOption({ index: 1 });
  const answer = await page.getByRole('region', { name: 'The answer' }).textContent();
  await play(page, 'mouse', (await legal('pennies', await played(page)))[1]);
  await page.waitForFunction(() => document.querySelector('#call-pick').selectedIndex > 1);
  assert.equal(await page.getByRole('region', { name: 'The answer' }).textContent(), answer);
  await pick.selectOption({ index: 0 });
  await play(page, 'mouse', (await legal('pennies', await played(page)))[0]);
  await page.waitForFunction(() => document.querySelector('#call-pick').selectedIndex === 0);
});

it('a king that is put on its rook castles, whatever by, and goes where it will stand at once', async () => {
  const ready = '#game=chess&you=both&position=r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R+w+KQkq+-+0+1';
  const page = await open(ready);
  const lift = await gate(page, '**/position', { times: 1 });
  const middle = (id) => page.locator(`[data-cell=${id}]`).evaluate((cell) => {
    const { x, width } = (cell.querySelector('svg') ?? cell).getBoundingClientRect();
    return Math.round(x + width / 2);
  });
  const castle = await page.locator('[data-cell=g1]').evaluate((cell) => {
    const { x, width } = cell.getBoundingClientRect();
    return Math.round(x + width / 2);
  });
  await hands.mouse(page, { touches: ['e1', 'h1'] });
  await page.waitForFunction(() => document.querySelector('[data-cell=e1][data-laid]'));
  assert.ok(Math.abs(await middle('e1') - castle) < 2, 'the king waits on g1');
  lift();
  await untilPlayed(page, 1);
  await hands.keyboard(page, { touches: ['e8', 'a8'] });
  await untilPlayed(page, 2);
  assert.deepEqual(await played(page), ['e1g1', 'e8c8']);
  await page.locator('[data-cell=d8][data-holds=rook]').waitFor();
  await action(page, 'undo').click();
  await page.locator('[data-cell=e8][data-holds=king]').waitFor();
  // Who takes a rook in hand does not castle by it.
  await hands.mouse(page, { touches: ['a8', 'b8'] });
  await page.waitForFunction(() => location.hash.endsWith('moves=e1g1,a8b8'));
});

for (const game of ['2048', 'backgammon']) {
  it(`a move in ${game} and what chance brings after it come by one question`, async () => {
    const page = await open(`#game=${game}&you=both&seed=3`);
    await quiet(page);
    const asked = [];
    await page.route('**/*', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.continue();
    });
    const before = (await played(page)).length;
    for (const turn of [1, 2]) {
      await play(page, 'keyboard', (await legal(game, await played(page)))[0]);
      await untilPlayed(page, before + 2 * turn);
    }
    await quiet(page);
    assert.deepEqual(asked, ['/position', '/position']);
    await page.goto(`${url}/${await page.evaluate(() => location.hash)}`);
    // What has been rolled is no news where one comes back to it.
    await action(page, 'undo').click();
    await page.waitForFunction(() => location.hash.includes('at='));
    await action(page, 'redo').click();
    await page.waitForFunction(() => !location.hash.includes('at='));
    assert.equal((await played(page)).length, before + 4);
  });
}
