// Says that the page could not be loaded, where one of its modules could not be: a plain script, which needs none of
// them. What a script that fails to load tells does not bubble; it can only be caught on its way down.

addEventListener('error', ({ target }) => {
  if (target.localName !== 'script') return;
  const again = document.createElement('button');
  again.append('Try again');
  again.addEventListener('click', () => location.reload());
  const told = document.createElement('p');
  told.className = 'result';
  told.dataset.tone = 'trouble';
  told.setAttribute('role', 'alert');
  told.append('The page could not be loaded. ', again);
  document.querySelector('main').replaceChildren(told);
}, { capture: true });
