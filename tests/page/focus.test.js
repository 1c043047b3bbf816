// Whoever plays by keyboard alone stands somewhere after every press.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { go, quiet } from './browser.js';
import { played, untilPlayed } from './hands.js';
import { setStage } from './stage.js';

const { open } = await setStage();

const PROMOTION = '#game=chess&you=both&position=8/4P1k1/8/8/8/8/8/4K3+w+-+-+0+1';

/** Where the focus is: the cell, the button's words, or the element's id. */
const focused = (page) => page.evaluate(() => {
  const { activeElement: at } = document;
  return at.dataset.cell ?? (at.id || at.textContent);
});

const press = async (page, locator) => {
  await locator.focus();
  await page.keyboard.press('Enter');
};

for (const [answer, name] of [['Cancel', 'Cancel'], ['queen, e8=Q', 'e8=Q']]) {
  it(`on the board after “${name}” to the question which`, async () => {
    const page = await open(PROMOTION);
    await press(page, page.locator('[data-cell=e7]'));
    await press(page, page.locator('[data-cell=e8]'));
    assert.equal(await focused(page), 'queen, e8=Q', 'the queen comes first');
    await press(page, page.locator('.choice').getByRole('button', { name: answer }));
    await page.locator('.choice').waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'e8');
  });
}

it('on an arrow, a number to take, a pass, and is seen there', async () => {
  for (const [fragment, keys, stop] of [['2048&seed=3', ['ArrowLeft'], 'up'], ['pennies', ['ArrowDown'], '2'], ['go&position=5x5+komi+0.5+B:+...../...../...../...../.....', Array(5).fill('ArrowDown'), 'pass']]) {
    const page = await open(`#game=${fragment}`);
    await page.locator('.cell[tabindex="0"]').focus();
    for (const key of keys) await page.keyboard.press(key);
    assert.equal(await focused(page), stop);
    const ring = await page.evaluate(() => {
      const [cell, take] = [document.activeElement, document.activeElement.querySelector('.take')];
      const { display, borderTopWidth } = getComputedStyle(cell, '::after');
      return take ? getComputedStyle(take).outlineWidth : display !== 'none' && borderTopWidth;
    });
    assert.equal(ring, '3px', fragment);
  }
});

it('on the point across the board, and from a die on the one across from it', async () => {
  const page = await open('#game=backgammon&you=both&seed=4');
  for (const [from, keys, to] of [['13', ['ArrowDown'], '12'], ['24', ['ArrowDown'], '1'], ['1', ['ArrowUp'], '24'], ['22', ['ArrowDown', 'ArrowDown'], '3']]) {
    await page.evaluate((id) => document.querySelector('game-board').focusCell(id), from);
    for (const key of keys) await page.keyboard.press(key);
    assert.equal(await focused(page), to, `${keys} from ${from}`);
  }
});

it('on the list of moves, whoever plays from it, and on what ends a review that was begun', async () => {
  const page = await open('#game=chess&level=easy&time=100');
  await page.getByText('Legal moves').click();
  await press(page, page.getByRole('button', { name: 'Play it' }));
  await untilPlayed(page, 2);
  assert.equal(await focused(page), 'Play it');
  await page.getByRole('tab', { name: 'Review' }).click();
  await press(page, page.getByRole('button', { name: 'Review this game' }));
  assert.equal(await focused(page), 'Stop');
  await page.locator('#panel-review [role=status]', { hasText: 'better' }).waitFor();
  assert.equal(await focused(page), 'Review this game');
});

it('on the line that says whose turn it is after a pass, which is said to be all that can be played', async () => {
  const page = await open('#game=othello&you=both&position=XXXXXXXXXXXXXXXOXXXOOXOOXXXOXO-OXOOXOOOOXOOOOXO-X-OOOOXX----OXXX+O');
  await page.locator('#live', { hasText: 'White to move. Nothing can be played.' }).waitFor({ state: 'attached' });
  await press(page, page.locator('#result').getByRole('button', { name: 'Pass' }));
  await page.locator('#result', { hasText: 'Black to move' }).waitFor();
  assert.equal(await focused(page), 'result');
});

it('on the strip of whoever thought after Move now', async () => {
  const page = await open('#game=chess&level=max&time=30000&you=second&pace=0&position=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R+w+KQkq+-+0+1');
  const now = page.getByRole('button', { name: 'Move now' });
  await now.and(page.locator(':enabled')).waitFor();
  await press(page, now);
  await untilPlayed(page, 1);
  assert.equal(await focused(page), 'far');
});

it('on the button that undoes what was pressed', async () => {
  const page = await open('#game=pennies&you=none&time=100&pace=3000&level=easy');
  await press(page, page.locator('[data-action=pause]'));
  await page.locator('[data-action=go]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[data-action=pause]:focus').waitFor();
  await go(page, '#game=pennies&you=both&moves=1');
  await page.locator('[data-action=pause]').waitFor({ state: 'hidden' });
  await press(page, page.locator('[data-action=undo]:enabled'));
  await page.locator('[data-action=redo]:focus').waitFor();
});

/** Answers for the engine that looks on: each call finds the same lines a move deeper, another of them the best. */
const lookOn = async (page, lines) => {
  await page.evaluate(() => {
    const ask = window.fetch;
    window.fetch = async (path, options) => (path === '/bestmove' ? new Response(new ReadableStream({
      start(controller) {
        window.find = (info) => controller.enqueue(new TextEncoder().encode(`event: info\ndata: ${JSON.stringify(info)}\n\n`));
      },
    })) : ask(path, options));
  });
  let depth = 0;
  return async () => {
    depth += 1;
    lines.push(lines.shift());
    const score = { value: 0, unit: 'centipawns', win_probability: 0.5 };
    const info = { depth, nodes: depth, nps: 1, time_ms: depth, score, lines: lines.map(([move, text]) => ({ move, text, pv: [move], score })) };
    await page.waitForFunction(() => window.find);
    await page.evaluate((found) => window.find(found), info);
    await page.locator('#panel-lines .facts', { hasText: `depth ${depth} ` }).waitFor();
  };
};

it('on the line of Analyse that has it, whatever is found meanwhile; a press on it counts', async () => {
  const page = await open('#game=chess&you=both');
  const deeper = await lookOn(page, [['e2e4', 'e4'], ['d2d4', 'd4'], ['g1f3', 'Nf3']]);
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await deeper();
  const line = page.locator('.variation').nth(1);
  await line.focus();
  await deeper();
  await deeper();
  await page.locator('.variation:nth-child(1):focus').waitFor();
  const box = await line.boundingBox();
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  const meant = await line.locator('.first').textContent();
  await deeper();
  await page.mouse.up();
  await page.locator('.move-list', { hasText: meant }).waitFor();
});

it('on the move in the list that has it, whatever is judged meanwhile', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6');
  await page.getByRole('tab', { name: 'Review' }).click();
  const move = page.locator('.move-list').getByRole('button', { name: /^3\. black a6/ });
  await page.getByRole('button', { name: 'Review this game' }).click();
  await move.focus();
  await page.locator('.accuracy dd').nth(1).waitFor({ timeout: 60_000 });
  assert.match(await focused(page), /^a6/);
});

it('nothing is to be undone before anybody here has moved, whatever chance or the engine has brought', async () => {
  for (const game of ['2048', 'backgammon']) {
    const page = await open(`#game=${game}&you=both&seed=3`);
    await page.waitForFunction(() => window.bestmovePlayed() > 0);
    assert.ok(await page.locator('[data-action=undo]').isDisabled(), game);
    await Promise.all([page.waitForResponse((answer) => answer.request().postDataJSON()?.played), page.reload()]);
    await quiet(page);
    assert.ok(await page.locator('[data-action=undo]').isDisabled(), `${game}, reloaded`);
  }
  const page = await open('#game=pennies&you=second&level=easy&time=100&pace=0');
  await untilPlayed(page, 1);
  await page.locator('#result', { hasText: 'Your move' }).waitFor();
  assert.ok(await page.locator('[data-action=undo]').isDisabled(), 'the engine began');
  await page.locator('[data-cell="1"]').click();
  await untilPlayed(page, 3);
  await page.reload();
  await page.locator('[data-action=undo]:enabled').click();
  await page.waitForFunction(() => location.hash.includes('at=1'));
});

it('on the board, whoever was on another one before Back and Forward', async () => {
  const page = await open('#game=chess&you=both');
  await go(page, '#game=pennies&you=both');
  await page.locator('game-board[data-game=pennies]').waitFor();
  for (const [way, game, stop] of [['goBack', 'chess', 'a8'], ['goForward', 'pennies', 'heap']]) {
    await page.locator('.cell[tabindex="0"]').focus();
    await page[way]();
    await page.locator(`.table:not([aria-busy]) game-board[data-game=${game}]`).waitFor();
    assert.equal(await focused(page), stop);
  }
});

it('on the board as soon as there is one, whoever tried again to have it', async () => {
  const page = await open('#game=pennies&you=both', { expected: /ERR_|Failed to load/ });
  await page.route('**/games', (route) => route.abort(), { times: 1 });
  await page.reload();
  await press(page, page.getByRole('button', { name: 'Try again' }));
  await page.waitForSelector('html[data-ready]');
  await page.waitForFunction(() => document.activeElement.matches('.cell[tabindex="0"]'));
});

it('on the first cell of another board, though one of its cells is called as the last was', async () => {
  const page = await open('#game=chess&you=both');
  await page.locator('[data-cell=e2]').click();
  await go(page, '#game=connect-four&you=both');
  await page.locator('game-board [data-style=holes]').waitFor();
  assert.equal(await page.locator('.cell[tabindex="0"]').getAttribute('data-cell'), 'a6');
});

it('on anything: what slides is pushed by the arrow keys, except where they mean something else', async () => {
  const page = await open('#game=2048&seed=3');
  const slides = async () => (await played(page)).filter((move) => /^[a-z]+$/.test(move)).length;
  await page.getByRole('tab', { name: 'Play' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByLabel('Thinking time').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.move-list [aria-current]').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('#game').click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await quiet(page);
  assert.equal(await slides(), 0);
  for (const place of ['#game', '[data-action=hint]', 'body']) {
    const before = await slides();
    await page.evaluate((selector) => {
      document.activeElement.blur();
      document.querySelector(selector).focus();
    }, place);
    for (const key of ['ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
    await page.waitForFunction((count) => decodeURIComponent(location.hash).match(/moves=(.*)/)?.[1].split(',').filter((move) => /^[a-z]+$/.test(move)).length > count, before);
    await quiet(page);
  }
});

it('not on the list of moves’ button when there are no more', async () => {
  const page = await open('#game=pennies&you=both&position=1');
  await page.getByText('Legal moves').click();
  await press(page, page.getByRole('button', { name: 'Play it' }));
  await page.locator('#result[data-tone=over]').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Play it' }).isDisabled());
  assert.equal(await focused(page), 'legal');
  await page.locator('[data-action=undo]').click();
  await page.locator('button:enabled', { hasText: 'Play it' }).waitFor();
});
