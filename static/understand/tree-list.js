// The tree in words: nested lists that open a level at a time.

import { el } from '../dom.js';

export function listTree(details, tree, words) {
  details.querySelector('ul')?.remove();
  const open = () => {
    if (tree && details.open && !details.querySelector('ul')) details.append(level(tree.root, words));
  };
  details.ontoggle = open;
  open();
}

function level(node, words) {
  return el('ul', {}, node.children.map((child) => {
    const text = `${child.text}${odds(child)}: ${words.score(child)}${fate(child, words)}`;
    if (child.children.length === 0) return el('li', {}, text);
    const more = el('details', {}, el('summary', {}, text));
    more.addEventListener('toggle', () => more.querySelector('ul') ?? more.append(level(child, words)));
    return el('li', {}, more);
  }));
}

function fate({ fate: what, alpha, beta }, words) {
  if (what === 'cut') return `, cut: alpha, ${words.bound(alpha)}, has reached beta, ${words.bound(beta)}`;
  return what === 'below_cut' ? ', below a cut' : '';
}

/** How likely chance is to bring it. */
function odds({ probability }) {
  return probability === undefined ? '' : ` (${(100 * probability).toFixed(1)}%)`;
}
