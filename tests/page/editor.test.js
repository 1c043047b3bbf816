// The board editor: positions that somebody puts together, in every game whose boards can be written by hand.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { go, violations, visit } from './browser.js';
import { setStage } from './stage.js';

const { games, open } = await setStage();

/** Games whose cells hold one piece or none, each with a position that is not its start. */
const WRITTEN = {
  chess: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1',
  'tic-tac-toe': '..../.X../..O./.... win 3',
  // As a row of digits it is as long as the wall has holes.
  'connect-four': '777777',
  othello: '--------------------------XXX------XO--------------------------- O',
  checkers: 'W:W18,K22:BK1,2,12',
  go: '5x5 komi 0.5 W: ...../.O.../..X../...../.....',
};
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const link = (game, position) => `#game=${game}&you=both&position=${encodeURIComponent(position)}`;
const editor = (page) => page.getByRole('dialog', { name: 'Set up a position' });
const button = (page, name) => editor(page).getByRole('button', { name });
const position = (page) => page.locator('#position-out').textContent();

async function edit(page) {
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Board editor' }).click();
  await editor(page).waitFor();
}

/** Puts pieces onto the board of the editor, by name and cell. */
async function put(page, pieces) {
  for (const [piece, cell] of pieces) {
    await editor(page).getByRole('radio', { name: piece, exact: true }).check();
    await page.locator(`edited-board [data-cell="${cell}"]`).click();
  }
}

/** Opens what is in the editor; answers the position on the table. */
async function play(page) {
  await button(page, 'Play from here').click();
  await editor(page).waitFor({ state: 'hidden' });
  await page.locator('.table:not([aria-busy])').waitFor();
  return position(page);
}

it('is there for the games whose cells hold one piece or none, and for no others', async () => {
  const page = await open();
  await page.getByRole('tab', { name: 'Share' }).click();
  for (const game of games) {
    await visit(page, game);
    assert.equal(await page.getByRole('button', { name: 'Board editor' }).isVisible(), game.id in WRITTEN, game.id);
  }
});

for (const [game, written] of Object.entries(WRITTEN)) {
  it(`${game}: what is left as it stands on the table comes back the same, and so does what was cleared and undone`, async () => {
    const page = await open(link(game, written));
    await edit(page);
    const before = await position(page);
    const men = () => page.locator('edited-board [data-holds]').count();
    const there = await men();
    await button(page, 'Clear').click();
    assert.equal(await men(), 0);
    await button(page, 'Undo all').click();
    assert.equal(await men(), there);
    assert.equal(await play(page), before);
  });
}

it('a chess position by mouse: who stands at home may castle, and whoever is said to be is on turn', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4');
  await edit(page);
  assert.ok(await editor(page).getByRole('radio', { name: 'Black', exact: true }).isChecked(), 'whose turn it is on the table');
  await button(page, 'Clear').click();
  await put(page, [['white king', 'e1'], ['white rook', 'h1'], ['white rook', 'b1'], ['black king', 'e8'], ['black rook', 'a8'], ['white pawn', 'a2'], ['Take off', 'a2']]);
  // The same again takes it off.
  await put(page, [['black pawn', 'c7'], ['black pawn', 'c7']]);
  assert.equal(await play(page), 'r3k3/8/8/8/8/8/8/1R2K2R b Kq - 0 1');
  assert.equal(await page.evaluate(() => document.activeElement.closest('game-board') !== null), true, 'the hand is on the table');
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes('e2e4'));
});

it('who has given up castling does not get it back, and the clocks go on', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,e7e5,e1e2,e8e7,e2e1,e7e8');
  await edit(page);
  assert.equal(await play(page), 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 4 4', 'nothing was changed');
  await edit(page);
  await put(page, [['Take off', 'a2']]);
  assert.equal(await play(page), 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/1PPP1PPP/RNBQKBNR w - - 4 4', 'a pawn was taken off');
  await edit(page);
  await button(page, 'Clear').click();
  await put(page, [['white king', 'e1'], ['white rook', 'h1'], ['black king', 'e8']]);
  assert.equal(await play(page), '4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'nothing of it is left');
});

it('what is kept of a text is what fits the pieces and the turn', async () => {
  const page = await open(link('chess', 'r3k2r/p7/8/8/3pP3/8/P7/R3K2R b Kk e3 0 20'), { expected: /422/ });
  await edit(page);
  await put(page, [['Take off', 'a2']]);
  assert.equal(await play(page), 'r3k2r/p7/8/8/3pP3/8/8/R3K2R b Kk e3 0 20');
  await edit(page);
  await put(page, [['Take off', 'h8']]);
  assert.equal(await play(page), 'r3k3/p7/8/8/3pP3/8/8/R3K2R b K e3 0 20', 'a rook that is gone castles no more');
  await edit(page);
  await editor(page).getByRole('radio', { name: 'White', exact: true }).check();
  assert.equal(await play(page), 'r3k3/p7/8/8/3pP3/8/8/R3K2R w K - 0 20', 'no pawn is taken in passing by its own');
});

it('by touch on a phone: what is touched is large enough, and nothing sticks out', async () => {
  for (const [game, written] of Object.entries(WRITTEN)) {
    const page = await open(link(game, written), PHONE);
    await edit(page);
    const { across, small } = await page.evaluate(() => {
      const [dialog, root] = [document.querySelector('dialog[open]'), document.documentElement];
      const targets = [...dialog.querySelectorAll('button, label')].filter((each) => each.checkVisibility()).map((each) => [each.textContent, each.getBoundingClientRect()]);
      return {
        across: Math.max(dialog.scrollWidth - dialog.clientWidth, root.scrollWidth - root.clientWidth, dialog.getBoundingClientRect().right - innerWidth),
        small: targets.filter(([, { width, height }]) => width < 44 || height < 44).map(([text]) => text),
      };
    });
    assert.ok(across <= 0, `${game} is ${across} pixels too wide`);
    assert.deepEqual(small, [], game);
  }
  const page = await open('#game=othello&you=both', PHONE);
  await edit(page);
  await editor(page).getByRole('radio', { name: 'white disc' }).tap();
  await page.locator('edited-board [data-cell="f5"]').tap();
  await editor(page).getByRole('radio', { name: 'White', exact: true }).tap();
  await button(page, 'Play from here').tap();
  await page.waitForFunction(() => /OO-.* O$/.test(document.getElementById('position-out').textContent));
});

it('by keyboard alone: a crown is chosen, carried by arrows and put by Enter', async () => {
  const page = await open(link('checkers', WRITTEN.checkers));
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Board editor' }).focus();
  await page.keyboard.press('Enter');
  await editor(page).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.value), 'black man', 'the pieces come first');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+Tab');
  const cell = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert.equal(await cell(), '32, empty');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.match(await cell(), /^\d+, black crown$/);
  const [number] = /\d+/.exec(await cell());
  assert.equal(await editor(page).getByRole('status').textContent(), `Black crown on ${number}.`);
  await page.keyboard.press('Escape');
  await editor(page).waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Board editor', 'Escape leaves it');
  assert.equal(await position(page), WRITTEN.checkers);
});

it('a text that may leave the turn to its reader need not tell it, and what else it says is kept', async () => {
  const page = await open(link('tic-tac-toe', '..../.X../..O./.... win 3'));
  await edit(page);
  assert.ok(await editor(page).getByRole('radio', { name: 'Whoever is due' }).isChecked());
  await put(page, [['X cross', '0']]);
  assert.equal(await play(page), 'X.../.X../..O./.... win 3');
  await edit(page);
  await put(page, [['X cross', '0']]);
  await editor(page).getByRole('radio', { name: 'O', exact: true }).check();
  assert.equal(await play(page), '..../.X../..O./.... win 3 O');
});

it('what no game leads to is told beside the editor with what can be done about it, and nothing moves', async () => {
  const page = await open('#game=chess&you=both', { expected: /422/ });
  const whole = () => page.evaluate(() => ['.table', '.side', '#panels'].map((part) => JSON.stringify(document.querySelector(part).getBoundingClientRect())));
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Board editor' }).scrollIntoViewIfNeeded();
  const closed = await whole();
  await edit(page);
  assert.deepEqual(await whole(), closed, 'the page stays where it is');
  const box = () => editor(page).boundingBox();
  const before = await box();
  await button(page, 'Clear').click();
  await put(page, [['white king', 'e1']]);
  await button(page, 'Play from here').click();
  const fault = editor(page).locator('.fault');
  await fault.filter({ hasText: 'king' }).waitFor();
  assert.equal(await fault.textContent(), 'Black has no king. Each side has exactly one king.');
  assert.deepEqual(await box(), before);
  assert.match(await position(page), /^rnbqkbnr/, 'the table is left alone');
  await put(page, [['black king', 'e8']]);
  assert.equal(await fault.textContent(), '', 'what was mended is told no longer');
  assert.equal(await play(page), '4k3/8/8/8/8/8/8/4K3 w - - 0 1');
});

it('it goes when another game comes', async () => {
  const page = await open('#game=go&you=both');
  await edit(page);
  await go(page, '#game=chess&you=both');
  await editor(page).waitFor({ state: 'hidden' });
  await edit(page);
  assert.equal(await page.locator('edited-board .cell').count(), 64);
});

for (const scheme of ['light', 'dark']) {
  it(`axe finds nothing in the editor of any game, ${scheme}`, async () => {
    for (const game of Object.keys(WRITTEN)) {
      const page = await open(link(game, WRITTEN[game]), { colorScheme: scheme });
      await edit(page);
      assert.deepEqual(await violations(page, scheme), [], game);
    }
  });
}
