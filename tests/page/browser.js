// The system's Chromium, and pages that may not complain and may not ask anybody else.

import AxeBuilder from '@axe-core/playwright';
import { chromium } from 'playwright-core';

/** Follows a link to a game, inside the page. */
export async function visit(page, game) {
  await page.evaluate((id) => {
    location.hash = `#game=${id}&you=both&seed=1`;
  }, game.id);
  await page.locator(`game-board[data-game="${game.id}"]`).waitFor();
}

export const startBrowser = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

/**
 * A page that stands at an address of the service; `complaints` grows with whatever goes wrong
 * and was not `expected`.
 */
export async function openPage(browser, url, fragment = '', { expected, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
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

const Axe = AxeBuilder.default ?? AxeBuilder;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds; colours are all that differs from one scheme to the other. */
export async function violations(page, scheme = 'light') {
  const axe = new Axe({ page });
  const { violations: found } = await (scheme === 'light' ? axe.withTags(TAGS) : axe.withRules(['color-contrast'])).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
}
