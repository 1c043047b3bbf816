// The tree in words: nested lists that open a level at a time.

import { el } from '../dom.js';

export function listTree(details, tree, say) {
  details.querySelector('ul')?.remove();
  const open = () => {
    if (tree && details.open && !details.querySelector('ul')) details.append(level(tree.root, say));
  };
  details.ontoggle = open;
  open();
}

function level(node, say) {
  return el('ul', {}, node.children.map((child) => {
    const text = `${child.text}${odds(child)}: ${say(child.value)}${fate(child, say)}`;
    if (child.children.length === 0) return el('li', {}, text);
    const more = el('details', {}, el('summary', {}, text));
    more.addEventListener('toggle', () => more.querySelector('ul') ?? more.append(level(child, say)));
    return el('li', {}, more);
  }));
}

function fate({ fate: what, alpha, beta }, say) {
  if (what === 'cut') return `, cut: alpha ${say(alpha)} has reached beta ${say(beta)}`;
  return what === 'below_cut' ? ', below a cut' : '';
}

/** How likely chance is to bring it. */
function odds({ probability }) {
  return probability === undefined ? '' : ` (${(100 * probability).toFixed(1)}%)`;
}
