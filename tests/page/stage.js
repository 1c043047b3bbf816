// What the tests of a file stand on: a service, a browser, and pages that may not complain.

import assert from 'node:assert/strict';
import { after, afterEach } from 'node:test';
import { openPage, startBrowser } from './browser.js';
import { ask, startService } from './service.js';

export async function setStage() {
  const { url, stop } = await startService();
  const [games, browser] = await Promise.all([ask(url, '/games'), startBrowser()]);
  let opened = [];
  afterEach(async () => {
    const closing = opened;
    opened = [];
    await Promise.all(closing.map(({ page }) => page.context().close()));
    assert.deepEqual(closing.flatMap(({ complaints }) => complaints), []);
  });
  after(async () => {
    await browser.close();
    stop();
  });
  return {
    url,
    games,
    ask: (path, body) => ask(url, path, body),
    /** A page at an address of the service, until the test ends. */
    async open(fragment, options) {
      const one = await openPage(browser, url, fragment, options);
      opened.push(one);
      return one.page;
    },
  };
}
