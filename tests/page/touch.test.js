// What a hand does on the board, as hands are: they tremble, are broad, and put a man down on its way.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gate } from './browser.js';
import { played, untilPlayed } from './hands.js';
import { setStage } from './stage.js';

const { open } = await setStage();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const middle = async (page, id) => {
  const { x, y, width, height } = await page.locator(`.cell[data-cell="${id}"]`).boundingBox();
  return [x + width / 2, y + height / 2];
};

/** A press that is let go so far away, with a finger or with the mouse. */
const PRESS = {
  async finger(page, [x, y], [dx, dy]) {
    const finger = await page.context().newCDPSession(page);
    const touch = (type, ...touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y });
    for (const part of [0.5, 1]) await touch('touchMove', { x: x + dx * part, y: y + dy * part });
    await touch('touchEnd');
  },
  async mouse(page, [x, y], [dx, dy]) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 2 });
    await page.mouse.up();
  },
};

for (const [name, press] of Object.entries(PRESS)) {
  it(`a ${name} that trembles plays where it pressed`, async () => {
    const page = await open('#game=go&you=both', PHONE);
    await press(page, await middle(page, 'E5'), [8, 3]);
    await untilPlayed(page, 1);
    assert.deepEqual(await played(page), ['E5']);
  });

  it(`a man that a trembling ${name} picks up stays in the hand, and is put down the same way`, async () => {
    const page = await open('#game=chess&you=both', PHONE);
    const held = page.locator('.cell[aria-selected=true]');
    const e2 = await middle(page, 'e2');
    await press(page, e2, [-3, 8]);
    await held.waitFor();
    assert.equal(await page.locator('[data-cell=e2] > svg').evaluate((drawing) => drawing.style.translate), '', 'it lies in its cell');
    await press(page, e2, [8, 0]);
    await held.waitFor({ state: 'detached' });
    await press(page, e2, [-3, 8]);
    await press(page, await middle(page, 'd2'), [3, 8]);
    assert.equal(await held.getAttribute('data-cell'), 'd2', 'another one takes its place');
    await press(page, await middle(page, 'd4'), [-8, 0]);
    await untilPlayed(page, 1);
    assert.deepEqual(await played(page), ['d2d4']);
  });
}

const SMALL = { ...PHONE, viewport: { width: 390, height: 844 } };
const GO = `#game=go&you=both&position=${encodeURIComponent('19x19 komi 7.5 B: ')}`;
const NOUGHTS = `#game=tic-tac-toe&you=both&position=${encodeURIComponent(Array(15).fill('.'.repeat(15)).join('/'))}`;

for (const [board, fragment, [one, two, three], names] of [
  ['crossings', GO, ['K10', 'L10', 'T1'], ['K10', 'L10', 'T1']],
  ['cells', NOUGHTS, ['112', '113', '224'], ['h8', 'i8', 'o1']],
]) {
  it(`a finger aims at ${board} smaller than itself, and plays where it comes down again`, async () => {
    const page = await open(fragment, SMALL);
    const aims = async (id, name) => {
      await page.locator(`[data-cell="${id}"]`).tap();
      await page.locator('#result', { hasText: new RegExp(`^Touch it again to play ${name}\\.$`) }).waitFor();
      assert.deepEqual(await page.locator('[data-aimed]').evaluateAll((cells) => cells.map(({ dataset }) => dataset.cell)), [id]);
      assert.deepEqual(await played(page), before);
    };
    let before = [];
    await aims(one, names[0]);
    await aims(two, names[1]);
    await page.locator(`[data-cell="${two}"]`).tap();
    await untilPlayed(page, 1);
    before = await played(page);
    await aims(one, names[0]);
    await page.locator(`[data-cell="${one}"]`).tap();
    await untilPlayed(page, 2);
    before = await played(page);
    await aims(three, names[2]);
    const ghost = page.locator('.ghost');
    assert.deepEqual(await ghost.evaluateAll((all) => all.map(({ dataset }) => dataset.seat)), ['first'], 'it is as whose move it is');
    await page.locator(`[data-cell="${two}"]`).tap();
    await page.locator('#result', { hasText: 'Nothing can be played here.' }).waitFor();
    assert.equal(await ghost.count(), 0);
    await aims(three, names[2]);
    await page.keyboard.press('Escape');
    await page.locator('#result', { hasText: 'to move.' }).waitFor();
    assert.equal(await page.locator('[data-aimed], .ghost').count(), 0);
    assert.deepEqual(await played(page), before);
  });
}

it('whoever hits what is small plays at once: a mouse, a keyboard, a finger on a board drawn larger, or on a button', async () => {
  const page = await open(GO, SMALL);
  await page.mouse.click(...await middle(page, 'K10'));
  await untilPlayed(page, 1);
  await page.locator('[data-cell=Q16]').tap();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await untilPlayed(page, 2);
  await page.locator('[data-cell=pass]').tap();
  await untilPlayed(page, 3);
  const fingers = await page.context().newCDPSession(page);
  await fingers.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
  await page.waitForFunction(() => visualViewport.scale === 2);
  await page.locator('[data-cell=C17]').tap();
  await untilPlayed(page, 4);
  assert.deepEqual(await played(page), ['K10', 'R16', 'pass', 'C17']);
});

it('a man who jumps on stands where his last jump led', async () => {
  const page = await open('#game=checkers&you=both&position=B:W18,10,26,27,19:B14,15,6');
  const men = () => page.locator('.cell[data-holds]').evaluateAll((cells) => cells.filter(({ ariaLabel }) => ariaLabel.includes('black')).map(({ dataset }) => dataset.cell).sort());
  const drag = async (from, to) => {
    await page.mouse.move(...await middle(page, from));
    await page.mouse.down();
    await page.mouse.move(...await middle(page, to), { steps: 2 });
    await page.mouse.up();
  };
  await drag('15', '24');
  assert.deepEqual(await men(), ['14', '24', '6']);
  await page.keyboard.press('Escape');
  assert.deepEqual(await men(), ['14', '15', '6'], 'he is back where he began');

  await drag('15', '24');
  const lift = await gate(page, '**/position', { times: 1 });
  await Promise.all([page.waitForRequest('**/position'), drag('24', '31')]);
  assert.deepEqual(await men(), ['14', '31', '6'], 'before the service has answered');
  assert.ok(await page.locator('[data-cell="31"] > svg').evaluate((drawing) => drawing.checkVisibility({ opacityProperty: true })));
  lift();
  await untilPlayed(page, 1);
  assert.deepEqual(await played(page), ['15x24x31']);
});

it('the question what a pawn becomes is asked inside the board, and the page stays as wide as it is', async () => {
  for (const [from, to] of [['h7', 'h8'], ['a7', 'a8']]) {
    const page = await open('#game=chess&you=both&position=4k3/P6P/8/8/8/8/p6p/R3K2R+w+KQ+-+0+1', PHONE);
    for (const id of [from, to]) await page.locator(`[data-cell=${id}]`).tap();
    const [choice, board] = await Promise.all(['.choice', 'game-board .board'].map((each) => page.locator(each).boundingBox()));
    assert.ok(choice.x >= board.x && choice.x + choice.width <= board.x + board.width);
    assert.deepEqual(await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]), [360, 360]);
  }
});

it('what a finger presses is as large as a finger', async () => {
  const page = await open('#game=go&you=both&moves=E5,D4', PHONE);
  const small = (selector) => page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).filter(({ width, height }) => Math.min(width, height) < 44).length);
  for (const selector of ['.move-list button', '.cell[data-cell=pass]']) assert.equal(await small(selector), 0, selector);
  const [pass, seat] = await Promise.all(['[data-cell=pass]', '#near'].map((each) => page.locator(each).boundingBox()));
  assert.ok(pass.y + pass.height <= seat.y, 'and lies on nothing else');
  await page.getByRole('tab', { name: 'The call' }).tap();
  assert.equal(await small('#panel-call a'), 0);
  await page.goto(new URL('/docs', page.url()).href);
  await page.locator('#contents a').first().waitFor();
  assert.equal(await small('#contents a'), 0);
});
