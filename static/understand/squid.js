// The time squid: the tree of futures of the position on the board. Minimax climbs it, alpha-beta
// cuts it, one step at a time.

import { calm, el } from '../dom.js';
import { post } from '../service/api.js';
import { naming } from '../service/positions.js';
import { worthText } from '../words.js';
import { TreeDrawing } from './tree-drawing.js';
import { layOut } from './tree-layout.js';
import { listTree } from './tree-list.js';
import { alphaBetaSteps, isChance, minimaxSteps, narrate, pathText } from './tree-steps.js';

/** More nodes than this are too many to look at: the tree is asked for again, a ply less deep. */
const MOST = 2500;
const DEEPEST = 9;
/** A whole walk takes about this long, in milliseconds, but no step is faster than the second. */
const [WALK, FASTEST] = [20_000, 16];

export function mountSquid(panel, match, { stage, isOpen }) {
  let work = new AbortController();
  let seen = false;
  let [tree, drawing, steps, at, timer] = [null, null, [], 0, null];
  const depth = el('select', { id: 'tree-depth', onchange: () => grow() }, Array.from({ length: DEEPEST }, (_, n) => el('option', { value: n + 1, selected: n === 1 }, n + 1)));
  const method = el('select', { id: 'tree-method', onchange: () => begin() }, el('option', { value: 'alphabeta' }, 'Alpha-beta'), el('option', { value: 'minimax' }, 'Minimax'));
  const zoom = el('input', { type: 'range', id: 'tree-zoom', min: 1, max: 8, step: 0.5, value: 1, oninput: () => tree && draw() });
  const facts = el('p', { class: 'facts' });
  panel.append(
    el('p', { class: 'hint' }, 'Every future of this position, a few moves deep. Values climb from the leaves: we take the most, they leave us the least, chance the average. Alpha-beta finds the same value and cuts what cannot matter.'),
    el('div', { class: 'row apart' }, el('label', { for: 'tree-depth' }, 'Moves deep'), depth),
    el('div', { class: 'row apart' }, el('label', { for: 'tree-method' }, 'Method'), method),
    el('div', { class: 'slider' }, el('label', { for: 'tree-zoom' }, 'Zoom'), zoom),
    facts,
  );

  const play = el('button', { type: 'button', class: 'small strong', onclick: () => (timer ? halt() : run()) }, 'Play');
  const back = el('button', { type: 'button', class: 'small', 'aria-label': 'One step back', onclick: () => step(at - 1) }, '‹');
  const forth = el('button', { type: 'button', class: 'small', 'aria-label': 'One step on', onclick: () => step(at + 1) }, '›');
  const slider = el('input', { type: 'range', id: 'tree-step', min: 0, 'aria-label': 'Step', oninput: () => step(Number(slider.value)) });
  const told = el('p', { class: 'told', role: 'status' });
  const canvas = el('div', { class: 'canvas', tabindex: 0, role: 'region', 'aria-label': 'The tree, scrollable' });
  const list = el('details', { class: 'tree-list' }, el('summary', {}, 'The same tree as a list'));
  stage.append(el('h2', {}, 'The time squid'), el('div', { class: 'row steps' }, play, back, forth, slider), told, canvas, list);

  const grow = async (plies = Number(depth.value)) => {
    work.abort();
    halt();
    if (!isOpen() || !match.view) return;
    work = new AbortController();
    const { signal } = work;
    facts.textContent = 'Growing…';
    try {
      const answer = await post('/tree', { ...naming(match.where), depth: plies }, { signal });
      if (answer.nodes > MOST && answer.depth > 1) return grow(answer.depth - 1);
      tree = structuredClone(answer); // its nodes learn where they lie; what the service said is shown elsewhere
      const saved = Math.round((1 - tree.visited / tree.nodes) * 100);
      const wished = Number(depth.value);
      const short = tree.depth < wished && tree.nodes > 1 && (plies < wished || tree.limits_applied?.depth !== undefined);
      facts.textContent = `${tree.nodes.toLocaleString('en')} positions, ${tree.depth} deep${short ? ' (deeper would be too many)' : ''}; alpha-beta visits ${tree.visited.toLocaleString('en')}, ${saved}% fewer.`;
      [steps, at] = [[], 0];
      draw();
      listTree(list, tree, say);
      begin();
      if (plies === wished && !seen) stage.scrollIntoView({ block: 'nearest', behavior: calm() ? 'auto' : 'smooth' });
      seen = true;
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      facts.textContent = problem.message;
      tree = null;
      canvas.replaceChildren();
      list.querySelector('ul')?.remove();
      told.textContent = '';
      enable();
    }
  };

  const say = (value) => worthText(value, tree.unit, 1);

  const draw = () => {
    const size = layOut(tree.root, (canvas.clientWidth - 2) * Number(zoom.value));
    const values = size.rows.flat().map(({ value }) => Math.abs(value));
    drawing = new TreeDrawing({ root: tree.root, size, say, most: Math.max(1, Math.min(Math.max(...values), tree.unit === 'centipawns' ? 300 : Infinity)) });
    canvas.replaceChildren(drawing.element);
    canvas.scrollLeft = (size.width - canvas.clientWidth) / 2;
    drawing.show(steps, at);
  };

  const begin = () => {
    if (!tree) return;
    halt();
    steps = method.value === 'minimax' ? minimaxSteps(tree.root) : alphaBetaSteps(tree.root);
    slider.max = steps.length;
    step(steps.length);
  };

  /** There are steps to take where a tree has come. */
  const enable = () => {
    play.disabled = slider.disabled = !tree;
    back.disabled = !tree || at === 0;
    forth.disabled = !tree || at === steps.length;
  };
  enable();

  const step = (to) => {
    at = Math.max(0, Math.min(to, steps.length));
    slider.value = at;
    slider.setAttribute('aria-valuetext', `${at} of ${steps.length}`);
    enable();
    drawing.show(steps, at);
    stage.dataset.method = method.value;
    told.textContent = at === 0 ? 'Nothing has been looked at yet.' : at === steps.length ? outcome() : narrate(steps[at - 1], tree.root, say);
  };

  const outcome = () => {
    const best = isChance(tree.root) ? null : tree.root.children.find((child) => child.value === tree.root.value);
    return `Worth ${say(tree.root.value)} to ${tree.root.turn}${best ? `: ${best.text}` : ''}.`;
  };

  const run = () => {
    if (at === steps.length) step(0);
    const every = Math.max(FASTEST, Math.min(900, WALK / steps.length));
    told.setAttribute('aria-live', 'off');
    play.textContent = 'Pause';
    timer = setInterval(() => {
      step(at + 1);
      if (at === steps.length) halt();
    }, calm() ? Math.max(600, every) : every);
  };

  const halt = () => {
    clearInterval(timer);
    timer = null;
    told.removeAttribute('aria-live');
    play.textContent = 'Play';
  };

  canvas.addEventListener('pointerover', ({ target }) => {
    const node = target.closest('.node')?.node;
    if (!node || timer) return;
    const window = [node.alpha === undefined ? '' : `alpha ${say(node.alpha)}`, node.beta === undefined ? '' : `beta ${say(node.beta)}`].filter(Boolean).join(', ');
    const fate = { visited: '', cut: ', cut', below_cut: ', below a cut' }[node.fate];
    told.textContent = `${pathText(node) || 'Now'}: ${say(node.value)}${fate}${window ? ` (${window})` : ''}`;
  });

  match.addEventListener('moved', () => work.abort());
  let width = 0;
  new ResizeObserver(() => {
    if (canvas.clientWidth === width) return;
    width = canvas.clientWidth;
    if (tree && width > 0) draw();
  }).observe(canvas);

  match.addEventListener('shown', () => grow());
  return (open) => {
    stage.hidden = !open;
    seen = false;
    if (open) grow();
    else {
      work.abort();
      halt();
    }
  };
}
