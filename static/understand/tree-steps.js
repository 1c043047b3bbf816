// The way of a search through a tree, step by step: it enters a node, values a leaf, lets a value
// climb to the parent, cuts what needs no look. Everything is worth what it is to the player at the root.

/** Whether it is chance that moves at a node: then every branch counts, for its part. */
export const isChance = (node) => node.children[0]?.probability !== undefined;

/** Plain minimax: every node, each value climbing once all below is known. */
export function minimaxSteps(root) {
  const steps = [];
  const walk = (node) => {
    steps.push({ kind: 'enter', node });
    for (const child of node.children) {
      walk(child);
    }
    steps.push({ kind: node.children.length ? 'climb' : 'leaf', node, value: node.value });
  };
  walk(root);
  return steps;
}

/** Alpha-beta, as the service says it went: which nodes it visited with which window, which it cut. */
export function alphaBetaSteps(root) {
  const steps = [];
  const walk = (node) => {
    steps.push({ kind: 'enter', node, alpha: node.alpha, beta: node.beta });
    if (node.children.length === 0) {
      steps.push({ kind: 'leaf', node, value: node.value });
      return node.value;
    }
    const ours = node.turn === root.turn;
    const found = [];
    for (const child of node.children) {
      if (child.fate === 'visited') found.push(walk(child));
      else if (child.fate === 'cut') steps.push({ kind: 'cut', node: child, alpha: child.alpha, beta: child.beta });
    }
    const value = isChance(node) ? node.value : ours ? Math.max(...found) : Math.min(...found);
    // Where something was cut, what climbs is as much as is known: a bound.
    const bound = found.length < node.children.length ? (ours ? '≥' : '≤') : '';
    steps.push({ kind: 'climb', node, value, bound });
    return value;
  };
  walk(root);
  return steps;
}

/** A step in words. */
export function narrate({ kind, node, value, bound = '', alpha, beta }, root, say) {
  const here = node.parent ? `after ${pathText(node)}` : 'here';
  const ours = node.turn === root.turn;
  const who = isChance(node) ? `chance brings a ${node.awaits}` : ours ? 'we choose' : 'they choose';
  const window = [alpha === undefined ? null : `we are sure of ${say(alpha)} (alpha)`, beta === undefined ? null : `they can hold us to ${say(beta)} (beta)`].filter(Boolean);
  if (kind === 'enter') return node.children.length ? `Look ${here}: ${who}${window.length ? `; ${window.join(', ')}` : ''}.` : `Look ${here}.`;
  if (kind === 'leaf') return `The end of this line, ${here}: worth ${say(value)}.`;
  if (kind === 'cut') return `Cut ${here}: ${window.join(' and ')}, so this cannot matter any more.`;
  return `${isChance(node) ? 'The average' : ours ? 'The most' : 'The least'} of what was found climbs: ${here} it is worth ${bound}${say(value)}.`;
}

/** The moves that lead to a node, as people write them. */
export function pathText(node) {
  const moves = [];
  for (let at = node; at.parent; at = at.parent) moves.unshift(at.text);
  return moves.join(', ');
}
