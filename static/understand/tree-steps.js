// The way of a search through a tree, step by step: it enters a node, values a leaf, lets a value
// climb to the parent, cuts what needs no look. Everything is worth what it is to the player at the root;
// what is found at a node is told by the node `found` whose worth it is.

import { compare } from './tree-worth.js';

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
    steps.push({ kind: node.children.length ? 'climb' : 'leaf', node, found: node });
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
      steps.push({ kind: 'leaf', node, found: node });
      return node;
    }
    const ours = node.turn === root.turn;
    const below = [];
    for (const child of node.children) {
      if (child.fate === 'visited') below.push(walk(child));
      else if (child.fate === 'cut') steps.push({ kind: 'cut', node: child, alpha: child.alpha, beta: child.beta });
    }
    const best = (one, other) => ((compare(other, one) > 0) === ours ? other : one);
    const found = isChance(node) ? node : below.reduce(best);
    // Where something was cut, what climbs is as much as is known: a bound.
    const bound = below.length < node.children.length ? (ours ? '≥' : '≤') : '';
    steps.push({ kind: 'climb', node, found, bound });
    return found;
  };
  walk(root);
  return steps;
}

const BOUNDS = { '': '', '≥': 'at least ', '≤': 'at most ' };

/** A step in words. */
export function narrate({ kind, node, found, bound = '', alpha, beta }, root, words) {
  const here = node.parent ? `after ${pathText(node)}` : 'here';
  const ours = node.turn === root.turn;
  const who = isChance(node) ? `chance brings a ${node.awaits}` : ours ? 'we choose' : 'they choose';
  const window = [alpha === undefined ? null : `we are sure of ${words.bound(alpha)} (alpha)`, beta === undefined ? null : `they can hold us to ${words.bound(beta)} (beta)`].filter(Boolean);
  if (kind === 'enter') return node.children.length ? `Look ${here}: ${who}${window.length ? `; ${window.join(', ')}` : ''}.` : `Look ${here}.`;
  if (kind === 'leaf') return `The end of this line, ${here}: worth ${words.prize(found)}.`;
  if (kind === 'cut') return `Cut ${here}: ${window.join(' and ')}, so this cannot matter any more.`;
  return `${isChance(node) ? 'The average' : ours ? 'The most' : 'The least'} of what was found climbs: ${here} it is worth ${BOUNDS[bound]}${words.prize(found)}.`;
}

/** The moves that lead to a node, as people write them. */
export function pathText(node) {
  const moves = [];
  for (let at = node; at.parent; at = at.parent) moves.unshift(at.text);
  return moves.join(', ');
}
