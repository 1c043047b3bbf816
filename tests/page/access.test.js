// For everybody: axe finds nothing in any state, light or dark; the page is usable on the smallest
// phone and at 200% zoom; one tab stop on the board; it is small and asks nobody else.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { go, quiet, violations, visit } from './browser.js';
import { listen } from './hands.js';
import { setStage } from './stage.js';

const { url, games, open } = await setStage();

/** Each tool, and what is there once it has been told what it asked for. */
const TOOLS = {
  Play: 'input:checked', Analyse: '.terms tfoot', Futures: 'p:has-text("positions")', Review: 'button:enabled', Share: '#how-written code', 'The call': 'pre:has-text("curl")',
};

for (const scheme of ['light', 'dark']) {
  it(`axe finds nothing on any board, ${scheme}`, async () => {
    const page = await open('', { colorScheme: scheme });
    for (const game of games) {
      await visit(page, game);
      assert.deepEqual(await violations(page, scheme), [], game.id);
    }
  });

  it(`axe finds nothing in any tool, ${scheme}`, async () => {
    const page = await open('#game=pennies&you=both&moves=2,1', { colorScheme: scheme });
    for (const [name, told] of Object.entries(TOOLS)) {
      await page.getByRole('tab', { name }).click();
      await page.locator(`[role=tabpanel]:visible ${told}`).first().waitFor();
      assert.deepEqual(await violations(page, scheme), [], name);
    }
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.locator('#game').click();
    assert.deepEqual(await violations(page, scheme), [], 'the shelf of games');
    await page.keyboard.press('Escape');
    await page.getByText('Legal moves').click();
    await page.locator('[data-action=resign]').click();
    await page.locator('#result[data-tone=over]').waitFor();
    assert.deepEqual(await violations(page, scheme), [], 'a finished game');
  });
}

it('axe finds nothing in high contrast', async () => {
  const page = await open(`#game=${games[0].id}&you=both`);
  await page.getByLabel('Colours').selectOption('contrast');
  assert.deepEqual(await violations(page), []);
});

for (const [name, viewport] of Object.entries({ 'the smallest phone': { width: 320, height: 568 }, '200% zoom': { width: 640, height: 400 } })) {
  it(`nothing sticks out on ${name}`, async () => {
    const page = await open('', { viewport });
    for (const game of games) {
      await visit(page, game);
      const { across, small } = await page.evaluate(() => ({
        across: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        small: [...document.querySelectorAll('button, select, summary, a')].filter((each) => each.checkVisibility()).map((each) => [each.textContent, each.getBoundingClientRect()]).filter(([, { width, height }]) => width > 1 && (width < 24 || height < 24)).map(([text]) => text),
      }));
      assert.ok(across <= 0, `${game.id} is ${across} pixels too wide`);
      assert.deepEqual(small, [], 'too small to touch');
      const board = await page.locator('game-board').boundingBox();
      assert.ok(board.width >= Math.min(250, viewport.width - 70), `${game.id} is ${board.width} wide`);
    }
  });
}

it('the board is one tab stop, and every cell is named', async () => {
  const page = await open();
  for (const game of games) {
    await visit(page, game);
    assert.equal(await page.locator('game-board [tabindex="0"]').count(), 1, game.id);
    const names = await page.locator('game-board .cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
    assert.ok(names.every((name) => name?.includes(', ')), `${game.id}: ${names}`);
  }
});

it('cells that are pushed like buttons say what they do', async () => {
  const page = await open();
  const said = { go: /^pass, one move$/i, pennies: /^Take 1, one move$/, 2048: /^slide left, (one move|not possible)$/ };
  for (const [id, words] of Object.entries(said)) {
    await visit(page, { id });
    const names = await page.locator('game-board .cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
    assert.ok(names.some((name) => words.test(name)), `${id}: ${names}`);
  }
});

it('what is called a toolbar is gone through by arrow keys, and nothing here is', async () => {
  const page = await open('#game=pennies');
  assert.equal(await page.getByRole('toolbar').count(), 0);
  assert.equal(await page.getByRole('group', { name: 'Game', exact: true }).getByRole('button').first().getAttribute('data-action'), 'new');
});

it('weighs less than 150 KB, compressed', async () => {
  let bytes = 0;
  const page = await open('#game=pennies');
  const paths = await page.evaluate(() => [location.pathname, ...performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)]);
  for (const path of new Set(paths.filter((path) => path === '/' || /\.(js|css|svg)$/.test(path)))) {
    const answer = await fetch(url + path);
    bytes += await deflated(await answer.arrayBuffer());
  }
  assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
});

it('a slider says where it is while it is moved', async () => {
  const page = await open('#game=pennies&you=none&position=0');
  for (const name of ['Thinking time', 'Pause between moves']) {
    const slider = page.getByLabel(name);
    // As under a finger that has not let go yet.
    const [seen, heard] = await slider.evaluate((input) => {
      input.value = 0;
      input.dispatchEvent(new Event('input'));
      return [input.nextElementSibling.textContent, input.getAttribute('aria-valuetext')];
    });
    assert.equal(heard, seen, name);
    assert.match(heard, /^(100 ms|none)$/, name);
  }
});

it('a time below a second is told in milliseconds', async () => {
  for (const [time, words] of [[250, '250 ms'], [10, '10 ms'], [1000, '1.0 s']]) {
    const page = await open(`#game=pennies&you=both&time=${time}`);
    assert.equal(await page.getByLabel('Thinking time').getAttribute('aria-valuetext'), words);
  }
});

it('dice and tiles are said aloud', async () => {
  const dice = await open('#game=backgammon');
  const rolled = await listen(dice);
  await dice.locator('[data-action=new]').click();
  await rolled(/Roll [1-6]{2}\./);
  const tiles = await open('#game=2048&seed=3');
  const slid = await listen(tiles);
  await tiles.locator('.cell[tabindex="0"]').focus();
  await tiles.keyboard.press('ArrowLeft');
  await slid(/plays left\. [24] on [a-d][1-4]\./);
});

it('the number of a heap stands beside its coins, however large it is', async () => {
  const page = await open();
  for (const many of [14, 123456, 1e9]) {
    await go(page, `#game=pennies&you=both&position=${many}`);
    await page.locator('game-board .count', { hasText: many.toLocaleString('en') }).waitFor();
    const [number, coins, board] = await page.evaluate(() => {
      const field = document.querySelector('game-board');
      const box = (each) => each.getBoundingClientRect();
      return [box(field.querySelector('.count')), { right: Math.max(...[...field.querySelectorAll('.coin')].map((coin) => box(coin).right)) }, box(field)];
    });
    assert.ok(number.left >= coins.right && number.right <= board.right, `${many}: ${number.left} ${coins.right} ${number.right} ${board.right}`);
  }
});

it('however wide the window is, everything begins at one edge', async () => {
  const page = await open('#game=chess&you=both', { viewport: { width: 1920, height: 1000 } });
  const edges = await page.evaluate(() => {
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    return { left: [box('.name').left, box('#table').left], right: [box('#theme').right, box('#panels').right], under: [box('#near .token').left, box('[data-action=new] .icon').left] };
  });
  for (const [edge, [one, other]] of Object.entries(edges)) assert.ok(Math.abs(one - other) < 8, `${edge}: ${one}, ${other}`);
});

for (const size of [100, 150, 200]) {
  it(`on a phone with letters of ${size}% nothing runs under anything, or out of the window`, async () => {
    const page = await open('#game=backgammon', { viewport: { width: 360, height: 740 } });
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, size);
    const [opener, label, colours] = await Promise.all(['#game', '#game .label', '.theme'].map((each) => page.locator(each).boundingBox()));
    assert.ok(label.x + label.width <= opener.x + opener.width, 'the name of the game is on its button');
    assert.ok(opener.x + opener.width <= colours.x || opener.y + opener.height <= colours.y, 'the colours stand beside it, or below');
    for (const name of ['Analyse', 'Futures', 'Review', 'Share', 'The call', 'Play']) {
      await page.getByRole('tab', { name, exact: true }).click();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
    }
  });
}

it('on a phone with large letters whose turn it is gives way to what each has, whole', async () => {
  for (const game of ['kalah', 'othello', '2048']) {
    const page = await open(`#game=${game}&you=both`, { viewport: { width: 360, height: 740 } });
    assert.equal(await page.locator('#near .turn').count(), game === '2048' ? 0 : 1, 'whoever is alone is always to move');
    for (const size of [100, 150, 200]) {
      const { width, cut } = await page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`;
        const turn = document.querySelector('#near .turn');
        const words = document.createRange();
        words.selectNodeContents(turn ?? document.createElement('p'));
        const [told, room] = [words, turn ?? words].map((each) => each.getBoundingClientRect());
        return { width: document.documentElement.scrollWidth, cut: told.right > room.right + 1 && told.top < room.bottom - 1 };
      }, size);
      assert.ok(width <= 360 && !cut, `${game}, ${size}%: ${width} wide, ${cut ? 'cut' : 'whole'}`);
    }
  }
});

it('what went wrong is told inside the window, however long its words are', async () => {
  const page = await open('#game=chess&position=rnbq/xx', { expected: /422/, viewport: { width: 360, height: 740 } });
  await page.locator('#result', { hasText: 'for example' }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

it('a board has its place before it comes', async () => {
  const page = await open('#game=2048');
  await page.route('**/games', () => {});
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('game-board .board')?.clientHeight > 200);
});

it('a board that is lower than the window is wide begins at the edge, and the tools have the rest', async () => {
  const page = await open('#game=chess&you=both', { viewport: { width: 1280, height: 800 } });
  const edges = await page.evaluate(() => {
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    return [[box('.name').left, box('.worth').left], [box('game-board').right + 24, box('.side').left], [box('#theme').right, box('.side').right]];
  });
  for (const [one, other] of edges) assert.ok(Math.abs(one - other) < 8, JSON.stringify(edges));
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.equal(height, 800, 'everything around the board is in view');
});

for (const [width, height] of [[1600, 900], [1920, 1080], [2560, 1440]]) {
  it(`a window of ${width} x ${height} is used: the board is as high as it allows, beside it the moves, beside them the tools`, async () => {
    const page = await open('#game=chess&you=both', { viewport: { width, height } });
    const box = (part) => page.locator(part).boundingBox();
    for (const game of ['chess', 'othello', 'go']) {
      await visit(page, { id: game });
      const [board, moves, panels, actions] = [await box('game-board'), await box('.moves'), await box('#panels'), await box('#actions')];
      assert.ok(board.height > height * 0.68, `${game}: ${board.height}`);
      assert.ok(board.x + board.width < moves.x && moves.x + moves.width < panels.x, `${game}: ${JSON.stringify([board, moves, panels])}`);
      assert.ok(moves.y + moves.height > board.y + board.height, `${game}: the sheet is as high as the board`);
      assert.ok(panels.x + panels.width > width - 90 - Math.max(0, width - 2400) / 2, `${game}: ${panels.x + panels.width}`);
      assert.ok(actions.y + actions.height <= height && moves.y + moves.height <= height, `${game}: all is in view`);
    }
  });
}

it('below a board that is low and wide stand the moves, and the tools beside both', async () => {
  for (const [width, height] of [[1280, 800], [1920, 1080]]) {
    const page = await open('#game=kalah&you=both', { viewport: { width, height } });
    const box = (part) => page.locator(part).boundingBox();
    const [actions, moves, panels, board] = [await box('#actions'), await box('.moves'), await box('#panels'), await box('game-board')];
    assert.ok(moves.y > actions.y + actions.height && moves.x < board.x && moves.y + 100 < height, JSON.stringify(moves));
    assert.ok(panels.x > board.x + board.width && panels.y < board.y, JSON.stringify(panels));
  }
});

it('the board stays in view while one reads on beside it', async () => {
  const page = await open('#game=chess&you=both', { viewport: { width: 1280, height: 800 } });
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.locator('.terms tfoot').waitFor();
  await page.locator('.terms tfoot').scrollIntoViewIfNeeded();
  assert.ok(await page.evaluate(() => scrollY) > 100);
  const { y, height } = await page.locator('game-board').boundingBox();
  assert.ok(y >= 0 && y + height <= 800, `${y}, ${height}`);
});

it('a tree that stands below everything is covered by nothing', async () => {
  for (const [width, height] of [[1280, 800], [1920, 1080]]) {
    const page = await open('#game=tic-tac-toe&you=both&moves=4,0,8', { viewport: { width, height } });
    await page.getByRole('tab', { name: 'Futures' }).click();
    await page.locator('.squid .tree').scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [tree, ...above] = await Promise.all(['.squid', '#table', '.moves', '#panels'].map((part) => page.locator(part).boundingBox()));
    for (const each of above) assert.ok(each.y + each.height <= tree.y, JSON.stringify([each, tree]));
  }
});

it('dice and the move that is made with them stand in one line, on a phone, too', async () => {
  const page = await open('#game=backgammon&you=both&moves=roll+31,8/5+6/5,roll+62,24/18+13/11,roll+66,13/7(2)+8/2(2)', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator('.move-list button', { hasText: '8/2' }).waitFor();
  const stand = async () => {
    const pairs = await page.locator('.move-list .chance:not(:last-child)').evaluateAll((dice) => dice.map((each) => [each, each.nextElementSibling].map((button) => button.getBoundingClientRect()).map(({ top, right, left }) => ({ top, right, left }))));
    assert.equal(pairs.length, 3);
    for (const [dice, move] of pairs) assert.ok(dice.top === move.top && dice.right <= move.left, JSON.stringify(pairs));
  };
  await stand();
  for (const dice of await page.locator('.move-list .chance').all()) {
    await dice.tap();
    await page.locator('.move-list .chance[aria-current]').waitFor();
    await stand();
  }
});

it('the tiles of 2048 have most of their board, and what slides them is large enough for a finger', async () => {
  const page = await open('#game=2048', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const box = (part) => page.locator(part).boundingBox();
  const [board, first, last] = [await box('game-board'), await box('[data-cell=a4]'), await box('[data-cell=d1]')];
  assert.ok(last.x + last.width - first.x > 0.7 * board.width, JSON.stringify([board, first, last]));
  for (const way of ['up', 'down', 'left', 'right']) {
    const [cell, drawing] = [await box(`[data-cell=${way}]`), await box(`[data-cell=${way}] path`)];
    assert.ok(Math.min(cell.width, cell.height) >= 44, `${way}: ${JSON.stringify(cell)}`);
    for (const [from, size] of [['x', 'width'], ['y', 'height']]) assert.ok(Math.abs(cell[from] + cell[size] / 2 - drawing[from] - drawing[size] / 2) < 1, `${way}: in the middle`);
  }
});

it('in a low window the whole board is seen, beside the tools, and stays while one goes through them', async () => {
  const page = await open('', { viewport: { width: 740, height: 360 } });
  const board = () => page.locator('game-board').boundingBox();
  for (const game of games) {
    await visit(page, game);
    const [seen, tools, said] = [await board(), await page.locator('.side').boundingBox(), await page.locator('#result').boundingBox()];
    assert.ok(seen.y + seen.height <= 360, `${game.id} ends at ${seen.y + seen.height}`);
    assert.ok(seen.height > 250 || seen.width > 340, `${game.id} is ${seen.width} by ${seen.height}`);
    assert.ok([tools, said].every(({ x }) => x >= seen.x + seen.width), `the tools of ${game.id} stand below it`);
  }
  await page.locator('#panels').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 300));
  assert.equal((await board()).y, 8);
});

for (const viewport of [{ width: 1024, height: 600 }, { width: 960, height: 540 }]) {
  it(`everything around the board is seen at ${viewport.width} by ${viewport.height}, and no name of a square runs into a piece`, async () => {
    const page = await open('#game=chess&you=both', { viewport });
    const { lows, rows, size } = await page.evaluate(() => {
      const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
      return { lows: boxes('game-board, #actions button:not([hidden])').map(({ bottom }) => bottom), rows: new Set(boxes('#actions button:not([hidden])').map(({ top }) => top)).size, size: boxes('game-board')[0].width };
    });
    assert.ok(Math.max(...lows) <= viewport.height, `the lowest ends at ${Math.max(...lows)}`);
    assert.equal(rows, 1);
    // From here on names are as small as their part of the board.
    assert.ok(size > 384, `it is ${size} wide`);
  });
}

it('the game, the board, the moves, the tools and what is in them have headings, and each seat a name', async () => {
  const page = await open('#game=chess&you=both');
  const outline = () => page.getByRole('heading').evaluateAll((all) => all.map((each) => `${each.localName} ${each.textContent}`));
  assert.deepEqual(await outline(), ['h1 bestmove', 'h2 Chess', 'h2 The board', 'h2 Moves', 'h2 Tools']);
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.getByRole('heading', { name: 'At a glance' }).waitFor();
  assert.deepEqual((await outline()).slice(4), ['h2 Tools', 'h3 At a glance']);
  for (const [id, player] of [['near', 'White'], ['far', 'Black']]) assert.equal(await page.getByRole('group', { name: `Seat of ${player}` }).getAttribute('id'), id);
  await page.locator('[data-action=flip]').click();
  assert.equal(await page.getByRole('group', { name: 'Seat of White' }).getAttribute('id'), 'far');
});

it('the tab says whose turn it is, or how the game ended', async () => {
  const page = await open('#game=chess&you=both&moves=f2f3,e7e5,g2g4');
  assert.equal(await page.title(), 'Black to move · Chess · bestmove');
  for (const cell of ['d8', 'h4']) await page.locator(`[data-cell=${cell}]`).click();
  await page.locator('#result[data-tone=over]').waitFor();
  assert.equal(await page.title(), 'Black wins: checkmate · Chess · bestmove');
  await visit(page, { id: '2048' });
  assert.equal(await page.title(), '2048 · bestmove');
});

it('the ring around a game of the first row is whole', async () => {
  const page = await open('#game=chess&you=both');
  await page.locator('#game').focus();
  await page.keyboard.press('Enter');
  const spare = await page.evaluate(() => {
    const { outlineWidth, outlineOffset } = getComputedStyle(document.activeElement);
    const [card, head] = [document.activeElement, document.querySelector('.dialog-head')].map((each) => each.getBoundingClientRect());
    return card.top - head.bottom - parseFloat(outlineWidth) - parseFloat(outlineOffset);
  });
  assert.ok(spare >= 0, `${spare} pixels`);
  // Nothing beside the dimmed page is brighter than it, and the page behind does not move.
  const [root, overflow] = await page.evaluate(() => [getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.documentElement).overflowY]);
  assert.notEqual(root, await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  assert.equal(overflow, 'hidden');
});

it('nothing on a flat board jumps while it is set up', async () => {
  const page = await open('#game=pennies', { viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifted += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${url}/?anew#game=kalah`);
  await page.waitForSelector('html[data-ready]');
  await quiet(page);
  const shifted = await page.evaluate(() => window.shifted);
  assert.ok(shifted < 0.02, `shifted by ${shifted}`);
});

it('no stone hides the name of a line, and each is large enough to read', async () => {
  const wide = Array.from({ length: 19 }, () => '.'.repeat(19)).join('/');
  for (const position of ['', `&position=${encodeURIComponent(`19x19 komi 7 B: ${wide}`)}`]) {
    const page = await open(`#game=go&you=both${position}`, { viewport: { width: 375, height: 800 } });
    const { hidden, height } = await page.evaluate(() => {
      const boxes = (selector) => [...document.querySelectorAll(`game-board ${selector}`)].map((each) => each.getBoundingClientRect());
      const cells = boxes('.cell:not(:has(.take))');
      const names = boxes('.legend');
      const over = (name, cell) => name.left < cell.right - 1 && name.right > cell.left + 1 && name.top + name.height * 0.2 < cell.bottom - 1 && name.bottom - name.height * 0.2 > cell.top + 1;
      return { hidden: names.filter((name) => cells.some((cell) => over(name, cell))).length, height: Math.min(...names.map((name) => name.height)) };
    });
    assert.equal(hidden, 0);
    assert.ok(height > 9, `names are ${height} high`);
  }
});

it('the board stays where it is on a phone while the engine thinks', async () => {
  const page = await open('#game=chess&you=second&level=max&time=30000&position=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R+w+KQkq+-+0+1', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.getByRole('button', { name: 'Move now' }).waitFor();
  const heights = await page.locator('.seat').evaluateAll((seats) => seats.map((seat) => seat.offsetHeight));
  assert.equal(...heights);
});

it('no seed of a house or a store lies on their number', async () => {
  const page = await open('#game=kalah&you=both');
  const lowest = await page.evaluate(async () => {
    const { draw } = await import('/static/0/board/pieces.js');
    const room = document.querySelector('game-board .cell');
    const shapes = [1, 2].flatMap((height) => Array.from({ length: 40 }, (_, n) => ({ height, count: n + 1 })));
    return shapes.filter(({ height, count }) => {
      const piece = room.appendChild(draw({ kind: 'seeds', count }, { width: 1, height }, []));
      // A letter is lower than the box that it stands in.
      const number = piece.querySelector('.count').getBBox();
      const seeds = [...piece.querySelectorAll('.seed')].map((seed) => seed.getBBox());
      piece.remove();
      return Math.max(...seeds.map((seed) => seed.y + seed.height)) > number.y + number.height * 0.2;
    });
  });
  assert.deepEqual(lowest, []);
});

it('who sits there is never cut on the smallest phone, whatever stands beside it', async () => {
  for (const game of ['kalah', 'chess&position=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R+w+KQkq+-+0+1']) {
    const page = await open(`#game=${game}&you=both`, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    await page.route('**/bestmove', () => {});
    await page.getByRole('radio', { name: /^You: / }).last().check();
    await page.getByRole('button', { name: 'Move now' }).waitFor();
    const cut = await page.locator('.seat .who').evaluateAll((names) => names.filter((name) => name.firstElementChild.getBoundingClientRect().right > name.getBoundingClientRect().right).length);
    assert.equal(cut, 0, game);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  }
});

it('the names of squares can be read on the smallest phone', async () => {
  for (const game of ['chess', 'othello']) {
    const page = await open(`#game=${game}&you=both`, { viewport: { width: 320, height: 640 } });
    const size = await page.locator('.legend').first().evaluate((name) => name.getBoundingClientRect().height);
    assert.ok(size >= 9, `${game}: ${size}`);
  }
});

it('a button that a finger has pressed looks like the others again', async () => {
  const page = await open('#game=chess&you=both', { hasTouch: true, isMobile: true, viewport: { width: 375, height: 700 } });
  await page.locator('[data-action=flip]').tap();
  await page.waitForFunction(() => location.hash.includes('turned'));
  const [pressed, other] = await Promise.all(['flip', 'hint'].map((name) => page.locator(`[data-action=${name}]`).evaluate((button) => getComputedStyle(button).backgroundColor)));
  assert.equal(pressed, other);
});

async function deflated(buffer) {
  const stream = new Blob([buffer]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}
