// The review of a game: a program's win over Microchess, whose author names two blunders.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gate, go } from './browser.js';
import { setStage } from './stage.js';

const GAME = `1. e4 d5 2. Bb5+ c6 3. Ba4 dxe4 4. Qh5 b5 5. Bb3 e6 6. Nc3 Qd4 7. Nge2 Qc5 8. Qxc5 Bxc5 9. Nxe4 Be7 10. Nd4 e5
11. Nf3 Nf6 12. Nc3 b4 13. Na4 e4 14. Ng5 Be6 15. Bxe6 fxe6 16. Nxe6 Nbd7 17. Nxg7+ Kf7 18. Nf5 Bf8 19. Nd4 Rg8
20. Nxc6 Rxg2 21. Kf1 Rg8 22. d4 Rc8 23. Nxa7 Rxc2 24. Bf4 Ng4 25. h3 Rxf2+ 26. Ke1 Rxf4 27. Rg1 Ne3 28. Rh1 Nc2+
29. Kd2 Rg2+ 30. Kc1 Nxa1 31. Kb1 Nc2 32. d5 Ne3 33. Re1 Nc2 34. Rc1 Ne3 35. Rc7 Rf1+ 36. Rc1 Rgg1 37. Rxf1+ Rxf1# 0-1`;

const { open } = await setStage();

/** A page on which the review of the game has begun; of so many moves ahead where that is told, or else of as many as its time allows. */
const reviewing = async ({ depth } = {}) => {
  const page = await open('#game=chess&you=both');
  if (depth) {
    await page.route('**/review', (route) => {
      const { time_ms: _, ...asked } = route.request().postDataJSON();
      return route.continue({ postData: JSON.stringify({ ...asked, depth }) });
    });
  }
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByText('Paste another game').click();
  await page.getByLabel('A game, as PGN or a list of moves').fill(GAME);
  await page.getByRole('button', { name: 'Review this game' }).click();
  return page;
};

it('marks the two blunders in the list of moves and shows what was better', async () => {
  // A slow machine sees as much as a fast one.
  const page = await reviewing({ depth: 4 });
  await page.locator('.accuracy dd').nth(1).waitFor({ timeout: 90_000 });
  await page.getByText('B01 Scandinavian Defense').waitFor();
  for (const text of ['27. Rg1', '28. Rh1']) {
    const flaw = page.locator('.flaw', { hasText: text });
    assert.match(await flaw.getAttribute('data-judgement'), /^(mistake|blunder)$/, text);
    assert.match(await flaw.textContent(), /better \S+/);
  }
  await page.locator('.flaw', { hasText: '27. Rg1' }).click();
  await page.waitForFunction(() => location.hash.includes('at=52'));
  assert.match(await page.locator('.move-list button', { hasText: 'Rg1' }).getAttribute('aria-label'), /Rg1, (mistake|blunder)/);
  assert.ok(await page.locator('.curve').isVisible());
});

it('is told again over a reload, and for who comes back to the game', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5,d1h5,e8e7,h5e5');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review this game' }).click();
  const told = async () => {
    await page.locator('.move-list button', { hasText: 'Ke7' }).and(page.getByRole('button', { name: /blunder/ })).waitFor();
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.locator('.flaw', { hasText: '2… Ke7??' }).waitFor();
    await page.locator('.accuracy dd').nth(1).waitFor();
  };
  await told();
  await page.reload();
  await told();
  await page.locator('[data-action=new]').click();
  await page.locator('.flaw').first().waitFor({ state: 'detached' });
  await page.goBack();
  await told();
});

it('shows a better move on the board, from where it should have been played, and faintly the one that was', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5,d1h5,e8e7,h5e5');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.flaw', { hasText: '2… Ke7??' }).click();
  await page.waitForFunction(() => location.hash.includes('at=3'));
  await page.waitForFunction(() => document.querySelectorAll('.arrow').length === 2);
  const [played, better] = await page.locator('.arrow').evaluateAll((drawn) => drawn.map((arrow) => Number(arrow.getAttribute('opacity'))));
  assert.ok(played < better, `${played} < ${better}`);
  assert.match(await page.locator('[data-cell=e8]').getAttribute('aria-label'), /king/);
});

it('takes moves without numbers, and keeps the strength and the pace', async () => {
  const page = await open('#game=chess&elo=1500&pace=800');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByText('Paste another game').click();
  await page.getByLabel('A game, as PGN or a list of moves').fill('e4 e5 Nf3 Nc6');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.waitForFunction(() => /you=both&elo=1500&pace=800&seed=\d+&moves=e2e4,e7e5,g1f3,b8c6$/.test(location.hash));
});

it('takes comments, annotations and variations of any game for what they are', async () => {
  const page = await open('#game=checkers&you=both');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByText('Paste another game').click();
  const review = async (text, moves) => {
    await page.getByLabel('A game, as PGN or a list of moves').fill(text);
    await page.getByRole('button', { name: 'Review this game' }).click();
    await page.waitForFunction((read) => decodeURIComponent(location.hash).includes(read), `moves=${moves}`);
  };
  await review('[Event "x"]\n1. 11-15 $1 {common} 23-19 (23-18 8-11 (9-14 18x9)) ; a line\n2. 8-11 22-17 *', '11-15,23-19,8-11,22-17');
  await go(page, '#game=backgammon&you=both');
  await page.locator('game-board[data-game=backgammon]').waitFor();
  await review('roll 31, 8/5 6/5, (roll 11, 8/7(2) 6/5(2)), roll 66, 24/18(2) 13/7(2)', 'roll+31,8/5+6/5,roll+66,24/18(2)+13/7(2)');
});

it('is over where its game is, and so is what was said of it', async () => {
  const page = await open('#game=chess&you=both&moves=f2f3,e7e5,g2g4,a7a6,d2d4');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review this game' }).click();
  const said = page.getByText(/could have been (much )?better/);
  await said.waitFor();
  await page.locator('.move-list button', { hasText: 'f3' }).first().click();
  await page.waitForFunction(() => location.hash.includes('at=1'));
  assert.ok(await said.isVisible(), 'the game is still there');
  await page.locator('[data-cell=d7]').click();
  await page.locator('[data-cell=d5]').click();
  await page.waitForFunction(() => location.hash.endsWith('moves=f2f3,d7d5'));
  await said.waitFor({ state: 'hidden' });
});

it('is a step away at the end of a game, once', async () => {
  const page = await open('#game=chess&you=both&moves=f2f3,e7e5,g2g4,d8h4');
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().endsWith('/review'))));
  const look = page.locator('.result').getByRole('button', { name: 'Review' });
  await look.click();
  await page.locator('.flaw', { hasText: '2. g4' }).waitFor();
  await page.getByText(/could have been better/).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-review', 'who asked stands at it');
  await page.getByRole('tab', { name: 'Play' }).click();
  await look.click();
  await page.locator('.flaw', { hasText: '2. g4' }).waitFor();
  assert.equal(asked, 1, 'what has been reviewed is shown again');
});

it('is brought to the top on a phone, where the verdict is seen', async () => {
  const page = await open('#game=chess&you=both&moves=f2f3,e7e5,g2g4,d8h4', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator('.result').getByRole('button', { name: 'Review' }).tap();
  await page.getByText(/could have been better/).waitFor();
  const [tools, flaw] = await Promise.all(['#panels', '.flaw'].map((part) => page.locator(part).boundingBox()));
  assert.ok(Math.abs(tools.y) < 2, `the tools begin at ${tools.y}`);
  assert.ok(flaw.y + flaw.height < 844, `the worst move is told down to ${flaw.y + flaw.height}`);
});

it('tells in how many moves a game is won for certain', async () => {
  const page = await open('#game=connect-four&you=both&moves=4,1,4,1,4,1,7');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.flaw .rest', { hasText: 'better 4: wins in 1 instead of loses in 2' }).waitFor();
});

it('that ends while another game is on its way tells nothing of either', async () => {
  const page = await open('#game=chess&you=both&moves=f2f3,e7e5,g2g4,a7a6,d2d4');
  await page.getByRole('tab', { name: 'Review' }).click();
  const lift = await gate(page, '**/review');
  const begin = page.getByRole('button', { name: 'Review this game' });
  await begin.click();
  await page.route('**/position', () => {});
  await go(page, '#game=pennies&you=both');
  await page.locator('.table[aria-busy]').waitFor();
  lift();
  await page.locator('progress').waitFor({ state: 'hidden' });
  assert.equal(await page.locator('#panel-review .fault').textContent(), '');
  assert.equal(await page.locator('.accuracy dd').count(), 0);
});

it('takes a game in one text, and no position without moves', async () => {
  const page = await open('#game=othello&you=both&moves=f5', { expected: /422/ });
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByText('Paste another game').click();
  const review = async (text) => {
    await page.getByLabel('A game, as PGN or a list of moves').fill(text);
    await page.getByRole('button', { name: 'Review this game' }).click();
  };
  await review('--------------------------XXX------XO--------------------------- O');
  await page.locator('#panel-review .fault', { hasText: 'There are no moves in this.' }).waitFor();
  assert.ok(await page.evaluate(() => location.hash.endsWith('moves=f5')), 'the table is left alone');
  await review('d3c3e6d2d1e1b2c1a3');
  await page.waitForFunction(() => location.hash.endsWith('moves=d3,c3,e6,d2,d1,e1,b2,c1,--,a3'));
});

it('is begun by one press, however late the service answers', async () => {
  const page = await open('#game=chess');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByText('Paste another game').click();
  await page.getByLabel('A game, as PGN or a list of moves').fill('e4 e5 Nf3 Nc6');
  const asked = [];
  await page.route('**/position', () => {});
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const begin = page.getByRole('button', { name: 'Review this game' });
  await begin.evaluate((button) => [1, 2].forEach(() => button.click()));
  await page.locator('progress').waitFor();
  // What was asked before this has been seen when this is answered.
  await page.evaluate(() => fetch('/healthz'));
  assert.deepEqual(asked, ['/position', '/healthz']);
});

it('leaves the table alone where what was pasted is no game', async () => {
  const page = await open('#game=chess&you=both&moves=d2d4', { expected: /422/ });
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByText('Paste another game').click();
  await page.getByLabel('A game, as PGN or a list of moves').fill('1. e4 e5 2. Ke7');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('#panel-review .fault:not(:empty)').waitFor();
  assert.ok(await page.evaluate(() => location.hash.endsWith('moves=d2d4')));
  await page.locator('[data-cell=d7]').click();
  await page.locator('[data-cell=d5]').click();
  await page.waitForFunction(() => location.hash.endsWith('moves=d2d4,d7d5'));
});

/** Plays d2d4 from the start of a game. */
const playAnother = async (page) => {
  await page.locator('[data-cell=d2][data-open]').click();
  await page.locator('[data-cell=d4][data-open]').click();
  await page.waitForFunction(() => location.hash.endsWith('moves=d2d4'));
};

const ANOTHER = {
  'another game': (page) => page.locator('[data-action=new]').click(),
  'another move in the same game': (page) => page.getByRole('button', { name: 'Start of the game' }).click(),
};

for (const [name, begin] of Object.entries(ANOTHER)) {
  it(`ends with ${name}, and says nothing of it`, async () => {
    const page = await reviewing();
    await page.waitForFunction(() => document.querySelector('progress').value > 0);
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/review'));
    await begin(page);
    await playAnother(page);
    await givenUp;
    await page.locator('progress').waitFor({ state: 'hidden' });
    assert.deepEqual(await page.locator('.move-list tbody button').evaluateAll((moves) => moves.map(({ textContent, dataset }) => [textContent, dataset.judgement])), [['d4', undefined]]);
    assert.equal(await page.locator('.flaw, .accuracy dd, .fault:not(:empty)').count(), 0);
  });
}
