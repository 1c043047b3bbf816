// The time squid: the tree of futures of the position on the board. Minimax climbs it, alpha-beta
// cuts it, one step at a time.

import { calm, coded, el, refill } from '../dom.js';
import { remembered } from '../memory.js';
import { post } from '../service/api.js';
import { Lookout } from '../service/lookout.js';
import { naming } from '../service/positions.js';
import { capital, several, troubleText } from '../words.js';
import { alphaBetaSteps, minimaxSteps } from './tree-steps.js';
import { TreeWalk } from './tree-walk.js';

/** More nodes than this are too many to look at: the tree is asked for again, a ply less deep. */
const MOST = 2500;
const DEEPEST = 9;

const METHODS = { alphabeta: ['Alpha-beta', alphaBetaSteps], minimax: ['Minimax', minimaxSteps] };

export function mountSquid(panel, match, { stage, isOpen }) {
  let work = new AbortController();
  const lookout = new Lookout();
  const walk = new TreeWalk(stage);
  const depth = remembered(el('select', { id: 'tree-depth', onchange: () => grow() }, Array.from({ length: DEEPEST }, (_, n) => el('option', { value: n + 1, selected: n === 1 }, n + 1))));
  const method = remembered(el('select', { id: 'tree-method', onchange: () => begin() }, Object.entries(METHODS).map(([value, [name]]) => el('option', { value }, name))));
  const zoom = el('input', { type: 'range', id: 'tree-zoom', min: 1, max: 8, step: 0.5, value: 1, oninput: () => walk.zoom(Number(zoom.value)) });
  const facts = el('p', { class: 'facts' });
  // The tree stands below: whoever chooses a depth is not torn away from it.
  const look = el('button', { type: 'button', class: 'small', hidden: true, onclick: () => stage.scrollIntoView({ block: 'start', behavior: calm() ? 'auto' : 'smooth' }) }, 'Look at the tree');
  panel.append(
    el('p', { class: 'hint' }, 'Every future of this position, a few moves deep. Values climb from the leaves: we take the most, they leave us the least, chance the average. Alpha-beta finds the same value and cuts what cannot matter.'),
    el('div', { class: 'row apart' }, el('label', { for: 'tree-depth' }, 'Moves deep'), depth),
    el('div', { class: 'row apart' }, el('label', { for: 'tree-method' }, 'Method'), method),
    el('div', { class: 'slider' }, el('label', { for: 'tree-zoom' }, 'Zoom'), zoom),
    facts, look,
  );

  /** Grows nothing, and looks for no server. */
  const rest = () => {
    work.abort();
    lookout.end();
  };

  const grow = async (plies = Number(depth.value)) => {
    rest();
    walk.halt();
    if (!isOpen() || !match.settled) return;
    if (match.view.status.over) return leave('The game is over.');
    work = new AbortController();
    const { signal } = work;
    facts.textContent = 'Growing…';
    try {
      const tree = await post('/tree', { ...naming(match.where), depth: plies }, { signal });
      if (tree.nodes > MOST && tree.depth > 1) return grow(tree.depth - 1);
      facts.textContent = sizeText(tree, plies < Number(depth.value) || tree.limits_applied?.depth !== undefined);
      walk.show(tree);
      look.hidden = false;
      begin();
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      leave(troubleText(problem));
      if (problem.unreachable) lookout.begin(grow);
    }
  };

  /** There is no tree, and why. */
  const leave = (why) => {
    refill(facts, ...coded(why));
    walk.show(null);
    look.hidden = true;
  };

  const begin = () => {
    const [, steps] = METHODS[method.value];
    if (walk.tree) walk.follow(steps(walk.tree.root));
  };

  for (const type of ['moved', 'opening']) {
    match.addEventListener(type, () => {
      rest();
      lookout.freshen();
    });
  }
  match.addEventListener('shown', () => grow());
  return (open) => {
    stage.hidden = !open;
    if (open) grow();
    else {
      rest();
      walk.halt();
    }
  };
}

/** How large a tree is, whether it was `shortened`, and what alpha-beta spares. */
function sizeText({ nodes, depth, visited }, shortened) {
  const spared = Math.round((1 - visited / nodes) * 100);
  const fewer = spared ? `, ${spared}% fewer` : '';
  const visits = visited < nodes ? visited.toLocaleString('en') + fewer : 'every one';
  return `${capital(several(nodes, 'position'))}, ${depth} deep${shortened ? ' (deeper would be too many)' : ''}; alpha-beta visits ${visits}.`;
}
