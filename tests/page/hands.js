// Three ways to make a move: by mouse (dragging what can be dragged), by touch, by keyboard alone.

const centre = async (page, id) => {
  const box = await page.locator(`.cell[data-cell="${id}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

export const hands = {
  async mouse(page, { touches }) {
    if (touches.length === 2) {
      const [[x, y], [u, v]] = [await centre(page, touches[0]), await centre(page, touches[1])];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 2 });
      await page.mouse.move(u, v);
      await page.mouse.up();
      return;
    }
    for (const id of touches) await page.mouse.click(...await centre(page, id));
  },

  async touch(page, { touches }) {
    for (const id of touches) await page.touchscreen.tap(...await centre(page, id));
  },

  async keyboard(page, { touches }) {
    await page.locator('.cell[tabindex="0"]').focus();
    for (const id of touches) {
      for (const key of await page.evaluate(way, id)) await page.keyboard.press(key);
      if (await page.locator('game-board [data-style="tiles"]').count() === 0) await page.keyboard.press('Enter');
    }
  },
};

/** The arrow keys that lead from the focused cell to another, found in the page by trying. */
function way(to) {
  const board = document.querySelector('game-board');
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (board.querySelector('[data-style="tiles"]')) return [`Arrow${to.charAt(0).toUpperCase()}${to.slice(1)}`];
  const from = document.activeElement.dataset.cell;
  const ways = new Map([[from, []]]);
  for (const [id, keys] of ways) {
    if (id === to) return keys;
    for (const [key, step] of Object.entries(steps)) {
      const next = board.layout.neighbour(id, step);
      if (next !== null && !ways.has(next)) ways.set(next, [...keys, key]);
    }
  }
  throw new Error(`No arrow keys lead from ${from} to ${to}`);
}

/** Makes a move with that hand, answers the question which where there is one, waits for the board. */
export async function play(page, hand, move) {
  const before = await played(page);
  if (move.touches.length === 0) await press(page, hand, page.locator('#result button', { hasText: new RegExp(`^${escape(move.text)}$`, 'i') }));
  else await hands[hand](page, move);
  const choice = page.locator('.choice button', { hasText: new RegExp(`^(\\w+, )?${escape(move.text)}$`) });
  await page.waitForFunction((count) => document.querySelector('.choice') || window.bestmovePlayed() > count, before.length);
  if ((await played(page)).length === before.length) await press(page, hand, choice);
  await page.waitForFunction((count) => window.bestmovePlayed() > count, before.length);
}

async function press(page, hand, button) {
  if (hand === 'mouse') return button.click();
  if (hand === 'touch') return button.tap();
  await button.focus();
  return page.keyboard.press('Enter');
}

/** Notes what is said aloud from now on; answers a wait for words of it. */
export async function listen(page) {
  await page.evaluate(() => {
    window.said = '';
    new MutationObserver(() => {
      window.said += ` ${document.getElementById('live').textContent}`;
    }).observe(document.getElementById('live'), { childList: true });
  });
  return (words) => page.waitForFunction((wanted) => wanted.test(window.said), words);
}

/** Notes what a line is seen to say from now on, for however short a time; answers a look at the notes. */
export async function follow(page, selector) {
  const notes = await page.locator(selector).evaluateHandle((line) => {
    const seen = [];
    new MutationObserver(() => line.checkVisibility() && seen.push(line.textContent)).observe(line, { childList: true });
    return seen;
  });
  return () => notes.jsonValue();
}

/** Waits until so many moves stand in the address bar. */
export const untilPlayed = (page, many) => page.waitForFunction((count) => window.bestmovePlayed() === count, many);

/** The moves in the address bar. */
export const played = (page) => page.evaluate(() => (location.hash.match(/[#&]moves=([^&]*)/)?.[1] ?? '').split(',').filter(Boolean).map((move) => decodeURIComponent(move.replaceAll('+', ' '))));

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
