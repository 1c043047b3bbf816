// The time squid: the tree of a tic-tac-toe game near its end, with the values that are known.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setStage } from './stage.js';

const { ask, open } = await setStage();

/** X to move: cells 1 and 2 lose, cell 4 wins. */
const POSITION = 'O../O.X/XXO';

/** Opens the tree of its futures. */
const layOpen = async () => {
  const page = await open(`#game=tic-tac-toe&you=both&position=${POSITION}`);
  await page.getByRole('tab', { name: 'Futures' }).click();
  await page.getByLabel('Moves deep').selectOption('4');
  await page.locator('.node[data-ply="3"]').first().waitFor();
  return page;
};

it('shows each branch with its value', async () => {
  const page = await layOpen();
  const branches = await page.locator('.node[data-ply="1"]').evaluateAll((nodes) => nodes.map(({ dataset }) => [dataset.move, Number(dataset.worth)]));
  assert.deepEqual(new Map(branches), new Map([['1', -1], ['2', -1], ['4', 1]]));
  assert.match(await page.locator('.told').textContent(), /^Worth a win in 3 to X: centre\.$/);
  const tree = await ask('/tree', { game: 'tic-tac-toe', position: POSITION, depth: 4 });
  assert.equal(await page.locator('.node').count(), tree.nodes);
});

it('tells a mate by its moves', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5,d1h5,b8c6,f1c4');
  await page.getByRole('tab', { name: 'Futures' }).click();
  await page.getByText('The same tree as a list').click();
  await page.locator('.tree-list li', { hasText: 'Nf6: #−1' }).waitFor();
});

it('tells a certain end in words, as it is told elsewhere, and a margin by its size', async () => {
  for (const [where, branch, worth] of [
    ['game=checkers&position=B:W18:B14,15', '15x22: wins in 1', 'Worth a win in 1 to Black: 14x23.'],
    ['game=connect-four&position=415262', '7: wins in 1', 'Worth a win in 1 to Yellow: 3.'],
    ['game=tic-tac-toe&moves=4,0,8,2,6', 'left: loses in 2', 'Worth a win in 1 to O: top.'],
    ['game=kalah&position=6,4: 0 0 0 0 0 1 (22) / 0 0 0 0 0 2 (23) S', '6: −2', 'Worth −2 to South: 6.'],
  ]) {
    const page = await open(`#${where}&you=both`);
    await page.getByRole('tab', { name: 'Futures' }).click();
    await page.getByText('The same tree as a list').click();
    await page.locator('.tree-list > ul > li', { hasText: branch }).waitFor();
    assert.equal(await page.locator('.told').textContent(), worth);
  }
});

it('shows estimates no paler beside a certain win', async () => {
  const page = await open('#game=connect-four&position=415262&you=both');
  await page.getByRole('tab', { name: 'Futures' }).click();
  await page.locator('.node[data-move="7"]').first().waitFor();
  const strengths = await page.locator('.node').evaluateAll((nodes) => nodes.map(({ dataset, style }) => [Number(dataset.worth), Number(style.getPropertyValue('--much'))]));
  const strongest = (kept) => Math.max(...strengths.filter(([worth]) => kept(Math.abs(worth))).map(([, much]) => much));
  assert.deepEqual([strongest((worth) => worth === 18), strongest((worth) => worth < 18)], [1, 1]);
});

it('climbs step by step, and alpha-beta comes to the same value', async () => {
  const page = await layOpen();
  for (const method of ['minimax', 'alphabeta']) {
    await page.getByLabel('Method').selectOption(method);
    const slider = page.getByRole('slider', { name: 'Step' });
    await slider.fill('0');
    assert.equal(await page.locator('.node[data-state="valued"]').count(), 0);
    const steps = Number(await slider.getAttribute('max'));
    for (let n = 0; n < steps; n += 1) await page.getByRole('button', { name: 'One step on' }).click();
    assert.equal(await page.locator('.node[data-ply="0"] text').textContent(), 'win');
    const unseen = await page.locator('.node:is([data-state="unseen"], [data-state="cut"])').count();
    if (method === 'minimax') assert.equal(unseen, 0);
  }
});

it('shows where alpha-beta cuts, and with which alpha and beta', async () => {
  const page = await open('#game=pennies&you=both&position=7');
  await page.getByRole('tab', { name: 'Futures' }).click();
  await page.getByLabel('Moves deep').selectOption('7');
  await page.locator('#panel-futures .facts', { hasText: ', 7 deep' }).waitFor();
  const tree = await ask('/tree', { game: 'pennies', position: '7', depth: 7 });
  const cuts = (node) => (node.fate === 'cut' ? 1 : 0) + node.children.reduce((sum, child) => sum + cuts(child), 0);
  assert.equal(await page.locator('.node[data-state="cut"]').count(), cuts(tree.root));
  const told = await page.evaluate(async () => {
    const slider = document.querySelector('#tree-step');
    for (let n = 1; n <= Number(slider.max); n += 1) {
      slider.value = n;
      slider.dispatchEvent(new Event('input'));
      const text = document.querySelector('.told').textContent;
      if (text.startsWith('Cut')) return text;
    }
    return '';
  });
  assert.match(told, /sure of [^()]+ \(alpha\).*hold us to [^()]+ \(beta\)/);
});

it('goes on below a tile that chance brings, with how likely each is', async () => {
  const page = await open('#game=2048&position=2+2%2F0+0&you=both');
  await page.getByRole('tab', { name: 'Futures' }).click();
  await page.locator('#panel-futures .facts', { hasText: ', 2 deep' }).waitFor();
  const slid = page.locator('.node[data-awaits="tile"][data-ply="1"]');
  assert.ok(await page.locator('.node[data-ply="2"]').count() > await slid.count());
  await page.getByText('The same tree as a list').click();
  await page.locator('.tree-list summary').nth(1).click();
  assert.match(await page.locator('.tree-list li li').first().textContent(), /\d on \w\d \(\d+\.\d%\)/);
  await page.getByRole('slider', { name: 'Step' }).fill('2');
  assert.match(await page.locator('.told').textContent(), /chance brings a tile/);
});

it('says how large the tree is, and that a game that is over has none', async () => {
  const page = await open('#game=pennies&you=both&position=7');
  await page.getByRole('tab', { name: 'Futures' }).click();
  const told = (size) => page.locator('#panel-futures .facts', { hasText: size }).waitFor();
  await told(/^13 positions, 2 deep; alpha-beta visits 11, 15% fewer\.$/);
  await page.locator('[data-cell="3"]').click();
  await told(/^Ten positions, 2 deep; alpha-beta visits every one\.$/);
  await page.locator('[data-cell="3"]').click();
  await told(/^Two positions, /);
  await page.locator('[data-cell="1"]').click();
  await told(/^The game is over\.$/);
  assert.equal(await page.locator('.node').count(), 0);
});

it('is drawn anew where there is more or less room, at the same step', async () => {
  const page = await layOpen();
  await page.getByRole('slider', { name: 'Step' }).fill('3');
  const told = await page.locator('.told').textContent();
  const drawn = await page.locator('.tree').evaluateHandle((tree) => tree);
  await page.setViewportSize({ width: 700, height: 800 });
  await page.waitForFunction((before) => !before.isConnected, drawn);
  await page.waitForFunction(() => Math.abs(document.querySelector('.tree').clientWidth - document.querySelector('.canvas').clientWidth) < 5);
  assert.equal(await page.getByRole('slider', { name: 'Step' }).inputValue(), '3');
  assert.equal(await page.locator('.told').textContent(), told);
});

it('writes moves where they have room', async () => {
  const page = await open('#game=tic-tac-toe&you=both&moves=4,0,8', { viewport: { width: 1280, height: 800 } });
  await page.getByRole('tab', { name: 'Futures' }).click();
  await page.locator('.node-move').first().waitFor();
  const overlapping = await page.locator('.node-move').evaluateAll((moves) => {
    const boxes = moves.map((move) => move.getBoundingClientRect());
    return boxes.filter((one, n) => boxes.some((other, m) => m > n && Math.abs(one.top - other.top) < 2 && one.left < other.right && other.left < one.right)).length;
  });
  assert.equal(overlapping, 0);
});

it('whoever opens the futures stays at the tabs, and is led to the tree when asking for it', async () => {
  const page = await open('#game=pennies&you=both&position=7');
  await page.getByRole('tab', { name: 'Futures' }).click();
  await page.locator('.node').first().waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.getByRole('button', { name: 'Look at the tree' }).click();
  await page.waitForFunction(() => scrollY > 0 && document.querySelector('.tree').getBoundingClientRect().bottom <= innerHeight);
});
