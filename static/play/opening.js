// What the moves so far are called, where they have followed an opening that has a name.

import { el } from '../dom.js';

/** It stands there to be read; aloud the move alone is said. */
export function mountOpening(line, match) {
  match.addEventListener('shown', () => {
    const { opening } = match.view;
    const text = opening && `${opening.eco} ${opening.name}`;
    line.replaceChildren(...(text ? [el('span', { class: 'hidden' }, 'Opening: '), el('span', { class: 'called', title: text }, text)] : []));
  });
}
