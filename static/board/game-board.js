// <game-board>: draws any position that POST /position describes and turns touches into its legal
// moves. It knows no rules. Fires `play` with a legal move, `notice` with words to say aloud, `remark` with words to be
// read beside it, `midway` when a part of a move has been made here, and when that part is played or put back.

import { el, mark, measure } from '../dom.js';
import { capital, cellText, pieceText, several } from '../words.js';
import { amounts } from './amounts.js';
import { arrows } from './arrows.js';
import { askWhich } from './choice.js';
import { ground } from './grounds.js';
import { Hand } from './hand.js';
import { listenToKeys } from './keys.js';
import { Layout } from './layout.js';
import { legends } from './legends.js';
import { animate } from './motion.js';
import { draw, same } from './pieces.js';
import { listenToPointers } from './pointers.js';

/** Boards on which one cell is pointed at by a frame: a ring would be one of the pieces, or taller than the cell. */
const FRAMED = new Set(['grid', 'heap']);

/** A piece waits so many milliseconds for the answer, to glide to where it is shown; then it is laid there without one. */
const AWAITED = 100;

export class GameBoard extends HTMLElement {
  layout = null;
  hand = new Hand([]);
  /** The cell elements by id. */
  cells = new Map();
  #board = null;
  /** What the cells hold as they are drawn, by id; null while nothing is drawn. */
  #pieces = null;
  #options = {};
  #frame = null;
  #drawn = '';
  /** The cell that Tab leads to. */
  #stop = null;
  #tints = new Map();
  /** While a move that was made here waits for the next position: what is to be pushed then, and from where to where its piece has been `laid`. */
  #ahead = null;
  /** What was told last of whether a part of a move has been made. */
  #midway = false;

  connectedCallback() {
    if (this.#frame) return;
    this.#frame = el('div', { class: 'board' });
    this.append(this.#frame);
    listenToPointers(this, this.#frame);
    listenToKeys(this, this.#frame);
  }

  /**
   * Shows a position: `board` and `moves` as the API gives them. `turned` for the second player,
   * `live` if moves may be made, `asleep` why not, `turn` whose move it is, `last` the cells of the last move,
   * `alarm` a cell to warn of, `label` the name of the board, `players` the names of the two.
   */
  show({ board, players, moves = [], turned = false, live = false, asleep = '', turn = null, last = [], alarm = null, label = 'Board' }) {
    this.#board = board;
    this.#options = { live, asleep, turn, last, alarm, label, players };
    this.hand = new Hand(live ? moves : [], { byPairs: board.style === 'points' });
    this.dismiss();
    this.#lie(turned, { last, dropped: this.#ahead?.laid?.to });
    const pushed = this.#ahead?.direction;
    this.#ahead = null;
    // When everybody has seen this position.
    if (pushed && live) queueMicrotask(() => this.slides(pushed));
  }

  /** Turns what is shown around: a move on its way goes on, and what is not yet one is put down. */
  turn(turned) {
    if (!this.#ahead) this.hand.drop();
    this.dismiss();
    this.#lie(turned);
    this.#lay(this.#ahead?.laid);
  }

  /** What is shown is on the board no longer: nothing can be made of it until the next position comes. */
  wait() {
    if (!this.#board) return;
    this.dismiss();
    this.hand = new Hand([]);
    Object.assign(this.#options, { live: false, waits: true });
    this.#ahead = null;
    this.#draw();
    this.#refresh();
  }

  /** Takes everything off: what was shown has nothing to do with what is asked for. */
  clear() {
    this.dismiss();
    this.hand = new Hand([]);
    this.#options = {};
    this.#board = this.#pieces = this.#ahead = this.layout = null;
    this.#drawn = '';
    this.cells = new Map();
    this.#tints = new Map();
    this.#frame.replaceChildren();
  }

  /** Whether moves may be made here. */
  get live() {
    return Boolean(this.#options.live);
  }

  /** Why no move can be made here. */
  get #asleep() {
    const { waits, asleep } = this.#options;
    return waits ? 'The board is waiting for its position.' : asleep;
  }

  /** Whether a part of a move has been made here that nobody has played yet. */
  get midway() {
    return !this.#ahead && this.hand.midway;
  }

  /** Whether a move that was made here waits for the next position. */
  get sent() {
    return this.#ahead !== null;
  }

  get grid() {
    return this.#frame.querySelector('[role=grid]');
  }

  /** Draws arrows over the board: `[{ touches, weight }]`, the first the strongest. */
  point(lines) {
    this.#frame.querySelector('.arrows')?.remove();
    if (this.layout && lines.length) this.#frame.append(arrows(lines, this.layout, { byPairs: this.#board.style === 'points', framed: FRAMED.has(this.#board.style) }));
  }

  /**
   * Tints cells, each with a number in its corner: `{ shade, text, said }` by cell, the shade from
   * -1 (the second player's) to 1, the text short, what is said aloud longer. None clears.
   */
  tint(tints = new Map()) {
    this.#tints = tints;
    for (const [id, cell] of this.cells) {
      const shade = tints.get(id)?.shade ?? 0;
      mark(cell, 'data-tint', shade === 0 ? null : shade > 0 ? 'first' : 'second');
      measure(cell, { tint: Math.abs(shade) });
    }
    this.#frame.querySelector('.amounts')?.remove();
    if (tints.size) this.#frame.append(amounts(new Map([...tints].map(([id, { text }]) => [id, text])), this.layout));
    if (this.#board) this.#refresh();
  }

  /** Somebody touches a cell, whatever with; who is `unsure` to have hit it touches it again before it is played there. */
  touch(id, { dragged = false, unsure = false } = {}) {
    if (!this.#options.live) return this.#remark(this.#asleep);
    if (this.#ahead) return;
    const aimed = this.#aimed?.dataset.cell;
    this.dismiss();
    const meant = this.#fallen(id);
    const placed = unsure && meant !== aimed && this.hand.places(meant);
    if (placed) return this.#aim(meant, placed);
    const drop = dragged ? { from: this.hand.held, to: id } : null;
    const begun = this.hand.touched.length > 0;
    const { play, choose, lifted, went } = this.hand.touch(meant);
    if (play) return this.play(play, drop);
    if (choose) this.#lay(drop);
    this.#draw({ last: this.hand.touched.slice(-2), dropped: drop?.to });
    this.#refresh();
    if (choose) return askWhich(this, this.#frame, { moves: choose, owner: this.#pieces.get(this.hand.touched[0])?.owner, players: this.#options.players, at: id }, (move) => this.play(move, drop));
    if (lifted) {
      // Of several men one.
      const { count: _, ...piece } = this.#pieces.get(lifted) ?? {};
      this.#say(`${piece.kind ? capital(pieceText(piece)) : 'Cell'} picked up, ${several(this.hand.next().size, 'place')} to go.`);
    } else if (went) {
      const [from, to] = went.map((each) => this.#board.cells.find((cell) => cell.id === each).name);
      this.#say(`${capital(from)} to ${to}, ${several(this.hand.left, 'more step')} to go.`);
    } else if (!begun) {
      // Who touched what cannot be played is shown what can be picked up, until the next touch.
      mark(this.#frame, 'data-vain', true);
      this.#remark('Nothing can be played here.');
    }
  }

  /**
   * Pushes what slides on this board in a direction; false where nothing slides. A push that comes while
   * the last one waits for its tile is kept: fingers are faster than the service.
   */
  slides(direction) {
    if (this.#board.style !== 'tiles' || !this.cells.has(direction)) return false;
    if (this.#ahead) this.#ahead.direction = direction;
    else if (this.hand.next().has(direction)) this.touch(direction);
    return true;
  }

  /** The cell that somebody aims at. */
  get #aimed() {
    return this.#frame.querySelector('[data-aimed]');
  }

  /** Shows where a move would be made, with what would stand there as far as the board tells. */
  #aim(id, move) {
    const { turn: owner, players } = this.#options;
    const cell = this.cells.get(id);
    mark(cell, 'data-aimed', true);
    const piece = this.#board.style === 'crossings' ? { kind: 'stone', owner } : [...this.#pieces.values()].find((each) => each?.owner === owner);
    if (piece && !this.#pieces.get(id)) {
      const ghost = draw(piece, this.layout.boxes.get(id), players);
      ghost.classList.add('ghost');
      cell.append(ghost);
    }
    this.#remark(`Touch it again to play ${move.text}.`);
  }

  /** Where what is let go over a cell comes to rest: in a wall of holes, in the open one of its column. */
  #fallen(id) {
    if (this.#board.style !== 'holes') return id;
    const column = this.layout.boxes.get(id).x;
    return [...this.hand.next().keys()].find((open) => this.layout.boxes.get(open).x === column) ?? id;
  }

  /** Plays a move; `drop` says what was dragged from where and let go where. */
  play(move, drop = null) {
    this.dismiss();
    // What was laid where its way does not lead goes where it does.
    if (drop && !move.touches.includes(drop.to)) drop = { ...drop, to: move.touches.at(-1) };
    // A second move would be one on a board that nobody has seen: the next position brings its own.
    this.hand = this.hand.after(move);
    this.#options.last = move.touches;
    const ahead = (this.#ahead = { laid: drop });
    this.#draw({ last: move.touches.slice(-2), dropped: drop?.to });
    this.#lay(drop);
    this.#refresh();
    this.dispatchEvent(new CustomEvent('play', { detail: { move }, bubbles: true }));
    if (drop || move.touches.length < 2) return;
    setTimeout(() => {
      if (this.#ahead !== ahead) return;
      ahead.laid = { from: move.touches[0], to: move.touches.at(-1) };
      this.#lay(ahead.laid);
    }, AWAITED);
  }

  /** Lays what was taken from one cell on another, until a position shows it there or it is taken back; unless the hand has carried it there. */
  #lay(drop) {
    const drawing = drop && !this.hand.underWay && this.cells.get(drop.from)?.firstElementChild;
    if (!drawing) return;
    const { x, y, width, height } = this.layout.boxes.get(drop.from);
    const [u, v] = this.layout.centre(drop.to);
    drawing.style.setProperty('translate', `${((u - x) / width - 0.5) * 100}% ${((v - y) / height - 0.5) * 100}%`);
    this.cells.get(drop.from).toggleAttribute('data-laid', true);
    const [own, there] = [drop.from, drop.to].map((id) => this.#pieces.get(id)?.owner);
    this.cells.get(drop.to).toggleAttribute('data-covered', own !== there);
  }

  /** Puts down whatever was picked up. */
  drop() {
    if (this.#ahead) return;
    const { touched, midway } = this.hand;
    const taken = midway || this.#aimed;
    this.hand.drop();
    this.dismiss();
    this.#draw();
    this.#refresh();
    if (taken || touched.length > 0) this.#say(taken ? 'Taken back.' : 'Put down.');
  }

  /** Takes away what was told of the last touch, what was aimed at, and the question which move; whoever was about to answer it is back on the board, and so is the piece. */
  dismiss() {
    mark(this.#frame, 'data-vain', false);
    this.#aimed?.removeAttribute('data-aimed');
    this.#frame.querySelector('.ghost')?.remove();
    this.#frame.querySelector('[data-covered]')?.removeAttribute('data-covered');
    for (const cell of this.#frame.querySelectorAll('[data-laid]')) {
      cell.removeAttribute('data-laid');
      cell.firstElementChild?.style.removeProperty('translate');
    }
    const choice = this.#frame.querySelector('.choice');
    const answering = choice?.contains(document.activeElement);
    choice?.remove();
    if (answering) this.focusCell();
  }

  /** Makes a cell the one that Tab leads to. */
  stopAt(id) {
    this.#stop = id;
    for (const [other, cell] of this.cells) cell.tabIndex = other === id ? 0 : -1;
  }

  focusCell(id = this.#stop, options = {}) {
    this.stopAt(id);
    this.cells.get(id)?.focus(options);
  }

  /** Draws the position, whichever way the board is turned; whoever stood on a cell that is gone stands where Tab leads. */
  #lie(turned, how) {
    const stood = this.contains(document.activeElement);
    this.#arrange(turned);
    this.#draw(how);
    this.tint(this.#tints);
    if (stood && !this.contains(document.activeElement)) this.focusCell(undefined, { preventScroll: true });
  }

  /** Lays the cells out, whichever way the board is turned; builds it anew where they lie elsewhere than before. */
  #arrange(turned) {
    const board = this.#board;
    const layout = (this.layout = new Layout(board, turned));
    const shape = JSON.stringify([board.style, turned, [...layout.boxes]]);
    if (shape !== this.#drawn) this.#build(board, layout, shape);
    mark(this.grid, 'aria-label', this.#options.label);
  }

  #build(board, layout, shape) {
    this.#drawn = shape;
    this.#pieces = null;
    measure(this.#frame, { w: layout.width, h: layout.height });
    const another = this.#frame.dataset.style !== board.style;
    mark(this.#frame, 'data-style', board.style);
    mark(this.#frame, 'data-turned', layout.turned);
    this.cells = new Map(board.cells.map((cell) => [cell.id, el('div', { role: 'gridcell', class: 'cell', 'data-cell': cell.id })]));
    for (const [id, { x, y, width, height }] of layout.boxes) {
      const cell = this.cells.get(id);
      mark(cell, 'data-low', layout.low(id));
      measure(cell, { x, y, cw: width, ch: height });
    }
    const rows = layout.rows().map((ids) => el('div', { role: 'row' }, ids.map((id) => this.cells.get(id))));
    this.#frame.replaceChildren(ground(board, layout), el('div', { role: 'grid', class: 'cells' }, rows), legends(board, layout));
    // Cells of another board may be called the same.
    if (another || !this.cells.has(this.#stop)) this.#stop = board.cells[0]?.id;
  }

  /** Draws what the cells hold in the position, and of the move that is being made what was made of it. */
  #draw({ last = [], dropped = null } = {}) {
    const { style, cells } = this.#board;
    const before = this.#pieces;
    this.#pieces = this.hand.carried(new Map(cells.map(({ id, piece }) => [id, piece])));
    const now = cells.map((cell) => ({ ...cell, piece: this.#pieces.get(cell.id) }));
    for (const cell of now) if (!before || !same(before.get(cell.id), cell.piece)) this.#fill(cell);
    if (before) animate(this, before, { style, cells: now }, { last, dropped });
  }

  #fill(cell) {
    const element = this.cells.get(cell.id);
    mark(element, 'data-holds', cell.piece ? cell.piece.kind : null);
    const box = this.layout.boxes.get(cell.id);
    element.replaceChildren();
    if (cell.piece) {
      element.append(draw({ ...cell.piece, upwards: this.layout.low(cell.id) }, box, this.#options.players));
    } else if (this.#pushed(cell)) {
      element.append(el('span', { class: 'take', 'aria-hidden': 'true' }, capital(cell.name)));
    }
  }

  /** Whether a cell is pushed like a button: a number to take, a pass, a way to slide. */
  #pushed({ id, piece, width = 1 }) {
    const { style } = this.#board;
    return piece ? piece.kind === id : style === 'heap' || (style === 'crossings' && width > 1);
  }

  /** What can be touched now, and how each cell is said. */
  #refresh() {
    const { live, last, alarm } = this.#options;
    const next = this.hand.next();
    const begun = this.hand.touched.length > 0;
    for (const { piece: _, ...place } of this.#board.cells) {
      const { id } = place;
      const each = { ...place, piece: this.#pieces.get(id) };
      const cell = this.cells.get(id);
      const choices = next.get(id) ?? 0;
      const lifted = this.hand.leads(id);
      mark(cell, 'data-last', last.includes(id));
      mark(cell, 'data-alarm', id === alarm);
      mark(cell, 'data-open', choices > 0 ? (begun || !this.hand.lifts(id) ? 'target' : 'source') : null);
      mark(cell, 'aria-selected', lifted ? 'true' : live && this.hand.lifts(id) ? 'false' : null);
      mark(cell, 'aria-label', cellText(each, { button: this.#pushed(each), choices, lifted, target: begun && choices > 0, more: this.#tints.get(id)?.said }));
      cell.tabIndex = id === this.#stop ? 0 : -1;
    }
    mark(this.#frame, 'data-live', live);
    mark(this.#frame, 'data-begun', begun);
    if (this.midway === this.#midway) return;
    this.#midway = this.midway;
    this.dispatchEvent(new CustomEvent('midway'));
  }

  /** Says what the board shows; what it does not show is a `remark`. */
  #say(words, remark = '') {
    this.dispatchEvent(new CustomEvent('notice', { detail: words, bubbles: true }));
    this.dispatchEvent(new CustomEvent('remark', { detail: remark }));
  }

  #remark(words) {
    this.#say(words, words);
  }
}

customElements.define('game-board', GameBoard);
