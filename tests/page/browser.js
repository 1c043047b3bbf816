// The system's Chromium, and pages that may not complain and may not ask anybody else.

import { existsSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { chromium } from 'playwright-core';

/** Follows a link to a game, inside the page. */
export async function visit(page, game) {
  await page.evaluate((id) => {
    const link = `#game=${id}&you=both&seed=1`;
    if (location.hash === link) return;
    const followed = new Promise((resolve) => {
      addEventListener('hashchange', resolve, { once: true });
    });
    location.hash = link;
    return followed;
  }, game.id);
  // The board may have stood there before, with another position.
  await page.locator(`.table:not([aria-busy]) game-board[data-game="${game.id}"]`).waitFor();
}

/** Goes where a link inside the page leads. */
export const go = (page, fragment) => page.evaluate((to) => {
  location.hash = to;
}, fragment);

/** The one without windows first: it opens a page in half the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const startBrowser = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

/** By page: how many requests it has begun, and how many of them are still open. */
const traffic = new WeakMap();

/** Waits until the page has been told all that it asked for, and asks nothing more when it has thought about that. */
export async function quiet(page) {
  let before = null;
  for (let thoughts = 0; thoughts < 300; thoughts += 1) {
    const { begun, open } = traffic.get(page);
    if (open === 0 && begun === before) return;
    before = begun;
    await page.evaluate(() => new Promise((resolve) => {
      setTimeout(resolve, 100);
    }));
  }
  throw new Error(`The page does not come to rest: ${JSON.stringify(traffic.get(page))}`);
}

/** A gate before a route: the requests that it `holds` wait until it is lifted, and then go where they are sent. */
export async function gate(page, path, { holds = () => true, send = (route) => route.continue(), ...options } = {}) {
  let lift;
  const lifted = new Promise((resolve) => {
    lift = resolve;
  });
  await page.route(path, async (route) => {
    if (holds(route.request())) await lifted;
    await send(route).catch(() => {});
  }, options);
  return lift;
}

/** Stops the clock of the page: what it would do in a while, it does when its clock goes on. */
export async function still(page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(3_600_000);
}

/**
 * A page that stands at an address of the service; `complaints` grows with whatever goes wrong
 * and was not `expected`.
 */
export async function openPage(browser, url, fragment = '', { expected, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const asked = { begun: 0, open: 0 };
  traffic.set(page, asked);
  page.on('request', () => {
    asked.begun += 1;
    asked.open += 1;
  });
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, () => (asked.open -= 1));
  await page.addInitScript(() => {
    window.bestmovePlayed = () => (location.hash.match(/[#&]moves=([^&]*)/)?.[1] ?? '').split(',').filter(Boolean).length;
  });
  page.setDefaultTimeout(15_000);
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected?.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.stack));
  page.on('request', (request) => {
    if (![url, 'data:'].some((own) => request.url().startsWith(own)) && !expected?.test(request.url())) complaints.push(`asked ${request.url()}`);
  });
  await page.goto(`${url}/${fragment}`);
  await page.waitForSelector('html[data-ready]');
  return { page, complaints };
}

/** Where words stand that are to be seen. What is said aloud repeats them a breath later, and shows nothing. */
export const seen = (page, words) => page.getByText(words).and(page.locator(':not(#live)'));

const Axe = AxeBuilder.default ?? AxeBuilder;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds; colours are all that differs from one scheme to the other. */
export async function violations(page, scheme = 'light') {
  const axe = new Axe({ page });
  const { violations: found } = await (scheme === 'light' ? axe.withTags(TAGS) : axe.withRules(['color-contrast'])).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
}
