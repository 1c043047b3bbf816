// The tools beside the board, one at a time: tabs, as the ARIA practices describe them.

import { calm, el, mark } from './dom.js';
import { mountSetup } from './play/setup.js';
import { mountLines } from './understand/lines.js';
import { mountSquid } from './understand/squid.js';
import { mountReview } from './understand/review.js';
import { mountExchange } from './share/exchange.js';
import { mountCall } from './share/call.js';

const TABS = [
  ['play', 'Play', mountSetup],
  ['lines', 'Analyse', mountLines],
  ['futures', 'Futures', mountSquid],
  ['review', 'Review', mountReview],
  ['share', 'Share', mountExchange],
  ['call', 'The call', mountCall],
];

/** Tools that begin lower than this part of the window are hardly seen. */
const LOW = 2 / 3;

export function mountPanels(container, stage, match, { table, say }) {
  const list = el('div', { role: 'tablist', class: 'tabs', 'aria-label': 'Tools' });
  const tabs = TABS.map(([id, name, mount]) => {
    const panel = el('div', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, tabindex: '-1', class: 'panel', hidden: true });
    const tab = el('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': panel.id }, name);
    const each = { tab, panel };
    const context = { table, stage, say, isOpen: () => !panel.hidden, open: () => bring(each) };
    each.shown = mount(panel, match, context) ?? (() => {});
    return each;
  });
  list.append(...tabs.map(({ tab }) => tab));
  container.append(list, ...tabs.map(({ panel }) => panel));

  const select = (chosen, focus = false) => {
    for (const each of tabs) {
      const open = each === chosen;
      const was = !each.panel.hidden;
      mark(each.tab, 'aria-selected', String(open));
      each.tab.tabIndex = open ? 0 : -1;
      each.panel.hidden = !open;
      if (open !== was) each.shown(open);
    }
    if (focus) chosen.tab.focus();
  };

  /** Opens what is asked for elsewhere: where the tools stand below the board, it is brought to the top. */
  const bring = (each) => {
    select(each);
    const low = container.getBoundingClientRect().top > innerHeight * LOW;
    if (low) container.scrollIntoView({ behavior: calm() ? 'auto' : 'smooth' });
    each.tab.focus({ preventScroll: low });
  };

  for (const each of tabs) each.tab.addEventListener('click', () => select(each));
  list.addEventListener('keydown', (event) => {
    const at = tabs.findIndex(({ tab }) => tab === document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    select(tabs.at(to % tabs.length), true);
  });
  select(tabs[0]);
}
