// A whole game of every game that the service lists, by mouse, by touch and by keyboard alone.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { play, played, untilPlayed } from './hands.js';
import { LONG, STARTS, choose } from './lines.js';
import { setStage } from './stage.js';

/** Whoever needs more moves to an end does not come to one. */
const LONGEST = 64;

const { games, ask, open } = await setStage();

for (const game of games) {
  describe(game.name, () => {
    for (const hand of ['mouse', 'touch', 'keyboard']) {
      it(`is played to the end by ${hand}`, async () => {
        const start = STARTS[game.id];
        const fragment = `#game=${game.id}&you=both&seed=7${start ? `&position=${encodeURIComponent(start)}` : ''}`;
        const page = await open(fragment, { hasTouch: hand === 'touch' });
        let view;
        let made = 0;
        for (;;) {
          const moves = await played(page);
          view = await ask('/position', { game: game.id, ...(start ? { position: start } : {}), ...(moves.length ? { moves } : {}) });
          if (view.status.over || made >= (LONG.get(game.id) ?? LONGEST)) break;
          await play(page, hand, choose(game.id, view.legal_moves, made));
          made += 1;
        }
        assert.ok(made > 0 && (view.status.over || LONG.has(game.id)), `${made} moves were not enough`);
        if (view.status.over) {
          await page.locator('#result[data-tone="over"]').waitFor();
          const said = await page.locator('#result strong').textContent();
          if (view.status.winner) assert.match(said, new RegExp(`${view.status.winner} wins`, 'i'));
          const live = page.locator('#live', { hasText: said.trim() });
          await live.waitFor({ state: 'attached' });
        }
      });
    }
  });
}

it('a row that has won is marked whole, though another look is taken', async () => {
  const marked = (page) => page.locator('.cell[data-last]').evaluateAll((cells) => cells.map(({ dataset }) => dataset.cell).sort());
  for (const [fragment, row] of [['game=connect-four&moves=1,2,1,2,1,2,1', ['a1', 'a2', 'a3', 'a4']], ['game=tic-tac-toe&moves=0,1,4,2,8', ['0', '4', '8']]]) {
    const page = await open(`#${fragment}&you=both`);
    await page.locator('#result', { hasText: 'in a row' }).waitFor();
    assert.deepEqual(await marked(page), row);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('#result', { hasText: 'to move' }).waitFor();
    assert.equal((await marked(page)).length, 1, 'the last move');
  }
});

it('a game is explained, and begun on a board of another size, which a new game keeps', async () => {
  const page = await open('#game=go&you=both');
  await page.locator('summary', { hasText: 'How to play' }).click();
  await page.locator('.rules p', { hasText: 'Two passes end the game' }).waitFor();
  await page.getByRole('radio', { name: '13 x 13' }).check();
  const cells = (many) => page.waitForFunction((count) => document.querySelectorAll('game-board .cell:not([data-cell=pass])').length === count, many);
  await cells(169);
  await page.locator('[data-cell="D4"]').click();
  await untilPlayed(page, 1);
  await page.getByRole('button', { name: 'New game' }).click();
  await untilPlayed(page, 0);
  await cells(169);
  assert.ok(await page.getByRole('radio', { name: '13 x 13' }).isChecked());
  await page.getByRole('radio', { name: '9 x 9' }).check();
  await cells(81);
  assert.doesNotMatch(await page.evaluate(() => location.hash), /position=/);
});
