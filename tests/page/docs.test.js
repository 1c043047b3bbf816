// The description of the API: whole, in order, and to be tried.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { violations } from './browser.js';
import { setStage } from './stage.js';

const { url, ask, open } = await setStage();

const docs = async (options) => {
  const page = await open('#game=pennies', options);
  await page.goto(`${url}/docs`);
  await page.locator('section.operation').first().waitFor();
  return page;
};

it('begins with what the service is called after, the plain way to ask first', async () => {
  const page = await docs();
  const heads = await page.locator('section.operation h2').allTextContents();
  assert.match(heads[0], /^POST\/bestmove/);
  assert.match(heads[1], /^GET\/bestmove/);
});

it('tells every type that it names, and leads there', async () => {
  const page = await docs();
  const { links, lost } = await page.evaluate(() => {
    const all = [...document.querySelectorAll('main a[href^="#"]')].map((link) => link.getAttribute('href').slice(1));
    return { links: all, lost: all.filter((id) => !document.getElementById(id)) };
  });
  assert.ok(links.includes('Answer') && links.includes('ScoreView'));
  assert.deepEqual(lost, []);
  assert.match(await page.locator('#Answer tr', { hasText: 'stopped_by' }).textContent(), /StoppedBy.*Which limit ended the search/s);
});

it('tells what a field takes, a choice within a list in brackets, and not that it may be left out', async () => {
  const page = await docs();
  const type = (field) => page.locator('#bestmove tr', { has: page.locator(`th code:text-is("${field}")`) }).locator('.type').textContent();
  await page.locator('#bestmove details').first().locator('summary').click();
  assert.equal(await type('level'), 'easy | medium | hard | max');
  assert.equal(await type('grid'), 'text or list of (text or true or false) or list of (text or list of (text or true or false))');
  assert.equal(await type('search_moves'), 'list of text');
});

it('offers the examples in the order in which the service lists its games', async () => {
  const page = await docs();
  const form = page.locator('#bestmove .try');
  await form.locator('summary').click();
  const names = (await ask('/games')).map(({ name }) => name);
  assert.deepEqual(await form.getByLabel('Example').locator('option').allTextContents(), names);
  assert.equal(JSON.parse(await form.getByLabel('The body').inputValue()).game, 'chess');
});

it('answers what stands in each form when it is opened', async () => {
  const page = await docs();
  const forms = await page.locator('section.operation:has(.try)').all();
  const { paths } = await ask('/openapi.json');
  assert.equal(forms.length, Object.values(paths).flatMap(Object.keys).length, 'a form for each route');
  for (const form of forms) {
    await form.locator('.try > summary').click();
    await form.getByRole('button', { name: 'Send' }).click();
    const facts = form.locator('.facts', { hasText: / ms$/ });
    await facts.waitFor();
    assert.match(await facts.textContent(), /^200/, await form.getAttribute('id'));
  }
});

it('has nothing in it that axe finds or that sticks out on a phone', async () => {
  const page = await docs({ viewport: { width: 360, height: 740 } });
  for (const summary of await page.locator('#bestmove summary').all()) await summary.click();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  // The others are like these, and many.
  await page.evaluate(() => document.querySelectorAll('.operation:nth-of-type(n + 4):not(#types), .named:nth-of-type(n + 4)').forEach((each) => each.remove()));
  assert.deepEqual(await violations(page), []);
});

it('has its contents at the left of a large window, and the rest of it to itself', async () => {
  const page = await docs({ viewport: { width: 1920, height: 1080 } });
  const [contents, routes] = [await page.locator('#contents').boundingBox(), await page.locator('#operations').boundingBox()];
  assert.ok(routes.x >= contents.x + contents.width && routes.width > 1000, JSON.stringify([contents, routes]));
  assert.ok(Math.abs(contents.x - (1920 - routes.x - routes.width)) < 24, 'in the middle');
});

it('explains what went wrong on pages of their own, in the colours that were chosen', async () => {
  const page = await open('#game=pennies', { viewport: { width: 360, height: 740 } });
  await page.getByLabel('Colours').selectOption('dark');
  await page.goto(`${url}/problems`);
  for (const path of ['/problems', '/problems/illegal-move']) {
    if (path !== '/problems') await page.getByRole('link', { name: 'The move is not a legal one' }).click();
    await page.waitForURL(url + path);
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    assert.deepEqual(await violations(page), [], path);
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  const [name, words] = await Promise.all(['.name', 'main > p'].map((part) => page.locator(part).first().boundingBox()));
  assert.ok(Math.abs(name.x - words.x) < 8, `one edge: ${name.x}, ${words.x}`);
  await page.getByRole('link', { name: /^best ?move$/ }).click();
  await page.locator('game-board').waitFor();
});
