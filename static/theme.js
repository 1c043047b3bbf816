// Light, dark or high contrast: as the system says, unless somebody chose.

const KEY = 'bestmove.theme';

export function mountTheme(select) {
  // What was chosen before stands on the page already: `painted.js` sees to it.
  select.value = document.documentElement.dataset.theme ?? 'auto';
  select.addEventListener('change', () => {
    if (select.value === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = select.value;
    try {
      localStorage.setItem(KEY, select.value);
    } catch {
      // A browser that keeps nothing still shows what was chosen until it closes.
    }
  });
}
