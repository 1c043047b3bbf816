// What axe does not look at: the colours inside the drawings of boards, the edge of a board, and which
// colours are there from the first moment.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { go, visit } from './browser.js';
import { setStage } from './stage.js';

const { url, games, open } = await setStage();

const SCHEMES = ['light', 'dark', 'contrast'];

/** Text and what it stands on, as selectors; backgrounds are of elements, fills of drawings. */
const TEXTS = {
  chess: [['.legend.on-light', '.ground .light'], ['.legend.on-dark', '.ground .dark']],
  checkers: [['.legend.on-dark', '.ground .dark']],
  go: [['.legend', '.ground .wood']],
  backgammon: [['.legend', '.board']],
  othello: [['.legend', '.board']],
  kalah: [['.count', '.ground .pit'], ['.legend', '.board']],
  'connect-four': [['.legend', '.ground .wall']],
};

/** What has its colour elsewhere than in its fill. */
const PAINT = { '.board': 'backgroundColor', '.worth': 'backgroundColor', '.worth-fill': 'backgroundColor', '.worth-text': 'color' };

/** The colour in which something of the field is painted, and how much it covers. */
const painted = async (page, [selector, property = PAINT[selector] ?? 'fill', pseudo]) => {
  const [colour, opacity] = await page.evaluate(([each, name, part]) => {
    const style = getComputedStyle(document.querySelector(`.field ${each}`), part);
    return [style[name], style.opacity];
  }, [selector, property, pseudo]);
  const [red, green, blue, alpha = 1] = colour.match(/rgb[^)]*\)/)[0].match(/[\d.]+/g).map(Number);
  return { parts: [red, green, blue], cover: alpha * Number(opacity) };
};

/** What is seen where one colour lies on another. */
const laid = ({ parts, cover }, ground) => parts.map((part, n) => part * cover + ground[n] * (1 - cover));

const WHITE = [255, 255, 255];

/** How bright a colour is, as WCAG counts it. */
const luminance = (parts) => {
  const [red, green, blue] = parts.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** How far a mark is apart from the layers that it lies on, as WCAG counts it; each is a selector, perhaps with what of it is painted. */
const contrast = async (page, ...layers) => {
  const [mark, ...below] = await Promise.all(layers.map((layer) => painted(page, [layer].flat())));
  const ground = below.reduceRight((seen, layer) => laid(layer, seen), WHITE);
  const [dim, bright] = [ground, laid(mark, ground)].map(luminance).sort((one, other) => one - other);
  return (bright + 0.05) / (dim + 0.05);
};

for (const scheme of SCHEMES) {
  it(`what is written on a board can be read, ${scheme}`, async () => {
    const page = await open();
    await page.getByLabel('Colours').selectOption(scheme);
    for (const [game, texts] of Object.entries(TEXTS)) {
      await visit(page, { id: game });
      for (const [text, ground] of texts) {
        const found = await contrast(page, text, ground);
        assert.ok(found >= 4.5, `${game}, ${text}: ${found.toFixed(2)}`);
      }
    }
    await visit(page, { id: 'kalah' });
    for (const seed of ['.seed', '.seed.two', '.seed.three']) {
      const found = await contrast(page, seed, '.ground .pit');
      assert.ok(found >= 3, `${seed}: ${found.toFixed(2)}`);
    }
  });
}

for (const scheme of SCHEMES) {
  it(`the bar of chances has the colours of the players, ${scheme}`, async () => {
    const page = await open();
    await page.getByLabel('Colours').selectOption(scheme);
    for (const { id, players: [first, second] } of games.filter(({ nature }) => nature.agents === 2)) {
      for (const [loser, ground] of [[second, '.worth-fill'], [first, '.worth']]) {
        await go(page, `#game=${id}&you=both&ended=${loser}`);
        // Of that game: the one before may have ended with the same words.
        await page.locator(`.table:has([data-game="${id}"]) #result`, { hasText: `${loser} resigned` }).waitFor();
        await page.locator('.worth-text', { hasText: '100' }).waitFor();
        const colour = (selector) => page.locator(selector).evaluate((each) => getComputedStyle(each).backgroundColor);
        assert.deepEqual([await colour('.worth-fill'), await colour('.worth')], [await colour('#near .token'), await colour('#far .token')], id);
        const found = await contrast(page, '.worth-text', ground);
        assert.ok(found >= 4.5, `${id}, ${loser} resigned: ${found.toFixed(2)}`);
      }
    }
  });
}

it('where the system chooses the colours, what is chosen and whose a man is can be seen', async () => {
  const page = await open('#game=go&you=both&moves=E5,D4&ended=white', { forcedColors: 'active' });
  const style = (selector, name) => page.locator(selector).first().evaluate((each, property) => getComputedStyle(each)[property], name);
  const differ = async (name, one, other) => assert.notEqual(await style(one, name), await style(other, name), `${one}, ${other}`);
  await differ('backgroundColor', '.bar input:checked + span', '.bar input:not(:checked) + span');
  await differ('borderBottomColor', '.tabs [aria-selected=true]', '.tabs [aria-selected=false]');
  await differ('backgroundColor', '#near .token', '#far .token');
  await differ('backgroundColor', '.worth', '.worth-fill');
});

it('in high contrast what is picked up has a frame', async () => {
  const page = await open('#game=chess&you=both');
  await page.getByLabel('Colours').selectOption('contrast');
  await page.locator('[data-cell=b1]').click();
  const frame = await page.locator('[data-cell=b1][aria-selected=true]').evaluate((cell) => getComputedStyle(cell, '::before').boxShadow);
  assert.match(frame, /[4-9](\.\d+)?px inset/);
});

it('a pass that was made leaves its name to be read, and a finger finds it on the largest board', async () => {
  const empty = encodeURIComponent(`19x19 komi 7 B: ${Array(19).fill('.'.repeat(19)).join('/')}`);
  for (const turned of ['', '&turned']) {
    const page = await open(`#game=go&you=both${turned}&moves=pass&position=${empty}`, { viewport: { width: 375, height: 800 } });
    const pass = page.locator('[data-cell=pass]');
    assert.equal(await pass.evaluate((cell) => getComputedStyle(cell, '::after').display), 'none');
    const { y, height } = await pass.boundingBox();
    assert.ok(height >= 24);
    const line = await page.locator('[data-cell=K1]').boundingBox();
    assert.ok(turned ? y + height <= line.y + 0.5 : y >= line.y + line.height - 0.5, 'it lies beside the field');
  }
});

it('what is to be typed is told in the colour of other small print', async () => {
  const page = await open('#game=chess', { colorScheme: 'dark' });
  const [told, small] = await page.evaluate(() => [getComputedStyle(document.querySelector('#typed'), '::placeholder').color, getComputedStyle(document.querySelector('.speak label')).color]);
  assert.equal(told, small);
});

it('in high contrast every board has an edge', async () => {
  const page = await open();
  await page.getByLabel('Colours').selectOption('contrast');
  for (const game of ['chess', 'backgammon', 'kalah', 'go']) {
    await visit(page, { id: game });
    assert.equal(await page.locator('game-board .board').evaluate((board) => getComputedStyle(board).outlineStyle), 'solid', game);
  }
});

it('which colours were chosen, and that it is colours, can be read on a phone', async () => {
  const page = await open('#game=backgammon&you=both', { viewport: { width: 390, height: 844 } });
  assert.deepEqual(await page.getByLabel('Colours').locator('option').allTextContents(), ['Auto colours', 'Light colours', 'Dark colours', 'High contrast']);
  const spare = await page.getByLabel('Colours').evaluate((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font });
    const widest = Math.max(...[...select.options].map(({ text }) => pen.measureText(text).width));
    return select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - widest;
  });
  assert.ok(spare > 0, `${spare} px`);
});

it('colours that were chosen are there before the modules are', async () => {
  for (const path of ['/#game=pennies', '/docs']) {
    const page = await open('#game=pennies', { expected: /about:blank/ });
    await page.getByLabel('Colours').selectOption('contrast');
    await page.route('**/{main,docs}.js', () => {});
    await page.goto('about:blank');
    await page.goto(url + path, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'contrast');
  }
});

it('the last move is seen under the attack map', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4');
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.getByLabel('Attack map').check();
  await page.locator('[data-cell=e2][data-tint][data-last]').waitFor();
  assert.notEqual(await page.locator('[data-cell=e2]').evaluate((cell) => getComputedStyle(cell, '::before').boxShadow), 'none');
});

it('a slide leaves no mark on its arrow', async () => {
  const page = await open('#game=2048&you=both&moves=2@b4,2@d2,left,2@a1');
  const arrow = page.locator('[data-cell=left][data-last]');
  await arrow.waitFor();
  assert.equal(await arrow.evaluate((cell) => getComputedStyle(cell, '::before').display), 'none');
});

it('the route called game looks like every other route in the description', async () => {
  const page = await open('#game=pennies');
  await page.goto(`${url}/docs#game`);
  await page.locator('#game').waitFor();
  const weights = await page.locator('section.operation').evaluateAll((sections) => [...new Set(sections.map((section) => getComputedStyle(section).fontWeight))]);
  assert.deepEqual(weights, ['400']);
});

it('the names of squares can be read on one that is picked up', async () => {
  const page = await open('#game=checkers&you=both');
  for (const scheme of SCHEMES) {
    await page.getByLabel('Colours').selectOption(scheme);
    await page.evaluate(() => document.querySelector('[data-cell="11"]').setAttribute('aria-selected', 'true'));
    const found = await contrast(page, '.legend.on-dark', ['[data-cell="11"]', 'backgroundColor', '::before'], '.ground .dark');
    assert.ok(found >= 4.5, `${scheme}: ${found.toFixed(2)}`);
  }
});

it('a piece without a drawing has the beginning of its name', async () => {
  const page = await open('#game=tic-tac-toe&you=both');
  const names = await page.evaluate(async () => {
    const { draw } = await import('/static/0/board/pieces.js');
    return ['lance', 'lion'].map((kind) => draw({ kind, owner: 'x' }, { width: 1, height: 1 }, ['x', 'o']).textContent);
  });
  assert.deepEqual(names, ['Lan', 'Lio']);
});

it('whatever the players of a game are called, their pieces differ', async () => {
  const page = await open('#game=tic-tac-toe&you=both');
  const colours = await page.evaluate(async () => {
    const { draw } = await import('/static/0/board/pieces.js');
    return ['cat', 'dog'].map((owner) => {
      const piece = document.querySelector('game-board').appendChild(draw({ kind: 'paw', owner }, { width: 1, height: 1 }, ['cat', 'dog']));
      return getComputedStyle(piece.querySelector('.body')).fill;
    });
  });
  assert.notEqual(...colours);
});

/** By link what is told by a mark, once a cell has been touched: where each mark stands, and on what. */
const MARKS = [
  ['game=chess&moves=e2e4,d7d5', 'e4', [
    [['[data-cell=e5]', 'backgroundColor', '::after'], ['.ground .light', '.ground .dark']],
    [['[data-cell=d5]', 'borderTopColor', '::after'], ['.ground .light']],
    [['[data-cell=d5]', 'boxShadow', '::before'], ['.ground .light', '.ground .dark']],
    [['[data-cell=e4]', 'boxShadow', '::before'], ['.ground .light', '.ground .dark']],
  ]],
  ['game=othello&moves=d3', null, [
    [['[data-open=target]', 'backgroundColor', '::after'], ['.board']],
    [['[data-last]', 'boxShadow', '::before'], ['.board']],
    [['.frame', 'stroke'], ['.board']],
  ]],
  ['game=tic-tac-toe&moves=4', null, [[['[data-last]', 'boxShadow', '::before'], ['.board']]]],
  ['game=backgammon&seed=4&moves=roll+31', '24', [[['[data-open=target]', 'backgroundColor', '::after'], ['.board']]]],
];

for (const scheme of SCHEMES) {
  it(`where a man may go, went and is held can be told from the ground, ${scheme}`, async () => {
    for (const [link, touched, marks] of MARKS) {
      const page = await open(`#${link}&you=both`);
      await page.getByLabel('Colours').selectOption(scheme);
      if (touched) await page.locator(`[data-cell="${touched}"]`).click();
      else await page.evaluate(() => document.querySelector('game-board').point([{ touches: [document.querySelector('[data-open=target]').dataset.cell] }]));
      for (const [mark, grounds] of marks) {
        for (const ground of grounds) {
          const found = await contrast(page, mark, ground);
          assert.ok(found >= 3, `${link}, ${mark} on ${ground}: ${found.toFixed(2)}`);
        }
      }
    }
  });
}

it('what is picked up is in the air, wherever the focus is', async () => {
  const page = await open('#game=chess&you=both');
  const raised = (id) => page.locator(`[data-cell=${id}] > svg`).evaluate((man) => getComputedStyle(man).translate);
  await page.locator('[data-cell=d2]').focus();
  assert.equal(await raised('d2'), 'none');
  await page.keyboard.press('Enter');
  assert.notEqual(await raised('d2'), 'none');
  await page.keyboard.press('ArrowUp');
  assert.notEqual(await raised('d2'), 'none');
});

it('where the system chooses the colours, the current move, the parts of a bar and the edge of buttons are seen', async () => {
  const page = await open('#game=chess&you=both&moves=e2e4,d7d5', { forcedColors: 'active' });
  const style = (selector, name) => page.locator(selector).first().evaluate((each, property) => getComputedStyle(each)[property], name);
  assert.notEqual(await style('.move-list [aria-current]', 'backgroundColor'), await style('.move-list button:not([aria-current])', 'backgroundColor'));
  assert.equal(await style('.bar span', 'outlineStyle'), 'solid');
  const [button, token] = await Promise.all(['[data-action=new]', '#near .token'].map((each) => page.locator(each).boundingBox()));
  assert.ok(Math.abs(button.x - token.x) < 1, `${button.x}, ${token.x}`);
});
