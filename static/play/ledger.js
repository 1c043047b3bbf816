// What is known about the moves and positions of a game besides the moves themselves: how each
// is written, and what each position was judged to be worth.

import { describe } from '../service/positions.js';

export class Ledger {
  /** By number of the move: `{ text, player, chance, judgement }`. */
  moves = [];
  /** By number of moves played: `{ win, score, turn }`, `win` the first player's chance; for a result `before`, what was known without it. */
  worth = [];
  /** What the text that the game came from says of it: `{ tags, result, moves }`; null where it came from none. */
  origin = null;
  /** How the game was reviewed: `{ moves, answer }`; null where it was not. */
  review = null;

  /** That, as long as nothing else has been played. */
  originOf({ moves, ended }) {
    const { origin } = this;
    return origin && !ended && origin.moves.join() === moves.join() ? origin : null;
  }

  /** What that text calls the player of a side; nothing where it does not say. */
  nameOf(side, record) {
    const name = this.originOf(record)?.tags.get(side);
    return name === '?' ? '' : name ?? '';
  }

  /** Notes how a move is written. A fresh one makes what was known after it void. */
  name(number, text, { fresh = false, chance = false, player = null } = {}) {
    if (fresh) {
      this.moves.length = Math.min(this.moves.length, number);
      this.worth.length = Math.min(this.worth.length, number + 1);
    }
    this.moves[number] = { ...this.moves[number], text, chance, player };
  }

  /** Notes what a search says about the position after so many moves. */
  judge(at, turn, { score }, game) {
    const judged = { win: forFirst(score.win_probability, turn, game), score, turn };
    // How the game ended outweighs what would have been.
    this.worth[at] = this.resultAt(at) === undefined ? judged : { ...this.worth[at], before: judged };
  }

  /** A finished game is worth its result; one that people ended and go on with, what it was worth before. */
  result(at, view, ended, game) {
    const before = this.resultAt(at) === undefined ? this.worth[at] : this.worth[at].before;
    this.worth[at] = before;
    if (!view.status.over && !ended) return;
    const winner = winnerOf(view, ended, game);
    const win = winner === undefined ? 0.5 : winner === game.players[0] ? 1 : 0;
    this.worth[at] = { win, score: null, turn: view.turn, before };
  }

  /** What the position after so many moves is worth to the first player where the game ended there; undefined where that is not known. */
  resultAt(at) {
    const known = this.worth[at];
    return known && 'before' in known ? known.win : undefined;
  }

  /**
   * Finds out how the moves of a record are written that came from a link or a file. In the record
   * they are then as the service writes them, whatever somebody typed.
   */
  async nameAll({ game, position, moves }, signal, named) {
    if (moves.every((_, n) => this.moves[n]?.text)) return;
    const view = await describe({ game, position, moves }, { signal, quiet: true, played: true }).catch(() => null);
    if (!view || signal.aborted) return;
    for (const [n, told] of view.played.entries()) {
      this.name(n, told.text, { chance: told.chance, player: told.turn });
      moves[n] = told.move;
    }
    named();
  }

  /**
   * Where each of so many moves stands on a score sheet: in which `round`, and whether in its `second` column. Who moves
   * again goes on with the same turn, dice come before one, and a player alone has a round for each move, beside
   * which stands what chance brings.
   */
  rounds(count, { nature, players }) {
    const alone = nature.agents === 1;
    const seconds = [];
    for (let n = count - 1; n >= 0; n -= 1) {
      const { chance = false, player } = this.moves[n] ?? {};
      const whose = player ? players.indexOf(player) === 1 : n % 2 === 1;
      const comesBefore = chance && !nature.deterministic && n + 1 < count;
      seconds[n] = alone ? chance : comesBefore ? seconds[n + 1] : whose;
    }
    let round = 0;
    return seconds.map((second, n) => {
      const turns = second !== seconds[n - 1];
      if (alone ? !second : turns && (!second || n === 0)) round += 1;
      return { round, second };
    });
  }

  text(number, move) {
    return this.moves[number]?.text ?? move;
  }
}

/** The legal move that an entry of a record means: in the service's spelling, alone or with what the umpire said of it, or in people's. */
export function meant(entry, legal) {
  const spelt = [({ move }) => move === entry, (move) => heard(entry, move), ({ text }) => unmarked(text) === unmarked(entry)];
  return spelt.map((fits) => legal.find(fits)).find(Boolean);
}

/** Whether an entry is that move with what the umpire said of it. */
const heard = (entry, { move }) => entry.startsWith(`${move} `);

/** Not everybody writes that a move gives check. */
export const unmarked = (text) => text.replace(/[+#]$/, '');

/** A chance to win of whoever is on turn, as the first player's. */
export function forFirst(probability, turn, game) {
  return game.players.indexOf(turn) === 1 ? 1 - probability : probability;
}

/** Who won a game that is over, by name; nobody in a draw. */
export function winnerOf(view, ended, game) {
  if (!ended) return view.status.winner;
  return ended === 'draw' ? undefined : game.players.find((name) => name !== ended);
}
