// What somebody chose on one visit is there on the next, where the browser keeps anything. `painted.js` looks there
// for the colours, too, earlier than modules come.

const keyOf = (name) => `bestmove.${name}`;

/** What was chosen last under that name, as text; null where nothing was. An older page may have kept what means nothing any more. */
export function recall(name) {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // A browser that keeps nothing still does what was chosen until it closes.
  }
}

/** Lets a select or a checkbox stand as it was left, as long as it still has that choice. */
export function remembered(control) {
  const [says, choices] = control.type === 'checkbox' ? ['checked', [true, false]] : ['value', [...control.options].map(({ value }) => value)];
  const before = recall(control.id);
  const chosen = choices.find((choice) => String(choice) === before);
  if (chosen !== undefined) control[says] = chosen;
  control.addEventListener('change', () => keep(control.id, control[says]));
  return control;
}
