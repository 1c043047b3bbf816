// The colours that somebody chose, before anything is painted: modules come too late for that, so this
// is a plain script.

try {
  const chosen = localStorage.getItem('bestmove.theme');
  if (['light', 'dark', 'contrast'].includes(chosen)) document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing has nothing to show again.
}
