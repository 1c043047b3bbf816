// Where the cells of a board lie, whichever way it is turned. All lengths are in cells.

/** Grounds on which up is up: what falls, slides or is piled is never turned around. */
export const UPRIGHT = new Set(['holes', 'tiles', 'heap']);

/**
 * How much of the field's width lies above, below and on either side of it, for names where stones, seeds and discs
 * would hide them. In parts of a power of two, so that sums of such lengths are exact.
 */
const MARGINS = {
  crossings: { above: 5 / 128, below: 5 / 128, beside: 5 / 128 },
  pits: { above: 6 / 128, below: 6 / 128, beside: 0 },
  holes: { above: 5 / 128, below: 0, beside: 0 },
};
const NONE = { above: 0, below: 0, beside: 0 };

/** How much of a cell's width is left of what is pushed around the field: a finger finds it, and the field is larger. */
const RIMS = { tiles: 3 / 4 };

/** What a cell's side measures in drawings. */
export const UNIT = 100;

export class Layout {
  constructor(board, turned) {
    this.width = board.width;
    this.height = board.height;
    this.turned = turned && !UPRIGHT.has(board.style);
    this.boxes = new Map(board.cells.map((cell) => [cell.id, this.#place(cell)]));
    this.#tighten(RIMS[board.style] ?? 1);
    const { width } = this.field;
    this.margin = Object.fromEntries(Object.entries(MARGINS[board.style] ?? NONE).map(([side, part]) => [side, part * width]));
    this.#stand();
  }

  /** Makes what lies around the field narrower, to so much of a cell. */
  #tighten(part) {
    const { field } = this;
    const spare = 1 - part;
    const tight = (at, size, from, length) => (at < from ? [at, part] : [at - spare, at < from + length ? size : part]);
    if (spare === 0) return;
    for (const box of this.boxes.values()) {
      [box.x, box.width] = tight(box.x, box.width, field.x, field.width);
      [box.y, box.height] = tight(box.y, box.height, field.y, field.height);
    }
    this.width -= 2 * spare;
    this.height -= 2 * spare;
  }

  /** Moves everything off the edge of the field by its margin; what lies beyond moves further. */
  #stand() {
    const { margin: { above, below, beside }, field } = this;
    const moved = (at, from, size, before, after) => at + (at < from ? 0 : at < from + size ? before : before + after);
    for (const box of this.boxes.values()) {
      [box.x, box.y] = [moved(box.x, field.x, field.width, beside, beside), moved(box.y, field.y, field.height, above, below)];
    }
    this.width += 2 * beside;
    this.height += above + below;
  }

  /** What the cells of size one cover: the field itself, without what lies beside it. */
  get field() {
    const ones = [...this.boxes.values()].filter(({ width, height }) => width === 1 && height === 1);
    const [x, y] = [Math.min(...ones.map((box) => box.x)), Math.min(...ones.map((box) => box.y))];
    return { x, y, width: Math.max(...ones.map((box) => box.x)) + 1 - x, height: Math.max(...ones.map((box) => box.y)) + 1 - y };
  }

  #place({ x, y, width = 1, height = 1 }) {
    if (!this.turned) return { x, y, width, height };
    return { x: this.width - x - width, y: this.height - y - height, width, height };
  }

  /** Whether a cell lies in the lower half: men pile up from its foot. */
  low(id) {
    const { y, height } = this.boxes.get(id);
    return y + height / 2 > this.height / 2;
  }

  centre(id) {
    const { x, y, width, height } = this.boxes.get(id);
    return [x + width / 2, y + height / 2];
  }

  /** The cells as rows, from the top left, as they are read aloud. */
  rows() {
    const rows = new Map();
    for (const [id, box] of this.boxes) {
      if (!rows.has(box.y)) rows.set(box.y, []);
      rows.get(box.y).push(id);
    }
    const byX = (a, b) => this.boxes.get(a).x - this.boxes.get(b).x;
    return [...rows].sort(([a], [b]) => a - b).map(([, ids]) => ids.sort(byX));
  }

  /** The nearest cell in a direction: along the row or the column as long as it goes on, else whichever is nearest. */
  neighbour(id, [dx, dy]) {
    const from = this.boxes.get(id);
    let best = null;
    for (const [other, to] of this.boxes) {
      if (other === id) continue;
      const ahead = dx ? span(from.x, from.width, to.x, to.width, dx) : span(from.y, from.height, to.y, to.height, dy);
      if (ahead < 0) continue;
      const aside = dx ? gap(from.y, from.height, to.y, to.height) : gap(from.x, from.width, to.x, to.width);
      const cost = ahead + 9 * aside;
      if (!best || cost < best.cost) best = { id: other, cost };
    }
    return best?.id ?? null;
  }
}

/** How far the other lies ahead, edge to edge; negative when it lies beside or behind. */
function span(from, size, to, otherSize, direction) {
  return direction > 0 ? to - (from + size) : from - (to + otherSize);
}

/** How far two spans are apart, at least 1 if nothing of them is shared; a little more the further their middles are. */
function gap(from, size, to, otherSize) {
  const apart = Math.max(from, to) - Math.min(from + size, to + otherSize);
  return (apart < 0 ? 0 : 1 + apart) + 0.01 * Math.abs(from + size / 2 - to - otherSize / 2);
}
