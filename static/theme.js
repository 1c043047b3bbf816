// Light, dark or high contrast: as the system says, unless somebody chose.

import { remembered } from './memory.js';

export function mountTheme(select) {
  // What was chosen before stands on the page already: `painted.js` sees to it.
  remembered(select).addEventListener('change', () => {
    if (select.value === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = select.value;
  });
}
