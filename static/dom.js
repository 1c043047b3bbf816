// The shortest way to say an element. Text becomes text, never markup.

/** An HTML element: attributes, `on…` listeners and properties (`value`, `checked`, …), then children. */
export function el(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** An SVG element, the same way. */
export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...present(children));
  return element;
}

/** Children without those that are left out. */
const present = (children) => children.flat().filter((child) => child !== null && child !== undefined && child !== false);

/** What the style sheet colours by: whose something is, by name, and where of two `players` that one sits. */
export const whose = (owner, players) => ({ 'data-owner': owner, 'data-seat': owner && (players.indexOf(owner) === 1 ? 'second' : 'first') });

/** Text with `code` in it, as what an element takes for children. */
export const coded = (text) => text.split('`').map((piece, n) => (n % 2 === 1 ? el('code', {}, piece) : piece));

/** Sets an attribute only where it changes, so that screen readers are not told twice. */
export function mark(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Sets what the style sheet calculates with: `{ w: 8 }` is `--w: 8`. */
export function measure(element, lengths) {
  for (const [name, value] of Object.entries(lengths)) element.style.setProperty(`--${name}`, value);
}

/**
 * Puts other children into an element. Focus that was inside stays: on the button that says the same,
 * or else on the element itself, so that Tab goes on from there.
 */
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.textContent : null;
  element.replaceChildren(...present(children));
  if (focused === null) return;
  element.tabIndex = -1;
  const same = [...element.querySelectorAll('button:not([disabled])')].find(({ textContent }) => textContent === focused);
  (same ?? element).focus();
}

/** Lets the arrow keys go round a group of controls; none is pressed or chosen by that. */
export function goRound(group, controls) {
  group.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = controls();
    const at = all.indexOf(document.activeElement);
    if (!step || at < 0) return;
    all.at((at + step) % all.length).focus();
    event.preventDefault();
    event.stopPropagation();
  });
}

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
