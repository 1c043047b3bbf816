// What the moves so far are called, where they have followed an opening that has a name.

import { el } from '../dom.js';
import { openingText } from '../words.js';

/** It stands there to be read, and is not said at every move: that would cut off what was moved. */
export function mountOpening(line, match) {
  match.addEventListener('shown', () => {
    const { opening } = match.view;
    const text = opening && openingText(opening);
    line.replaceChildren(...(opening ? [el('span', { class: 'hidden' }, 'Opening: '), el('span', { class: 'called', title: text }, text)] : []));
  });
}
