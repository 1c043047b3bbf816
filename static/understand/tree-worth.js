// What a tree's nodes are worth, to the player at the root: which is worth more, how much it is, and what it is called.

import { PRIZES, isEnd, scoreText } from '../words.js';

/** Centipawns and the like to a tenth: there is little room. */
const DIGITS = 1;

/** So much is plenty: more of it is shown in no stronger colour. */
const PLENTY = { centipawns: 300, centimen: 300 };

const MARKS = { win: 'win', draw: 'draw', loss: 'loss' };

const certainty = ({ outcome }) => ({ win: 1, loss: -1 })[outcome] ?? 0;

/** Above zero where the first node is worth more: any win is more than what is open, of two equal ones the nearer. */
export const compare = (one, other) => certainty(one) - certainty(other)
  || one.value - other.value
  || (certainty(one) && certainty(one) * (other.plies - one.plies));

/** The measure and the words for one tree. */
export function wordsFor({ root, unit }) {
  const read = (score, how) => scoreText({ ...score, unit }, { digits: DIGITS, ...how });
  const prize = (node) => read(node, { ends: PRIZES });
  const sizes = [...all(root)].filter((node) => !isEnd({ ...node, unit })).map(({ value }) => Math.abs(value));
  const most = Math.min(PLENTY[unit] ?? Infinity, Math.max(1, ...sizes));
  const bounds = new Map();
  /** A value, told as far as all nodes that have it agree. */
  const agreed = (value) => {
    const same = [...all(root)].filter((node) => node.value === value);
    const [told, ...others] = new Set(same.map(prize));
    if (told !== undefined && others.length === 0) return told;
    const [outcome, ...more] = new Set(same.map((node) => node.outcome));
    return prize({ value, outcome: more.length === 0 ? outcome : undefined });
  };
  return {
    /** How much a node is worth for either player, from 0 to 1: a certain win all, whatever it counts. */
    much: (node) => (isEnd({ ...node, unit }) ? Math.abs(certainty(node)) : Math.min(1, Math.abs(node.value) / most)),
    /** What a node is worth: "wins in 3", "+0.3". */
    score: (node) => read(node),
    /** The same where there is room for a word at most: "win", "+0.3". */
    mark: (node) => read(node, { ends: MARKS, brief: true }),
    /** The same behind "worth" and the like: "a win in 3". */
    prize,
    /** Alpha or beta, the value of some node. */
    bound(value) {
      if (!bounds.has(value)) bounds.set(value, agreed(value));
      return bounds.get(value);
    },
  };
}

/** Every node of a tree. */
function* all(node) {
  yield node;
  for (const child of node.children) yield* all(child);
}
