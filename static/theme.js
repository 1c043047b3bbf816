// Light, dark or high contrast: as the system says, unless somebody chose.

const KEY = 'bestmove.theme';

export function mountTheme(select) {
  select.value = remembered() ?? 'auto';
  const apply = () => {
    if (select.value === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = select.value;
  };
  apply();
  select.addEventListener('change', () => {
    apply();
    try {
      localStorage.setItem(KEY, select.value);
    } catch {
      // A browser that keeps nothing still shows what was chosen until it closes.
    }
  });
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
