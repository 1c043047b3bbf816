// A position set up by hand: a board of its own in front of the page, pieces to put on it, and whose turn it is. What comes
// of it is checked by the service, and only then put on the table.

import { choice } from '../bar.js';
import { GameBoard } from '../board/game-board.js';
import { picture } from '../board/picture.js';
import { same } from '../board/pieces.js';
import { el, measure } from '../dom.js';
import { capital, pieceText } from '../words.js';
import { attempts } from './attempt.js';
import { openPosition } from './pasted.js';
import { fieldOf, learnScript } from './script.js';

/** A board without moves: whatever is touched is told. */
class EditedBoard extends GameBoard {
  touch(id) {
    this.dispatchEvent(new CustomEvent('touched', { detail: id }));
  }
}
customElements.define('edited-board', EditedBoard);

/** So many pieces stand in one row; of more each player has a row. */
const FEW = 4;

const without = ({ piece: _, ...cell }) => cell;

/** Mounts the editor; answers how to open it on what the table shows. */
export function mountEditor(match, table) {
  /** How the game is written, what stands on the board so far (`fresh` where nothing of the table's is left), what is put on it next, and whose turn it will be. */
  let [script, field, held, turn] = [];
  const { lines, told, clear, stop, attempt } = attempts();
  const board = el('edited-board');
  const pieces = choice('Piece', 'piece', (name) => {
    held = script.pieces.find((piece) => pieceText(piece) === name);
  });
  pieces.group.classList.add('palette');
  const turns = choice('To move', 'turn', (player) => {
    turn = player;
  });
  const button = (name, onclick, look = '') => el('button', { type: 'button', class: `small ${look}`, onclick }, name);
  const dialog = el(
    'dialog', { class: 'editor', 'aria-labelledby': 'editor-name' },
    el('div', { class: 'dialog-head' }, el('h2', { id: 'editor-name' }, 'Set up a position'), el('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, 'Close')),
    el('div', { class: 'editing' }, el('div', { class: 'stack' }, pieces.group, turns.group,
      el('div', { class: 'row' }, button('Play from here', playHere, 'strong'), button('Clear', () => begin({ ...field, cells: field.cells.map(without), fresh: true })), button('Undo all', () => begin(fieldOf(match.view.board)))),
      el('div', { class: 'outcome' }, lines))),
  );
  document.body.append(dialog);

  const show = (cells) => {
    field = { ...field, cells };
    board.show({ board: field, players: match.game.players, turned: match.turned, label: `${match.game.name}, to be set up` });
  };

  const begin = (whole) => {
    clear();
    field = whole;
    show(field.cells);
  };

  board.addEventListener('touched', ({ detail: id }) => {
    clear();
    const there = field.cells.find((cell) => cell.id === id);
    // The same again takes it off.
    const cell = same(there.piece, held) ? without(there) : { ...there, piece: held };
    show(field.cells.map((each) => (each === there ? cell : each)));
    told.textContent = `${cell.piece ? capital(pieceText(cell.piece)) : 'Nothing'} on ${cell.name}.`;
  });
  // On a board Escape puts down what is held, and here nothing ever is.
  board.addEventListener('keydown', ({ key }) => key === 'Escape' && dialog.close());

  const open = async ({ signal }) => {
    await openPosition(field.fresh ? script.write(field, turn) : await script.edit(field, turn, { signal }), match, { signal });
    table.reveal();
    table.board.focusCell(undefined, { preventScroll: true });
    return '';
  };

  /** What is told of it may lie below what is seen. */
  async function playHere() {
    await attempt(open);
    lines[0].scrollIntoView({ block: 'nearest' });
  }

  dialog.addEventListener('close', () => {
    stop();
    board.remove();
  });
  match.addEventListener('opening', () => dialog.close());

  return async ({ signal }) => {
    const { game } = match;
    const learnt = await learnScript(match, { signal });
    if (match.game !== game || !match.view) return '';
    script = learnt;
    [held] = script.pieces;
    ({ turn } = script);
    pieces.offer([...script.pieces.map((piece) => [pieceText(piece), [sample(piece, match), el('span', { class: 'hidden' }, pieceText(piece))]]), ['', 'Take off']]);
    pieces.set(pieceText(held));
    turns.offer(script.turns.map((player) => [player, player ? capital(player) : 'Whoever is due']));
    turns.set(turn);
    turns.group.hidden = script.turns.length === 0;
    dialog.querySelector('.editing').prepend(board);
    board.dataset.game = game.id;
    begin(fieldOf(match.view.board));
    const { length } = script.pieces;
    measure(dialog, { ratio: board.layout.width / board.layout.height, across: length > FEW ? length / game.players.length : length });
    dialog.showModal();
    dialog.querySelector('input:checked').focus();
    return '';
  };
}

/** A piece on a cell of its board. */
const sample = (piece, { game: { id, players }, view: { board: { style } } }) => picture({ id, players, board: { style, width: 1, height: 1, cells: [{ id: '', x: 0, y: 0, piece }] } });
