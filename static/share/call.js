// "Show the call": what the page just asked and what it was told, as a command to try and as JSON.

import { el } from '../dom.js';
import { wire } from '../service/api.js';
import { copyButton } from './copy.js';
import { curl } from './curl.js';

/** So many calls are remembered. */
const KEPT = 12;

export function mountCall(panel, match, { isOpen, say }) {
  const calls = [];
  /** The call that somebody chose to read; null for whichever is the latest. */
  let chosen = null;
  const choose = () => {
    chosen = Number(pick.value) ? calls[pick.value] : null;
    render();
  };
  const pick = el('select', { id: 'call-pick', onchange: choose });
  const command = el('pre', { tabindex: 0, role: 'region', 'aria-label': 'The call as a curl command' });
  const answer = el('pre', { tabindex: 0, role: 'region', 'aria-label': 'The answer' });
  const facts = el('p', { class: 'facts' });
  panel.append(
    el('p', { class: 'hint' }, 'Whatever this page does, it asks the service. So can you:'),
    el('div', { class: 'row' }, el('label', { class: 'hidden', for: 'call-pick' }, 'Call'), pick, copyButton('Copy curl', () => command.textContent, say)),
    command,
    el('div', { class: 'row apart' }, el('h3', { class: 'minor' }, 'Answer'), facts),
    answer,
    el('p', {}, el('a', { href: '/docs' }, 'Every route, documented')),
  );

  const render = () => {
    const at = Math.max(calls.indexOf(chosen), 0);
    pick.replaceChildren(...calls.map((call, n) => el('option', { value: n, selected: n === at }, `${call.method} ${call.path}${n === 0 ? ' (latest)' : ''}`)));
    const call = calls[at];
    if (!call) return;
    command.textContent = curl({ ...call, url: location.origin + call.path, body: JSON.stringify(call.body, null, 1) });
    facts.textContent = `${call.status} · ${Math.round(call.took)} ms`;
    answer.textContent = pretty(call.answer);
  };

  wire.addEventListener('call', ({ detail }) => {
    calls.unshift(detail);
    calls.length = Math.min(calls.length, KEPT);
    if (isOpen()) render();
  });
  return (open) => open && render();
}

/** JSON with short arrays and objects on one line. */
function pretty(value, indent = '') {
  const flat = JSON.stringify(value);
  if (flat === undefined || flat.length + indent.length < 60 || typeof value !== 'object' || value === null) return flat ?? '';
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((each) => inner + pretty(each, inner)).join(',\n')}\n${indent}]`;
  return `{\n${Object.entries(value).map(([key, each]) => `${inner}${JSON.stringify(key)}: ${pretty(each, inner)}`).join(',\n')}\n${indent}}`;
}
