// Which tiles came from where when all slid to one side, told by the two pictures alone.

/** Where the wall is that they slide to. */
const WALLS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/**
 * By cell, the cells that its tile came from: two where it is worth what they were worth together. A tile that nothing
 * has brought is missing. Null where the pictures do not show a slide. `before` and `after` hold pieces by cell.
 */
export function brought(layout, before, after, direction) {
  const wall = WALLS[direction];
  if (!wall) return null;
  const from = new Map();
  for (const line of lines(layout, before, wall)) {
    const sources = line.filter((id) => before.get(id)?.kind === 'tile');
    for (const id of line) {
      const count = after.get(id)?.count;
      const worth = (many) => sources.length >= many && sources.slice(0, many).reduce((sum, source) => sum + before.get(source).count, 0) === count;
      const many = [1, 2].find(worth);
      if (many) from.set(id, sources.splice(0, many));
    }
    if (sources.length > 0) return null;
  }
  return from;
}

/** The field's cells line by line, each line from the wall on. */
function lines(layout, pieces, [dx, dy]) {
  const { x, y, width, height } = layout.field;
  const found = new Map();
  for (const id of pieces.keys()) {
    const [u, v] = layout.centre(id);
    if (u < x || u > x + width || v < y || v > y + height) continue;
    const line = dx ? v : u;
    if (!found.has(line)) found.set(line, []);
    found.get(line).push({ id, far: -(dx * u + dy * v) });
  }
  return [...found.values()].map((line) => line.sort((a, b) => a.far - b.far).map(({ id }) => id));
}
