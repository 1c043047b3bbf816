// Kriegspiel against the engine, led by the umpire: one sees one's own men, and hears the rest.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { quiet, seen } from './browser.js';
import { listen, play, played, untilPlayed } from './hands.js';
import { setStage } from './stage.js';

const { ask, open } = await setStage();

const field = async (page, name) => {
  const found = (await page.evaluate(() => location.hash)).match(new RegExp(`[#&]${name}=([^&]*)`));
  return found ? decodeURIComponent(found[1].replaceAll('+', ' ')) : '';
};

/** The position as the player knows it. */
const known = async (page) => {
  const [position, moves] = [await field(page, 'position'), await played(page)];
  return ask('/position', { game: 'kriegspiel', ...(position ? { position } : {}), moves });
};

it('a try is answered, and the engine answers a move', async () => {
  const page = await open('#game=kriegspiel&time=100');
  await page.waitForFunction(() => location.hash.includes('seal='));
  await play(page, 'mouse', { touches: ['e2', 'e4'], text: 'e2e4' });
  await untilPlayed(page, 2);
  const [own, heard] = await played(page);
  assert.match(own, /^e2e4 moved/);
  assert.match(heard, /^moved/);
  const view = await known(page);
  assert.equal(view.turn, 'white');
  assert.equal(view.board.cells.filter((cell) => cell.piece?.owner === 'black').length, 0, 'nobody sees the other men');

  // The seal goes with the link: the game goes on where it was.
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await play(page, 'mouse', { touches: ['g1', 'f3'], text: 'g1f3' });
  await untilPlayed(page, 4);
  assert.equal(await page.getByRole('button', { name: 'Undo' }).isDisabled(), true, 'what was heard was heard');
});

it('what the umpire said of a try can still be read when he has said more', async () => {
  const page = await open('#game=kriegspiel&time=100');
  await page.waitForFunction(() => location.hash.includes('seal='));
  await page.route('**/umpire', async (route) => {
    const answer = await (await route.fetch()).json();
    answer.view.moves = ['e2e4 moved; 2 pawn tries', 'moved; file check'].slice(0, answer.view.moves.length);
    return route.fulfill({ json: answer });
  });
  // Nobody else knows of these words.
  await page.route('**/position', (route) => {
    const { moves = [], ...asked } = route.request().postDataJSON();
    return route.continue({ postData: JSON.stringify({ ...asked, moves: moves.map((entry) => entry.replace(/;.*/, '')) }) });
  });
  await play(page, 'mouse', { touches: ['e2', 'e4'], text: 'e2e4' });
  await page.locator('#result', { hasText: /^Umpire: moved; 2 pawn tries\. Then: moved; file check\. Your move\.$/ }).waitFor();
});

it('a man picked up as soon as the umpire has spoken stays in the hand', async () => {
  const page = await open('#game=kriegspiel&time=100');
  await page.waitForFunction(() => location.hash.includes('seal='));
  // What the board still asks of the service when the umpire has spoken comes late.
  await page.route('**/position', (route) => sleep(300).then(() => route.continue()).catch(() => {}));
  await play(page, 'mouse', { touches: ['e2', 'e4'], text: 'e2e4' });
  await untilPlayed(page, 2);
  const [from, to] = await Promise.all(['g1', 'f3'].map((id) => page.locator(`.cell[data-cell="${id}"]`).boundingBox()));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 2 });
  await quiet(page);
  await page.mouse.up();
  await untilPlayed(page, 4);
});

it('who plays Black hears the engine first, and begins anew as somebody else', async () => {
  const page = await open('#game=kriegspiel&time=100&you=second');
  await untilPlayed(page, 1);
  assert.equal((await known(page)).turn, 'black');
  await play(page, 'mouse', { touches: ['e7', 'e5'], text: 'e7e5' });
  await untilPlayed(page, 3);
  await page.getByRole('radio', { name: 'You: White' }).check();
  await page.waitForFunction(() => window.bestmovePlayed() === 0 && location.hash.includes('seal='));
  assert.equal((await known(page)).turn, 'white');
});

it('who sits down elsewhere finds the game that was left by going back', async () => {
  const page = await open('#game=kriegspiel&time=100&seed=1');
  await page.waitForFunction(() => location.hash.includes('seal='));
  await play(page, 'mouse', { touches: ['e2', 'e4'], text: 'e2e4' });
  await untilPlayed(page, 2);
  await quiet(page);
  const left = await page.evaluate(() => location.hash);
  await page.getByRole('radio', { name: 'You: White' }).press('ArrowRight');
  assert.equal(await page.evaluate(() => location.hash), left, 'who looks along the seats has not chosen one');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => location.hash.includes('you=second') && location.hash.includes('seal='));
  assert.notEqual(await field(page, 'seed'), '1', 'another game');
  await page.goBack();
  await page.waitForFunction((hash) => location.hash === hash, left);
  await page.locator('[data-cell=e4][data-holds=pawn]').waitFor();
  await play(page, 'mouse', { touches: ['g1', 'f3'], text: 'g1f3' });
  await untilPlayed(page, 4);
});

it('a game that another server led cannot go on, and a new one can begin', async () => {
  const page = await open('#game=kriegspiel&seal=broken&moves=e2e4+moved', { expected: /422/ });
  await page.locator('#result').getByText('this game cannot go on').waitFor();
  await page.locator('#result').getByRole('button', { name: 'New game' }).click();
  await page.locator('#result').getByText('Your move').waitFor();
});

it('two people do not play what one would have to hide from the other', async () => {
  const page = await open('#game=chess&you=both');
  await page.locator('#game').click();
  await page.locator('.game-card', { hasText: 'Kriegspiel' }).click();
  await page.locator('#result').getByText('Your move').waitFor();
  assert.equal(await page.getByRole('radio', { name: 'Two people' }).count(), 0);
});

it('a resignation is taken back, what was heard is not', async () => {
  const page = await open('#game=kriegspiel&time=100');
  await page.waitForFunction(() => location.hash.includes('seal='));
  await play(page, 'mouse', { touches: ['e2', 'e4'], text: 'e2e4' });
  await untilPlayed(page, 2);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('#result', { hasText: 'White resigned' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('#result', { hasText: 'Your move' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Undo' }).isDisabled(), true);
  await play(page, 'mouse', { touches: ['g1', 'f3'], text: 'g1f3' });
  await untilPlayed(page, 4);
});

it('an engine that is not heard thinks no longer, and is asked again', async () => {
  const page = await open('#game=kriegspiel&time=100', { expected: /500/ });
  await page.waitForFunction(() => location.hash.includes('seal='));
  let refused = false;
  await page.route('**/umpire', (route) => {
    if (refused || route.request().postDataJSON().try) return route.continue();
    refused = true;
    return route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"detail":"The umpire is out"}' });
  });
  await play(page, 'mouse', { touches: ['e2', 'e4'], text: 'e2e4' });
  await page.locator('#result', { hasText: 'The umpire is out' }).waitFor();
  assert.equal(await page.locator('.clock').count(), 0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await untilPlayed(page, 2);
});

it('what the umpire says is told, aloud too, and a try that is refused moves nothing', async () => {
  const page = await open('#game=kriegspiel&seed=1');
  // So that the engine plays the same in every run.
  await page.route('**/umpire', (route) => {
    const { time_ms: time, ...asked } = route.request().postDataJSON();
    return route.continue({ postData: JSON.stringify(time ? { ...asked, nodes: 500 } : asked) });
  });
  await page.waitForFunction(() => location.hash.includes('seal='));
  const aloud = await listen(page);
  for (const [n, touches] of [['e2', 'e4'], ['f1', 'b5']].entries()) {
    await play(page, 'mouse', { touches, text: touches.join('') });
    await untilPlayed(page, 2 * n + 2);
  }
  await aloud(/White tries f1b5\. +Umpire: moved/);
  await play(page, 'mouse', { touches: ['b5', 'e8'], text: 'b5e8' });
  await untilPlayed(page, 5);
  await page.locator('#result', { hasText: /^Umpire: illegal move\. Your move\.$/ }).waitFor();
  await aloud(/White tries b5e8\. +Umpire: illegal move\./);
  const marked = await page.locator('.cell[data-last]').evaluateAll((cells) => cells.map(({ dataset }) => dataset.cell).sort());
  assert.deepEqual(marked, ['b5', 'f1'], 'the last move is still the one that was made');

  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await page.locator('.move-list', { hasText: /b5e8 illegal move$/ }).waitFor();
  await page.getByRole('button', { name: '1. white e2e4 moved' }).click();
  await page.waitForFunction(() => location.hash.includes('at=1'));
  await page.locator('#result', { hasText: 'This is past: Back leads to the game.' }).waitFor();
  assert.equal(await page.locator('.turn').count(), 0, 'nobody is to move in the past');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.waitForFunction(() => !location.hash.includes('at='));
  assert.equal(await page.evaluate(() => window.bestmovePlayed()), 5, 'what was heard was heard');
  await page.locator('#result', { hasText: /Your move\.$/ }).waitFor();

  // Who has resigned and looked back comes back to that.
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: '1. white e2e4 moved' }).click();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.locator('#result', { hasText: 'White resigned.' }).waitFor();
});

/** What the player knows after these tries, each answered by the engine; null where one of them cannot be tried. */
async function heardAfter(tries, seed) {
  const lead = (body) => ask('/umpire', body);
  let told = await lead({ game: 'kriegspiel' });
  for (const tried of tries) {
    told = await lead({ seal: told.seal, try: tried }).catch(() => null);
    if (told?.view.turn === 'black' && !told.view.status.over) told = await lead({ seal: told.seal, nodes: 200, seed });
    if (told?.view.turn !== 'white') break;
  }
  return told;
}

/** A game in which h5f7 mates: sooner or later the engine lets it happen. */
async function beforeMate() {
  const tries = ['e2e4', 'd1h5', 'f1c4'];
  for (let seed = 1; seed < 200; seed += 1) {
    const mate = await heardAfter([...tries, 'h5f7'], seed);
    if (mate?.view.status.reason === 'checkmate') return heardAfter(tries, seed);
  }
  throw new Error('Nobody is mated');
}

it('when all is over the board shows what was hidden, and looking back what was seen', async () => {
  const { seal, view: { moves } } = await beforeMate();
  const page = await open(`#game=kriegspiel&seal=${encodeURIComponent(seal)}&moves=${moves.map(encodeURIComponent).join(',')}`, { expected: /422/ });
  const theirs = () => page.locator('.cell[aria-label*=black]').count();
  const aloud = await listen(page);
  await play(page, 'mouse', { touches: ['h5', 'f7'], text: 'h5f7' });
  const told = /^White wins: checkmate\. The board shows where everything truly stood\./;
  await page.locator('#result', { hasText: told }).waitFor();
  await aloud(/truly stood/);
  assert.ok(await theirs() > 10);
  assert.equal(await page.locator('[data-alarm]').getAttribute('data-cell'), 'e8');
  const list = page.locator('.move-list tbody button');
  await list.first().click();
  await page.waitForFunction(() => location.hash.includes('at=1'));
  assert.deepEqual([await theirs(), await seen(page, 'truly stood').count()], [0, 0]);
  await list.last().click();
  await page.locator('#result', { hasText: told }).waitFor();
  await page.reload();
  await page.locator('#result', { hasText: told }).waitFor();
  assert.ok(await theirs() > 10);

  // Where no umpire can open the game any more, it is what it was.
  await page.evaluate(() => {
    location.hash = location.hash.replace(/seal=[^&]*/, 'seal=broken');
  });
  await page.locator('#result', { hasText: /^White wins: checkmate\.(?! The board)/ }).waitFor();
  assert.equal(await theirs(), 0);
});
