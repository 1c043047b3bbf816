// What a hand does to a board: it touches cells one after the other until they mean a move.
// One touch places, two go from here to there, more go by way of others. Where a move is several
// men going from here to there, whichever goes first does not matter, nor where one who goes on stops. What a move is
// touched by instead means the same.

export class Hand {
  #moves;
  #byPairs;
  /** The ids of the cells touched so far. */
  touched = [];

  constructor(moves, { byPairs = false } = {}) {
    this.#byPairs = byPairs;
    const touching = moves.filter((move) => move.touches.length > 0);
    const others = touching.filter((move) => move.or_touches).map((move) => ({ ...move, touches: move.or_touches, means: move }));
    this.#moves = byPairs ? inEveryOrder(touching) : [...touching, ...others];
  }

  /** The moves that begin with what was touched. */
  get open() {
    return this.#moves.filter((move) => begins(move.touches, this.touched));
  }

  /** The cells that could be touched next, each with how many moves go that way. */
  next() {
    const ways = new Map();
    for (const { move, touches } of this.open) {
      const id = touches[this.touched.length];
      if (id === undefined) continue;
      if (!ways.has(id)) ways.set(id, new Set());
      ways.get(id).add(move);
    }
    return new Map([...ways].map(([id, moves]) => [id, moves.size]));
  }

  /** Whether a move could begin here and needs another touch: something to pick up. */
  lifts(id) {
    return this.#moves.some((move) => move.touches[0] === id && move.touches.length > 1);
  }

  /** The move that a single touch there would make; none where that begins more than one, or one of several touches. */
  places(id) {
    const [move, another] = this.#moves.filter(({ touches }) => touches[0] === id);
    return this.touched.length === 0 && !another && move?.touches.length === 1 ? move : null;
  }

  /** The cell whose piece is picked up and not yet put anywhere; null where nothing is. */
  get held() {
    const begun = this.#byPairs ? this.touched.length % 2 : this.touched.length;
    return begun ? this.touched.at(-1) : null;
  }

  /** Whether a part of a move has been made: something has gone somewhere, and more is to go. */
  get midway() {
    return this.touched.length > 1;
  }

  /** In how many steps the move can be ended. */
  get left() {
    const touches = Math.min(...this.open.map((move) => move.touches.length)) - this.touched.length;
    return this.#byPairs ? Math.ceil(touches / 2) : touches;
  }

  /** Whether a cell is one of those from which or over which something is on its way; none is once it is a move. */
  leads(id) {
    return this.open.length > 0 && (this.#byPairs ? id === this.held : this.touched.includes(id));
  }

  /** Whether what lies there can be picked up now, in place of what is held if need be. */
  takes(id) {
    const open = this.next().has(id);
    if (this.held === null) return open && (this.touched.length > 0 || this.lifts(id));
    return this.lifts(id) && !open && !this.open.some(({ touches }) => touches.at(-1) === id);
  }

  /**
   * Touches a cell. Answers what came of it: `{ play }` a move, `{ choose }` between moves that
   * touch the same cells, `{ lifted }` something is picked up, `{ went }` it has gone from one cell to another and
   * the move goes on, `{ dropped }` nothing is touched any more.
   */
  touch(id) {
    const path = [...this.touched, id];
    const open = this.#moves.filter((move) => begins(move.touches, path));
    if (open.length > 0) {
      this.touched = path;
      const complete = open.filter((move) => move.touches.length === path.length);
      if (complete.length === 0) return this.#carries(path.length) ? { lifted: id } : { went: path.slice(-2) };
      return complete.length === 1 && open.length === 1 ? { play: complete[0].means ?? complete[0] } : { choose: complete };
    }
    const ends = this.touched.length > 0 ? this.open.filter((move) => move.touches.at(-1) === id) : [];
    const meant = [...new Map(ends.map((move) => [move.move, move])).values()];
    if (meant.length === 1) return { play: meant[0] };
    if (meant.length > 1) return { choose: meant };
    const again = this.touched.length > 0 && id !== this.touched[0];
    this.touched = [];
    return again && this.#moves.some((move) => move.touches[0] === id) ? this.touch(id) : { dropped: id };
  }

  /** Whether the last of so many touches picks something up. */
  #carries(touches) {
    return this.#byPairs ? touches % 2 === 1 : touches === 1;
  }

  drop() {
    this.touched = [];
  }

  /** The hand after a move: it has no other. */
  after(move) {
    const hand = new Hand([], { byPairs: this.#byPairs });
    if (this.#byPairs || move.touches.length > 2) hand.touched = move.touches;
    return hand;
  }

  /** Whether whoever has gone somewhere is shown there before the next position: where more than one step makes a move. */
  get underWay() {
    return this.touched.length > 1 && (this.#byPairs || this.touched.length > 2 || this.open.some(({ touches }) => touches.length > 2));
  }

  /** What cells hold, by id, with those that have gone where they went. */
  carried(pieces) {
    const after = new Map(pieces);
    if (!this.underWay) return after;
    if (!this.#byPairs) {
      const man = after.get(this.touched[0]);
      // He may have come back to where he began.
      return after.set(this.touched[0], undefined).set(this.touched.at(-1), man);
    }
    for (const [from, to] of inPairs(this.touched)) {
      const { count, ...man } = after.get(from);
      const there = after.get(to);
      after.set(from, count > 1 ? { ...man, count: count - 1 } : undefined);
      after.set(to, { ...man, count: there?.owner === man.owner ? there.count + 1 : 1 });
    }
    return after;
  }
}

const begins = (touches, path) => path.every((id, at) => touches[at] === id);

/** Touches as the steps of men, each from here to there. */
export const inPairs = (touches) => Array.from({ length: touches.length / 2 }, (_, n) => touches.slice(2 * n, 2 * n + 2));

/** Moves, each once for each way and order in which its men may go: nobody goes from where no man is left. */
function inEveryOrder(moves) {
  const orders = (left, men) => (left.length === 0 ? [[]] : left.flatMap(([from, to], n) => {
    if (!men.get(from)) return [];
    const after = new Map(men).set(from, men.get(from) - 1);
    after.set(to, (after.get(to) ?? 0) + 1);
    return orders(left.toSpliced(n, 1), after).map((rest) => [from, to, ...rest]);
  }));
  const men = standing(moves);
  const pairs = moves.flatMap((move) => inPairs(move.touches));
  const made = new Set(moves.map((move) => steps(move.touches)));
  return moves.flatMap((move) => {
    const once = new Map(ways(move, pairs, made).flatMap((touches) => orders(inPairs(touches), men)).map((touches) => [touches.join(' '), touches]));
    return [...once.values()].map((touches) => ({ ...move, touches }));
  });
}

/** How many men stand where before anybody goes: as many as any move takes from there before one arrives. */
function standing(moves) {
  const men = new Map();
  for (const { touches } of moves) {
    const more = new Map();
    for (const [from, to] of inPairs(touches)) {
      more.set(from, (more.get(from) ?? 0) - 1).set(to, (more.get(to) ?? 0) + 1);
      men.set(from, Math.max(men.get(from) ?? 0, -more.get(from)));
    }
  }
  return men;
}

/**
 * The ways of a move: a man who goes on may stop elsewhere, where one of the `pairs` of some move stops, and that is no
 * other move that is `made`.
 */
function ways({ touches: [from, stop, on, to], touches }, pairs, made) {
  if (touches.length !== 4 || stop !== on) return [touches];
  const stops = new Set(pairs.filter((pair) => pair[0] === from && pair[1] !== to).map((pair) => pair[1]));
  const others = [...stops].map((other) => [from, other, other, to]);
  return [touches, ...others.filter((way) => !made.has(steps(way)))];
}

/** The steps of men, whichever goes first. */
const steps = (touches) => inPairs(touches).map(String).sort().join(' ');
