// The course of the game: the first player's chance to win after each move. A click goes there.

import { svg, mark } from '../dom.js';

const [WIDTH, HEIGHT] = [300, 60];

export function mountCurve(container, match) {
  const area = svg('path', { class: 'area' });
  const line = svg('path', { class: 'course' });
  const here = svg('line', { class: 'here', y1: 0, y2: HEIGHT });
  const faults = svg('g', {});
  const picture = svg('svg', { class: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
    svg('line', { class: 'even', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }), area, line, faults, here);
  container.append(picture);

  const render = () => {
    const { record, ledger } = match;
    const { worth } = ledger;
    const count = record.moves.length;
    const known = worth.slice(0, count + 1).map((each, at) => ({ at, each })).filter(({ each }) => each);
    // Where an engine plays whose judgement may be seen, it comes: what lies below then stays where it is.
    const expected = record.you === 'none' || (record.you !== 'both' && !match.led);
    container.hidden = match.game.nature.agents === 1 || (known.length < 2 && !expected);
    if (container.hidden) return;
    const x = (at) => (count ? (at / count) * WIDTH : 0);
    const y = (win) => 3 + (1 - win) * (HEIGHT - 6);
    const path = known.map(({ at, each }, n) => `${n ? 'L' : 'M'}${x(at).toFixed(1)} ${y(each.win).toFixed(1)}`).join('');
    mark(line, 'd', path);
    mark(area, 'd', path && `${path}L${x(known.at(-1).at)} ${HEIGHT}L${x(known[0].at)} ${HEIGHT}z`);
    for (const end of ['x1', 'x2']) mark(here, end, x(record.at));
    faults.replaceChildren(...ledger.moves.flatMap((move, n) => (
      ['mistake', 'blunder'].includes(move?.judgement) && worth[n + 1] ? [svg('circle', { class: move.judgement, cx: x(n + 1), cy: y(worth[n + 1].win), r: 3 })] : []
    )));
  };

  picture.addEventListener('click', (event) => {
    const { left, width } = picture.getBoundingClientRect();
    match.go(Math.round(((event.clientX - left) / width) * match.record.moves.length));
  });
  for (const type of ['shown', 'thinking', 'judged']) match.addEventListener(type, render);
}
