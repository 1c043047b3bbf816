// The game on the table: what was played, who sits where, and whose turn it is. The service knows
// the rules; the match asks it and remembers what it said.

import { describe, unfolded } from '../service/positions.js';
import { sleep } from '../service/api.js';
import { unlessLate } from '../service/late.js';
import { FRESH, drawn, playable } from './address.js';
import { think } from './engine.js';
import { Ledger, meant } from './ledger.js';
import { hear, reveal, umpireText } from './umpire.js';
import { capital } from '../words.js';

/** The engine takes at least so long, in milliseconds, so that one sees what it moved. */
const COURTESY = 350;

/**
 * Fires `opening` when another game is asked for, `going` when the position that somebody goes to is late, `shown` when
 * the position or the record changes, `turned` when only the board is turned, `thinking` when the engine begins to, sees
 * more or ends, `moved` with who played what, `came` with what dice, tiles or the umpire brought, `named` when more is
 * known of how moves are written, `remark` with words for whoever plays, `fault` with a problem. Whoever judges
 * positions beside it fires `judged` here, and `reviewed` when a whole game is.
 */
export class Match extends EventTarget {
  record = { ...FRESH };
  /** The game's card from GET /games. */
  game = null;
  /** The position on the board, as POST /position described it. */
  view = null;
  /** The same with all that was hidden, where an umpire has led and the game is over; else null. */
  truth = null;
  /**
   * The move that led here: `{ touches, text, player, seen }`, `seen` if the board shows it; null at the start.
   * Neither chance nor a try that was refused is one.
   */
  last = null;
  /** While the engine thinks: `{ since, info, now }`; `now()` plays the best move so far. */
  thinking = null;
  /** The engine waits although it would be its turn, until somebody plays or says so. */
  paused = false;
  /** It waits because something did not come about, not because somebody said so. */
  #stalled = false;
  ledger = new Ledger();
  /** Not while the service is asked about a newer position. */
  #settled = false;
  #work = new AbortController();

  /** Opens a record: a new game, a link, a reload. */
  open(record, game, { paused = false } = {}) {
    this.record = playable(record, game);
    this.game = game;
    this.paused = paused;
    this.view = this.truth = null;
    this.ledger = new Ledger();
    this.#tell('opening');
    return this.#show();
  }

  /** Changes what is not the position: seats, level, times. */
  adjust(changes) {
    // Who has heard as one player cannot go on as the other.
    if (changes.you && this.record.seal) return this.begin(changes);
    Object.assign(this.record, changes);
    return this.#show();
  }

  /** Begins anew, with the same board, seats and strength, or with others. */
  begin(changes = {}) {
    return this.open({ ...this.record, moves: [], at: 0, position: this.#start, ended: '', seal: '', seed: drawn(), ...changes }, this.game);
  }

  /** The start that the game began with; the usual one, which records leave out, where it began elsewhere. */
  get #start() {
    const { position } = this.record;
    return this.game.starts.some((start) => start.position === position) ? position : '';
  }

  /** Turns the board around; nobody's thinking is disturbed. */
  turnBoard() {
    this.record.turned = !this.record.turned;
    if (this.view) this.#tell('turned');
  }

  /** Something to be read beside the board, until the next touch that means something. */
  remark(words) {
    this.#tell('remark', words);
  }

  get over() {
    return Boolean(this.view?.status.over || this.ended);
  }

  /** How people ended the game, where the board shows its end. */
  get ended() {
    return this.atEnd ? this.record.ended : '';
  }

  get atEnd() {
    return this.record.at === this.record.moves.length;
  }

  /** The moves that stand on the board. */
  get line() {
    return this.record.moves.slice(0, this.record.at);
  }

  /** Where the board stands, as routes take it. */
  get where() {
    return { game: this.record.game, position: this.record.position, moves: this.line };
  }

  /** The player at whose side people sit, below unless the board is turned: the one person's, or else the first. */
  get side() {
    return this.game.players[this.record.you === 'second' ? 1 : 0];
  }

  get turned() {
    return (this.side !== this.game.players[0]) !== this.record.turned;
  }

  /** The engine's strength on the scale of humans; 0 where the game has none, or none was chosen. */
  get elo() {
    return this.game.elo ? this.record.elo : 0;
  }

  /** Whether the player of that name is a person here. */
  human(player) {
    const { you } = this.record;
    if (you === 'both' || you === 'none') return you === 'both';
    return player === this.side;
  }

  /** Whether an umpire leads: something is hidden, and the engine answers from the start. */
  get led() {
    const { you, position, moves, seal } = this.record;
    return !this.game.nature.observable && you !== 'both' && (Boolean(seal) || (!position && !moves.length));
  }

  /** Whether the board shows the past of a game that an umpire leads: nothing can be tried there. */
  get past() {
    return this.led && !this.atEnd;
  }

  /** What led to the position and is not seen on the board: the umpire's words, or a move that left it as it was. */
  get heard() {
    if (!this.game.nature.observable) return umpireText(this.line);
    return this.last && !this.last.seen ? `${capital(this.last.player)}: ${this.last.text}` : '';
  }

  /** Whether the player on turn has made the last move too, and might think that it is the other's turn. */
  get again() {
    const { agents, observable } = this.game.nature;
    return agents > 1 && observable && this.last?.player === this.view.turn;
  }

  /** Whether the view is of the record's position; what is asked about one while it is not is about another. */
  get settled() {
    return this.#settled;
  }

  /** Whether a person may move now: whoever has stepped back tries what would have been, for either side. */
  get live() {
    if (this.past) return false;
    return this.#settled && !this.over && !this.view.status.awaits && (!this.atEnd || this.human(this.view.turn));
  }

  /** Whether the engine thinks, or is about to. */
  get engineToMove() {
    return this.#settled && this.atEnd && !this.over && !this.paused && !this.human(this.view.turn);
  }

  /**
   * Plays a legal move from the position on the board. The move that the game has next leads on in it;
   * by another one what came after is forgotten. A second move that comes before the service has
   * answered the first one is not played: nobody has seen its board.
   */
  play(move, { by = 'you' } = {}) {
    if (!this.#settled) return;
    const { record } = this;
    if (record.moves[record.at] === move.move) return this.go(record.at + 1);
    const before = { ...record };
    record.moves = [...this.line, move.move];
    record.at = record.moves.length;
    record.ended = '';
    if (by === 'you') this.paused = false;
    this.ledger.name(record.at - 1, move.text, { fresh: true, player: this.view.turn });
    this.#tell('moved', { by, text: move.text, player: this.view.turn });
    return this.#show({ before });
  }

  /** Goes to the position after so many moves. */
  go(at) {
    this.record.at = Math.max(0, Math.min(at, this.record.moves.length));
    if (this.record.you === 'none') this.paused = true;
    return unlessLate(this.#show(), () => this.#tell('going'));
  }

  /** Takes back as many moves as it needs for a person to be on turn again; an ending first. */
  undo() {
    if (!this.ended) return this.go(this.line.findLastIndex((_, n) => this.chosen(n)));
    this.record.ended = '';
    return this.#show();
  }

  /** Goes on to the next position at which somebody here moved, or to the last. */
  redo() {
    const { moves, at } = this.record;
    const next = moves.findIndex((_, n) => n > at && this.chosen(n));
    return this.go(next < 0 ? moves.length : next);
  }

  /** Whether somebody here chose the move of that number: neither chance nor an engine against whom one plays. */
  chosen(number) {
    const { chance = true, player } = this.ledger.moves[number] ?? {};
    return !chance && (this.record.you === 'none' || this.human(player));
  }

  /** Forgets what comes after, where no umpire has heard it, and lets the engine play on if it is its turn. */
  goOn() {
    this.paused = false;
    if (this.led) this.record.at = this.record.moves.length;
    else Object.assign(this.record, { moves: this.line, ended: '' });
    return this.#show();
  }

  pause() {
    this.paused = true;
    return this.#show();
  }

  /** Tries again what did not come about. A game goes on only where nobody but the trouble had paused it. */
  retry() {
    if (this.#stalled) this.paused = this.#stalled = false;
    return this.adjust({});
  }

  /** People end the game: whoever is theirs to speak for resigns, or claims the draw that is due. */
  resign() {
    if (!this.#settled) return;
    this.record.ended = this.record.you === 'both' ? this.view.turn : this.side;
    return this.#show();
  }

  claimDraw() {
    if (!this.#settled) return;
    this.record.moves = this.line;
    this.record.ended = 'draw';
    return this.#show();
  }

  /** Stops whatever is under way; the seat at the server is free at once. */
  leave() {
    this.#work.abort();
    this.#work = new AbortController();
    this.#rest();
    return this.#work.signal;
  }

  /** The engine thinks no longer. */
  #rest() {
    if (!this.thinking) return;
    this.thinking = null;
    this.#tell('thinking');
  }

  /** Asks about the record's position and shows it. A move that the service refuses is taken back to `before`. */
  async #show({ before = null } = {}) {
    const signal = this.leave();
    const { record } = this;
    // Until its first position has come a record is being opened, however often that is tried.
    const opened = !this.view;
    this.#settled = false;
    try {
      if (opened) Object.assign(record, await unfolded(record, { signal }));
      if (signal.aborted) return;
      const { deterministic, observable } = this.game.nature;
      // What chance brings, or an umpire says, is asked for together with the position.
      const drawn = this.atEnd && !this.led && !(deterministic && observable);
      let view = drawn ? await this.#roll(signal) : await describe(this.where, { signal });
      if (this.led && this.atEnd && !this.ended) view = await this.#hear(view, signal);
      if (signal.aborted) return;
      const last = await this.#lastMove(view, signal);
      // Where no umpire can be asked any more, what was seen is what there is.
      const truth = this.led && this.atEnd && view.status.over ? await reveal(record, { signal }).catch(() => null) : null;
      if (signal.aborted) return;
      Object.assign(this, { view, last, truth });
      this.#settled = true;
      this.ledger.result(record.at, view, this.ended, this.game);
      this.#tell('shown');
      this.ledger.nameAll(record, signal, () => this.#tell('named'));
      if (this.engineToMove) this.#engine(signal);
    } catch (problem) {
      if (signal.aborted) return;
      this.#rest();
      const held = opened ? sound(record, problem) : before?.seal === record.seal && problem.refused ? before : null;
      if (held) {
        Object.assign(record, held);
        this.paused = this.#stalled = true;
        await this.#show();
      }
      this.#tell('fault', opened && held ? brokenOff(problem) : problem);
    }
  }

  /** Lets the server draw the dice or the tile if one is awaited; what comes is part of the game. */
  async #roll(signal) {
    const { record } = this;
    const view = await describe(this.where, { signal, roll: record.seed });
    // Where none is, nothing comes.
    if (signal.aborted || !view.rolled?.length) return view;
    const known = record.moves.length;
    record.moves = view.moves;
    record.at = view.moves.length;
    this.#came(known, view.rolled, { chance: true, player: view.turn });
    return view;
  }

  /** Notes and tells the moves from a number on that the server has brought, in its words. */
  #came(from, words, { chance, player }) {
    for (const [n, text] of words.entries()) {
      this.ledger.name(from + n, text, { chance, player });
      this.#tell('came', this.game.nature.observable ? text : umpireText([text]));
    }
  }

  /**
   * Lets the umpire speak until something can be tried; shows what is heard on the way. The last of it is for
   * the caller to show: a board that is shown twice puts down what was picked up in between.
   */
  async #hear(view, signal) {
    const { record, game, side: player } = this;
    const waits = () => !view.status.over && (!record.seal || view.status.awaits);
    while (waits()) {
      const trying = record.seal && view.turn === player;
      if (!trying) this.#think(view.turn);
      const told = await hear(record, { player, tried: trying ? record.moves.at(-1) : '', signal });
      if (signal.aborted) return view;
      this.thinking = null;
      view = told.view;
      const known = trying ? record.moves.length - 1 : record.moves.length;
      const position = player === game.players[0] ? '' : told.start;
      Object.assign(record, { seal: told.seal, position, moves: view.moves, at: view.moves.length });
      this.#came(known, view.moves.slice(known), { chance: !trying, player: trying ? player : game.players.find((name) => name !== player) });
      if (waits()) {
        this.view = view;
        this.#settled = true;
        this.#tell('shown');
      }
    }
    return view;
  }

  /** The engine thinks where nobody may look on. */
  #think(player) {
    this.thinking = { since: performance.now(), info: null, player, now: () => {} };
    this.#tell('thinking');
  }

  /**
   * The move before this position, as the position before it knew it; chance is passed over, and what
   * the umpire refused.
   */
  async #lastMove(view, signal) {
    const { moves } = this.record;
    for (let at = this.record.at; at > 0; at -= 1) {
      if (this.ledger.moves[at - 1]?.chance) continue;
      const before = await describe({ ...this.where, moves: moves.slice(0, at - 1) }, { signal, quiet: true });
      const changed = JSON.stringify(before.board) !== JSON.stringify(view.board);
      if (before.status.awaits || (!changed && before.turn === view.turn)) continue;
      const { touches = [], text = moves[at - 1] } = meant(moves[at - 1], before.legal_moves) ?? {};
      return { touches, text, player: before.turn, seen: changed && touches.length > 0 };
    }
    return null;
  }

  async #engine(signal) {
    const own = new AbortController();
    const stop = () => own.abort();
    signal.addEventListener('abort', stop, { once: true });
    this.#stalled = false;
    const thinking = { since: performance.now(), info: null, player: this.view.turn, now: stop };
    this.thinking = thinking;
    this.#tell('thinking');
    const at = this.record.at;
    let answer;
    try {
      const courtesy = sleep(this.record.you === 'none' ? this.record.pace : Math.min(COURTESY, this.record.pace), own.signal).catch(() => {});
      answer = await think(this.where, { ...this.record, elo: this.elo }, {
        signal: own.signal,
        seen: (info) => {
          thinking.info = info;
          this.ledger.judge(at, this.view.turn, info, this.game);
          this.#tell('thinking');
        },
      });
      await courtesy;
    } catch (problem) {
      answer = thinking.info;
      if (problem.name !== 'AbortError' && !signal.aborted) {
        this.paused = this.#stalled = true;
        this.#rest();
        this.#tell('fault', problem);
        return;
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
    if (signal.aborted || !answer) return;
    this.ledger.judge(at, this.view.turn, answer, this.game);
    this.#rest();
    this.play(answer, { by: 'engine' });
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Why there is no more of a game than is on the table. */
const brokenOff = ({ message, hint, refused }) => Object.assign(new Error(`The link breaks off here: ${message}`), { hint, refused });

/** The part of a record that holds, where a move of a link is refused; null where that is not what was refused. */
function sound({ moves }, { refused, pointer = '' }) {
  const number = Number(/^\/moves\/(\d+)$/.exec(pointer)?.[1]);
  return refused && number > 0 && number < moves.length ? { moves: moves.slice(0, number), at: number, ended: '' } : null;
}
