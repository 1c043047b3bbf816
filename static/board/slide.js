// Which tiles came from where when all slid to one side, told by the two pictures alone.

/**
 * By cell, the cells that its tile came from: two where it is worth what they were worth together. A tile that nothing
 * has brought is missing. Null where the pictures do not show a slide. `before` and `after` hold pieces by cell.
 */
export function brought(layout, before, after, direction) {
  const from = new Map();
  for (const line of lines(layout, direction) ?? []) {
    const sources = line.filter((id) => before.get(id)?.kind === 'tile');
    for (const id of line) {
      const count = after.get(id)?.count;
      const worth = (many) => sources.length >= many && sources.slice(0, many).reduce((sum, source) => sum + before.get(source).count, 0) === count;
      const many = [1, 2].find(worth);
      if (many) from.set(id, sources.splice(0, many));
    }
    if (sources.length > 0) return null;
  }
  return from.size > 0 ? from : null;
}

/** The field's cells line by line, each line from the side on to which all slide; none where it is no side. */
function lines(layout, direction) {
  const isTile = (id) => ['width', 'height'].every((size) => layout.boxes.get(id)[size] === 1);
  const rows = layout.rows().map((ids) => ids.filter(isTile)).filter((row) => row.length > 0);
  const columns = rows[0].map((_, n) => rows.map((row) => row[n]));
  const reversed = (all) => all.map((line) => [...line].reverse());
  return { left: rows, right: reversed(rows), up: columns, down: reversed(columns) }[direction];
}
