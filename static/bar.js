// A choice between a few things that are all in view.

import { el, goRound } from './dom.js';

/** A group of radio buttons that look like one bar. Arrows go from one to the next; Space chooses, for that may begin another game. */
export function choice(legend, name, changed) {
  const options = el('div', { class: 'bar' });
  goRound(options, () => [...options.querySelectorAll('input')]);
  const group = el('fieldset', {}, el('legend', {}, legend), options);
  return {
    group,
    offer(values) {
      options.replaceChildren(...values.map(([value, text]) => el(
        'label', {}, el('input', { type: 'radio', name, value, onchange: () => changed(value) }), el('span', {}, text),
      )));
    },
    set(value) {
      for (const input of options.querySelectorAll('input')) input.checked = input.value === value;
    },
  };
}
