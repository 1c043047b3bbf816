// The tree as a drawing: a head, and tentacles that taper; what is good for the player at the root
// in one colour, what is bad in the other.

import { mark, measure, svg } from '../dom.js';
import { isChance } from './tree-steps.js';
import { compare } from './tree-worth.js';

/** A move is written over its node where there is room for that much, in pixels, and for its letters. */
const [AMPLE, LETTER] = [34, 6];

export class TreeDrawing {
  /** The drawing's element. */
  element;
  #parts = new Map();
  #words;

  constructor({ root, size, words }) {
    this.#words = words;
    const tentacles = svg('g', {});
    const nodes = svg('g', {});
    for (const row of size.rows) {
      for (const node of row) {
        const edge = node.parent ? svg('path', { class: 'tentacle', d: curve(node), 'stroke-width': Math.max(1, 9 - 2.2 * node.ply) }) : null;
        const worth = svg('text', { class: 'node-value', x: node.x, y: node.y });
        const parts = [svg('circle', { cx: node.x, cy: node.y, r: node.r }), worth];
        if (node.parent && node.room >= Math.max(AMPLE, node.text.length * LETTER)) parts.push(svg('text', { class: 'node-move', x: node.x, y: node.y - node.r - 7 }, node.text));
        const cut = node.fate === 'cut' ? svg('path', { class: 'scissors', d: cross(node) }) : null;
        const group = svg('g', { class: 'node', 'data-move': node.move ?? '', 'data-ply': node.ply, 'data-worth': node.value, 'data-fate': node.fate }, ...parts);
        mark(group, 'data-awaits', node.awaits ?? null);
        for (const part of [edge, group, cut].filter(Boolean)) measure(part, { much: words.much(node) });
        if (edge) tentacles.append(edge);
        nodes.append(group, ...(cut ? [cut] : []));
        this.#parts.set(node, { edge, group, worth, cut });
        group.node = node;
      }
    }
    this.element = svg('svg', { class: 'tree', width: size.width, height: size.height, viewBox: `0 0 ${size.width} ${size.height}`, role: 'img', 'aria-label': `A tree of ${this.#parts.size} positions below the root; the list below says the same in words` }, tentacles, nodes);
    this.root = root;
  }

  /** Shows how things stand after the first `count` steps. */
  show(steps, count) {
    const states = new Map();
    for (let n = 0; n < count; n += 1) {
      const { kind, node, found, bound = '' } = steps[n];
      states.set(node, { state: kind === 'cut' ? 'cut' : kind === 'enter' ? 'entered' : 'valued', found, bound });
    }
    const current = steps[count - 1]?.node;
    const done = count === steps.length;
    for (const [node, { edge, group, worth, cut }] of this.#parts) {
      const { state = 'unseen', found, bound } = states.get(node) ?? {};
      const tone = state === 'valued' ? (found.value > 0 ? 'good' : found.value < 0 ? 'bad' : 'even') : null;
      for (const part of [edge, group, cut]) {
        if (!part) continue;
        mark(part, 'data-state', state);
        mark(part, 'data-tone', tone);
      }
      mark(group, 'data-current', node === current && !done);
      const text = state === 'valued' && node.r >= 9 ? `${bound}${this.#words.mark(found)}` : '';
      if (worth.textContent !== text) {
        worth.textContent = text;
        worth.setAttribute('font-size', Math.min(13, (node.r * 2.4) / Math.max(2, text.length)));
      }
    }
    this.#best(states);
  }

  /** Marks the line of best play from the root, as far as it is known. */
  #best(states) {
    for (const { edge } of this.#parts.values()) if (edge) mark(edge, 'data-best', null);
    let node = this.root;
    while (node.children.length && !isChance(node) && states.get(node)?.state === 'valued') {
      const { found } = states.get(node);
      const next = node.children.find((child) => states.get(child)?.state === 'valued' && compare(states.get(child).found, found) === 0);
      if (!next) break;
      mark(this.#parts.get(next).edge, 'data-best', true);
      node = next;
    }
  }
}

/** A tentacle hangs straight down from its parent before it bends to the child. */
function curve({ x, y, r, parent }) {
  const [top, bottom] = [parent.y + parent.r * 0.6, y - r];
  const bend = (bottom - top) * 0.55;
  return `M${parent.x} ${top}C${parent.x} ${top + bend} ${x} ${bottom - bend} ${x} ${bottom}`;
}

/** A small stroke across the tentacle, where it was cut. */
function cross({ x, y, r, room }) {
  const half = Math.max(3, Math.min(8, room * 0.35));
  const at = y - r - 3;
  return `M${x - half} ${at + half / 2}L${x + half} ${at - half / 2}`;
}
