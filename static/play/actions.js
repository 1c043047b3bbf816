// The buttons under the board.

import { UPRIGHT } from '../board/layout.js';
import { el, mark, svg } from '../dom.js';
import { look } from './engine.js';

/** A hint is worth this much thought, in milliseconds. */
const HINT = 800;

const ICONS = {
  new: 'M12 5v14M5 12h14',
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12h-2',
  redo: 'm15 7 5 5-5 5M20 12H10a6 6 0 0 0 0 12h2',
  flip: 'M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.900c.7.6 1 1.2 1 2.100h5c0-.9.3-1.5 1-2.100A6 6 0 0 0 12 3z',
  resign: 'M6 21V4M6 5h11l-2.5 4L17 13H6',
  pause: 'M8 5v14M16 5v14',
  go: 'M7 5v14l12-7z',
};

export function mountActions(bar, match, table) {
  let hinting = null;
  const button = (name, text, onclick, caption = text) => el('button', { type: 'button', 'data-action': name, onclick, 'aria-label': text, title: text }, icon(name), el('span', { class: 'caption' }, caption));

  const fresh = button('new', 'New game', () => match.begin(), 'New');
  const undo = button('undo', 'Undo', () => takeBack());
  const redo = button('redo', 'Redo', () => match.redo());
  const flip = button('flip', 'Flip', () => match.turnBoard());
  const hint = button('hint', 'Hint', () => suggest());
  const resign = button('resign', 'Resign', () => match.resign());
  const pause = button('pause', 'Pause', () => match.pause());
  const go = button('go', 'Play on', () => match.goOn());
  /** What stands after the board's position stays where an umpire has heard it, and is forgotten elsewhere. */
  const goesWhere = () => {
    const [text, caption] = match.past ? ['Back to the game', 'Back'] : match.atEnd ? ['Play on', 'Play on'] : ['Play on from here', 'From here'];
    Object.assign(go, { title: text, ariaLabel: text });
    go.querySelector('.caption').textContent = caption;
  };
  bar.append(fresh, undo, redo, flip, hint, resign, pause, go);

  // What the hand has done of a move goes first, and leads whoever takes it back to the board.
  const takeBack = () => {
    const { board } = table;
    if (!board.midway) return match.undo();
    board.drop();
    board.focusCell(undefined, { preventScroll: true });
  };

  const suggest = async () => {
    const { live, view, where } = match;
    if (!live) return;
    // A hint is for the position, not for the half of a move that somebody has made.
    if (table.board.midway) table.board.drop();
    hinting?.abort();
    const own = (hinting = new AbortController());
    const { signal } = own;
    mark(hint, 'aria-busy', 'true');
    try {
      const seen = (info) => show(info, view);
      const answer = await look(where, { time: HINT }, { signal, seen });
      show(answer, view);
      for (const type of ['notice', 'remark']) table.board.dispatchEvent(new CustomEvent(type, { detail: `Hint: ${answer.text}.` }));
    } catch (problem) {
      if (problem.name !== 'AbortError') match.dispatchEvent(new CustomEvent('fault', { detail: problem }));
    } finally {
      if (hinting === own) mark(hint, 'aria-busy', null);
    }
  };

  const show = (answer, view) => {
    const touches = view.legal_moves.find((move) => move.move === answer.move)?.touches ?? [];
    table.point([{ touches }]);
  };

  // A button that has done its work and goes leaves the focus to the one that undoes it.
  const heirs = new Map([[pause, go], [go, pause], [undo, redo], [redo, undo], [resign, undo]]);
  const gone = (button) => button.hidden || button.disabled;

  /** What nobody here has moved is not taken back: dice and tiles, how the engine began, and what an umpire has said. */
  const steps = () => {
    undo.disabled = !table.board.midway && !match.ended && (match.led || !match.line.some((_, n) => match.chosen(n)));
    redo.disabled = match.atEnd || !match.ledger.moves[match.record.at];
  };

  const render = () => {
    hinting?.abort();
    const focused = document.activeElement;
    const { record } = match;
    const alone = record.you === 'none';
    const waits = !match.over && (match.past || (!match.human(match.view.turn) && (match.paused || !match.atEnd)));
    steps();
    hint.disabled = !match.live;
    resign.hidden = alone || match.game.nature.agents === 1;
    resign.disabled = match.over || !match.atEnd;
    pause.hidden = !alone || match.over || waits;
    go.hidden = !waits;
    goesWhere();
    flip.hidden = UPRIGHT.has(match.view.board.style);
    if (bar.contains(focused) && gone(focused)) [heirs.get(focused), fresh].find((button) => button && !gone(button)).focus();
  };
  match.addEventListener('shown', render);
  match.addEventListener('fault', () => {
    // Of a position that has not come nothing can be asked.
    hint.disabled ||= !match.settled;
    resign.disabled ||= !match.settled;
  });
  for (const type of ['moved', 'opening']) match.addEventListener(type, () => hinting?.abort());
  match.addEventListener('named', steps);
  table.board.addEventListener('midway', () => match.view && steps());
}

const icon = (name) => svg('svg', { viewBox: '0 0 24 28', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));
