// A button that copies, and says that it has.

import { el } from '../dom.js';

export function copyButton(name, text) {
  const button = el('button', { type: 'button', class: 'small' }, name);
  button.addEventListener('click', async () => {
    // Browsers have no clipboard for pages that came over plain HTTP.
    const copied = await navigator.clipboard?.writeText(text()).then(() => true, () => false);
    button.textContent = copied ? 'Copied' : 'Select and copy by hand';
    setTimeout(() => {
      button.textContent = name;
    }, 1600);
  });
  return button;
}
