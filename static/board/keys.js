// The board by keyboard: one tab stop, arrow keys, Enter and Space to touch, Escape to put down. What slides is pushed
// from anywhere on the page.

/** Where arrow keys mean something else. */
const ELSEWHERE = 'input, select, textarea, dialog, [role=tablist], [role=region], .move-list';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listenToKeys(board, frame) {
  frame.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const id = event.target.closest('.cell')?.dataset.cell;
    if (event.key === 'Escape') {
      board.drop();
    } else if (id === undefined) {
      return;
    } else if (ARROWS[event.key] && !event.shiftKey && board.slides(event.key.slice(5).toLowerCase())) {
      // What slides is pushed by the arrow keys themselves; with Shift they go from cell to cell.
    } else if (ARROWS[event.key]) {
      const neighbour = board.layout.neighbour(id, ARROWS[event.key]);
      if (neighbour !== null) board.focusCell(neighbour);
    } else if (event.key === 'Home' || event.key === 'End') {
      const row = board.layout.rows().find((ids) => ids.includes(id));
      board.focusCell(row.at(event.key === 'Home' ? 0 : -1));
    } else if (event.key === 'Enter' || event.key === ' ') {
      board.touch(id);
    } else {
      return;
    }
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!ARROWS[event.key] || event.target.closest?.(ELSEWHERE)) return;
    // Where nobody may push, they scroll the page.
    if (board.live && board.slides(event.key.slice(5).toLowerCase())) event.preventDefault();
  });
  frame.addEventListener('focusin', (event) => {
    const id = event.target.closest('.cell')?.dataset.cell;
    if (id !== undefined) board.stopAt(id);
  });
}
