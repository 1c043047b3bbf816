// What a hand does to a board: it touches cells one after the other until they mean a move.
// One touch places, two go from here to there, more go by way of others.

export class Hand {
  #moves;
  /** The ids of the cells touched so far. */
  touched = [];

  constructor(moves) {
    this.#moves = moves.filter((move) => move.touches.length > 0);
  }

  /** The moves that begin with what was touched. */
  get open() {
    return this.#moves.filter((move) => begins(move.touches, this.touched));
  }

  /** The cells that could be touched next, each with how many moves go that way. */
  next() {
    const ways = new Map();
    for (const { touches } of this.open) {
      const id = touches[this.touched.length];
      if (id !== undefined) ways.set(id, (ways.get(id) ?? 0) + 1);
    }
    return ways;
  }

  /** Whether a move could begin here and needs another touch: something to pick up. */
  lifts(id) {
    return this.#moves.some((move) => move.touches[0] === id && move.touches.length > 1);
  }

  /**
   * Touches a cell. Answers what came of it: `{ play }` a move, `{ choose }` between moves that
   * touch the same cells, `{ lifted }` there is more to touch, `{ dropped }` nothing is touched any more.
   */
  touch(id) {
    const path = [...this.touched, id];
    const open = this.#moves.filter((move) => begins(move.touches, path));
    if (open.length > 0) {
      this.touched = path;
      const complete = open.filter((move) => move.touches.length === path.length);
      if (complete.length === 0) return { lifted: id };
      return complete.length === 1 && open.length === 1 ? { play: complete[0] } : { choose: complete };
    }
    const ends = this.touched.length > 0 ? this.open.filter((move) => move.touches.at(-1) === id) : [];
    if (ends.length === 1) return { play: ends[0] };
    if (ends.length > 1) return { choose: ends };
    const again = this.touched.length > 0 && id !== this.touched[0];
    this.touched = [];
    return again && this.#moves.some((move) => move.touches[0] === id) ? this.touch(id) : { dropped: id };
  }

  drop() {
    this.touched = [];
  }
}

const begins = (touches, path) => path.every((id, at) => touches[at] === id);
