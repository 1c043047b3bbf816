// A button that copies, and says that it has, aloud too.

import { el } from '../dom.js';

export function copyButton(name, text, say) {
  const button = el('button', { type: 'button', class: 'small' }, name);
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard?.writeText(text()).then(() => true, () => false) || copySelected(text(), button);
    button.textContent = copied ? 'Copied' : 'Copy it by hand';
    say(`${button.textContent}.`);
    setTimeout(() => {
      button.textContent = name;
    }, 1600);
  });
  return button;
}

/**
 * Copies without a clipboard, which browsers have none of for pages that came over plain HTTP: out of a field below the
 * button. Where that fails too, the field stays, with all of it selected, until its reader goes elsewhere.
 */
function copySelected(text, button) {
  const field = el('textarea', { rows: 2, readonly: true, 'aria-label': 'To be copied', onblur: () => field.remove(), value: text });
  button.parentElement.after(field);
  field.focus();
  field.select();
  const copied = document.execCommand('copy');
  if (copied) button.focus();
  return copied;
}
