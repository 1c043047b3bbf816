// Where the nodes of a tree lie: leaves side by side, each parent over the middle of its children,
// a row a ply. Lengths are in pixels.

const ROW = 96;
const MARGIN = 34;
/** Leaves stand no closer than this and no further apart than that. */
const [CLOSEST, WIDEST] = [2.5, 96];
const [SMALLEST, LARGEST] = [1.6, 18];

/** Lays a tree out in that width, or wider where it must. Every node learns its `x`, `y` and `r`. */
export function layOut(root, width) {
  const leaves = count(root);
  const gap = Math.min(WIDEST, Math.max(CLOSEST, (width - 2 * MARGIN) / Math.max(1, leaves)));
  const all = Math.max(width, leaves * gap + 2 * MARGIN);
  let next = (all - (leaves - 1) * gap) / 2;
  const rows = [];
  const place = (node, ply, parent) => {
    node.ply = ply;
    node.parent = parent;
    (rows[ply] ??= []).push(node);
    for (const child of node.children) place(child, ply + 1, node);
    if (node.children.length === 0) {
      node.x = next;
      next += gap;
    } else {
      node.x = (node.children[0].x + node.children.at(-1).x) / 2;
    }
    node.y = MARGIN + ply * ROW;
  };
  place(root, 0, null);
  for (const row of rows) {
    row.forEach((node, n) => {
      const room = Math.min(node.x - (row[n - 1]?.x ?? -Infinity), (row[n + 1]?.x ?? Infinity) - node.x);
      node.room = room;
      // No branch ends in a head larger than the one it hangs from.
      node.r = Math.max(SMALLEST, Math.min(LARGEST, room * 0.4, node.parent ? node.parent.r * 0.94 : LARGEST));
    });
  }
  root.r = LARGEST + 4;
  return { width: all, height: 2 * MARGIN + (rows.length - 1) * ROW + 8, rows };
}

const count = (node) => (node.children.length ? node.children.reduce((sum, child) => sum + count(child), 0) : 1);
