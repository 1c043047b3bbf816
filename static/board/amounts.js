// A small number in the corner of each cell that has one, over the whole board.

import { svg } from '../dom.js';
import { UNIT } from './layout.js';

export function amounts(texts, layout) {
  const numbers = [...texts].map(([id, text]) => {
    const { x, y, width } = layout.boxes.get(id);
    return svg('text', { x: (x + width - 0.06) * UNIT, y: (y + 0.25) * UNIT, 'text-anchor': 'end' }, text);
  });
  return svg('svg', { class: 'amounts', viewBox: `0 0 ${layout.width * UNIT} ${layout.height * UNIT}`, 'aria-hidden': 'true', focusable: 'false' }, numbers);
}
