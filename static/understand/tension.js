// The attack map: who has more attackers on each square, tinted on the board where it is wanted.

import { el } from '../dom.js';
import { remembered } from '../memory.js';
import { several, signed } from '../words.js';

/** So many attackers more tint a square fully. */
const FULL = 4;

export function mountTension(board, match) {
  let attackers = null;
  const wanted = remembered(el('input', { type: 'checkbox', id: 'tension', onchange: () => render() }));
  const row = el('label', { class: 'check', for: 'tension', hidden: true }, wanted, 'Attack map: who has more attackers where');

  const render = () => {
    row.hidden = !attackers;
    board.tint(new Map(wanted.checked && attackers ? Object.entries(attackers).map(tinted) : []));
  };

  const tinted = ([id, more]) => [id, {
    shade: Math.max(-1, Math.min(1, more / FULL)),
    text: more === 0 ? '' : signed(more),
    said: more === 0 ? 'as many attackers' : several(Math.abs(more), `more ${match.game.players[more > 0 ? 0 : 1]} attacker`),
  }];

  return {
    row,
    /** Takes what `/evaluate` counted for the position on the board; nothing where it counts no attackers. */
    show(counted = null) {
      attackers = counted;
      render();
    },
  };
}
