// The board by mouse, pen and finger: click and click, or drag what can be picked up. Whoever lets go where the hand came
// down has clicked, however much it trembled. Whoever moves on without anything to carry scrolls the page, or has thought
// better of it, and plays nothing. A finger that comes down on what is smaller than fingers can hit has aimed, not played.

/** A pointer that moved less than this, in pixels, carries nothing yet. */
const STEADY = 6;

/** What is narrower than this, in pixels, fingers miss (WCAG 2.2, 2.5.8). */
const LEAST = 24;

export function listenToPointers(board, frame) {
  let drag = null;

  const cellAt = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('.cell');
    return found && frame.contains(found) ? found.dataset.cell : null;
  };

  frame.addEventListener('pointerdown', (event) => {
    const cell = event.target.closest('.cell');
    // A cell that is gone, as when the board was turned meanwhile, can no longer be let go.
    if (!cell || event.button !== 0 || drag?.cell.isConnected) return;
    const id = cell.dataset.cell;
    drag = { id, cell, x: event.clientX, y: event.clientY, pointer: event.pointerId, moved: false, over: null };
    cell.setPointerCapture(event.pointerId);
  });

  frame.addEventListener('pointermove', (event) => {
    if (event.pointerId !== drag?.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < STEADY) return;
    drag.moved = true;
    // What cannot be picked up yet, can be as soon as the answer to the last move has come.
    if (!drag.carries) {
      const held = board.hand.leads(drag.id);
      drag.lifts = !held && board.hand.takes(drag.id);
      drag.carries = held || drag.lifts;
      if (drag.lifts) board.touch(drag.id);
      drag.cell.toggleAttribute('data-carried', drag.carries);
    }
    if (!drag.carries) return;
    carry(drag.cell, dx, dy);
    const over = cellAt(event);
    if (over === drag.over) return;
    board.cells.get(drag.over)?.removeAttribute('data-over');
    drag.over = over;
    board.cells.get(over)?.toggleAttribute('data-over', true);
  });

  const settle = (event, completed) => {
    if (event.pointerId !== drag?.pointer) return;
    const { id, cell, x, y, moved, carries, lifts, over } = drag;
    drag = null;
    if (!cell.isConnected) return;
    cell.removeAttribute('data-carried');
    board.cells.get(over)?.removeAttribute('data-over');
    carried(cell)?.style.removeProperty('translate');
    if (!completed) return carries && board.drop();
    if (moved && !carries && board.slides(direction(event.clientX - x, event.clientY - y))) return;
    const target = moved ? cellAt(event) : id;
    // What was picked up on the way has been touched already.
    if (target === id) return lifts || board.touch(id, { unsure: event.pointerType === 'touch' && isSmall(cell) });
    if (!carries) return;
    const goes = board.hand.next().has(target) || board.hand.open.some((move) => move.touches.at(-1) === target);
    if (goes) board.touch(target, { dragged: true });
    else board.drop();
  };
  frame.addEventListener('pointerup', (event) => settle(event, true));
  frame.addEventListener('pointercancel', (event) => settle(event, false));
}

/** Whether a cell is too small for a finger, as large as it has been made by spreading two of them. */
function isSmall(cell) {
  const { width, height } = cell.getBoundingClientRect();
  return Math.min(width, height) * visualViewport.scale < LEAST;
}

/** What a hand takes from a cell: its piece, or the last of several. */
const carried = (cell) => cell.querySelector('.taken') ?? cell.firstElementChild;

/** Carries it so many pixels away from where it lies. */
function carry(cell, dx, dy) {
  const drawing = carried(cell);
  const scale = drawing?.matches('.taken') ? drawing.ownerSVGElement.getScreenCTM().a : 1;
  drawing?.style.setProperty('translate', `${dx / scale}px ${dy / scale}px`);
}

/** Where a swipe went. */
function direction(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'right' : 'left';
  return dy > 0 ? 'down' : 'up';
}
