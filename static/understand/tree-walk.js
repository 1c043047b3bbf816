// A walk through a tree, one step at a time: the drawing, the buttons that lead through it, and each
// step in words.

import { calm, el } from '../dom.js';
import { capital } from '../words.js';
import { TreeDrawing } from './tree-drawing.js';
import { layOut } from './tree-layout.js';
import { listTree } from './tree-list.js';
import { isChance, narrate, pathText } from './tree-steps.js';
import { compare, wordsFor } from './tree-worth.js';

/** A whole walk takes about this long, in milliseconds, but no step is faster than the second. */
const [WALK, FASTEST] = [20_000, 16];

/** A step is no faster than this for whoever wants little motion, and never slower than the second. */
const [CALM, SLOWEST] = [600, 900];

export class TreeWalk {
  /** What is gone through, as POST /tree gives it; null where nothing has come. */
  tree = null;
  #zoom = 1;
  #drawing = null;
  #steps = [];
  /** How many of the steps have been made. */
  #at = 0;
  #timer = null;
  /** What its values are called. */
  #words = null;
  #play = el('button', { type: 'button', class: 'small strong', onclick: () => (this.#timer ? this.halt() : this.#run()) }, 'Play');
  #back = el('button', { type: 'button', class: 'small', 'aria-label': 'One step back', onclick: () => this.#go(this.#at - 1) }, '‹');
  #forth = el('button', { type: 'button', class: 'small', 'aria-label': 'One step on', onclick: () => this.#go(this.#at + 1) }, '›');
  #slider = el('input', { type: 'range', id: 'tree-step', min: 0, 'aria-label': 'Step', oninput: () => this.#go(Number(this.#slider.value)) });
  #told = el('p', { class: 'told', role: 'status' });
  #canvas = el('div', { class: 'canvas', tabindex: 0, role: 'region', 'aria-label': 'The tree, scrollable' });
  #list = el('details', { class: 'tree-list' }, el('summary', {}, 'The same tree as a list'));

  constructor(stage) {
    stage.append(el('h2', {}, 'The time squid'), el('div', { class: 'row steps' }, this.#play, this.#back, this.#forth, this.#slider), this.#told, this.#canvas, this.#list);
    this.#canvas.addEventListener('pointerover', ({ target }) => this.#tell(target.closest('.node')?.node));
    let width = 0;
    new ResizeObserver(() => {
      if (this.#canvas.clientWidth === width) return;
      width = this.#canvas.clientWidth;
      if (width > 0) this.#draw();
    }).observe(this.#canvas);
    this.#enable();
  }

  /** Shows another tree, or that there is none. */
  show(tree) {
    this.halt();
    this.tree = tree && structuredClone(tree); // its nodes learn where they lie; what the service said is shown elsewhere
    this.#words = tree && wordsFor(this.tree);
    [this.#steps, this.#at] = [[], 0];
    this.#canvas.replaceChildren();
    this.#told.textContent = '';
    this.#draw();
    listTree(this.#list, this.tree, this.#words);
    this.#enable();
  }

  /** Takes the steps to go, and goes them all. */
  follow(steps) {
    this.halt();
    this.#steps = steps;
    this.#slider.max = steps.length;
    this.#go(steps.length);
  }

  zoom(times) {
    this.#zoom = times;
    this.#draw();
  }

  /** Goes no further by itself. */
  halt() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#told.removeAttribute('aria-live');
    this.#play.textContent = 'Play';
  }

  #run() {
    if (this.#at === this.#steps.length) this.#go(0);
    const every = Math.max(calm() ? CALM : FASTEST, Math.min(SLOWEST, WALK / this.#steps.length));
    // What passes so fast is not to be read aloud.
    this.#told.setAttribute('aria-live', 'off');
    this.#play.textContent = 'Pause';
    this.#timer = setInterval(() => {
      this.#go(this.#at + 1);
      if (this.#at === this.#steps.length) this.halt();
    }, every);
  }

  #go(to) {
    const last = this.#steps.length;
    this.#at = Math.max(0, Math.min(to, last));
    this.#slider.value = this.#at;
    this.#slider.setAttribute('aria-valuetext', `${this.#at} of ${last}`);
    this.#enable();
    this.#drawing.show(this.#steps, this.#at);
    this.#told.textContent = this.#at === 0 ? 'Nothing has been looked at yet.' : this.#at === last ? this.#outcome() : narrate(this.#steps[this.#at - 1], this.tree.root, this.#words);
  }

  /** There are steps to go where a tree has come. */
  #enable() {
    this.#play.disabled = this.#slider.disabled = !this.tree;
    this.#back.disabled = !this.tree || this.#at === 0;
    this.#forth.disabled = !this.tree || this.#at === this.#steps.length;
  }

  #draw() {
    if (!this.tree) return;
    const { root } = this.tree;
    const size = layOut(root, (this.#canvas.clientWidth - 2) * this.#zoom);
    this.#drawing = new TreeDrawing({ root, size, words: this.#words });
    this.#canvas.replaceChildren(this.#drawing.element);
    this.#canvas.scrollLeft = (size.width - this.#canvas.clientWidth) / 2;
    this.#drawing.show(this.#steps, this.#at);
  }

  #outcome() {
    const { root } = this.tree;
    const best = isChance(root) ? null : root.children.find((child) => compare(child, root) === 0);
    return `Worth ${this.#words.prize(root)} to ${capital(root.turn)}${best ? `: ${best.text}` : ''}.`;
  }

  /** Tells of the node under the hand. */
  #tell(node) {
    if (!node || this.#timer) return;
    const window = ['alpha', 'beta'].filter((name) => node[name] !== undefined).map((name) => `${name} ${this.#words.bound(node[name])}`).join(', ');
    const fate = { visited: '', cut: ', cut', below_cut: ', below a cut' }[node.fate];
    this.#told.textContent = `${pathText(node) || 'Now'}: ${this.#words.score(node)}${fate}${window ? ` (${window})` : ''}`;
  }
}
