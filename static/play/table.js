// The match on the board: draws each position, plays what the hand does, shows hints as arrows.

import { calm, mark, measure } from '../dom.js';
import { asleepText } from './announcer.js';

export function mountTable(board, match, say) {
  let arrows = [];

  const table = {
    board,
    /** Draws the lines that somebody thinks about, until the position changes. */
    point(lines) {
      arrows = lines;
      board.point(arrows);
    },
    /** Brings the board into view, where most of it is outside. */
    reveal() {
      const { top, bottom, height } = board.getBoundingClientRect();
      const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
      if (seen < height / 2) board.scrollIntoView({ block: 'nearest', behavior: calm() ? 'auto' : 'smooth' });
    },
  };

  const draw = () => {
    const { game, live, last, turned } = match;
    const view = match.truth ?? match.view;
    board.dataset.game = game.id;
    board.show({
      board: view.board,
      players: game.players,
      moves: view.legal_moves,
      turned,
      live,
      asleep: asleepText(match),
      turn: view.turn,
      // A row that won is seen whole: the last move is part of it.
      last: view.row ?? last?.touches ?? [],
      alarm: view.status.check ? royal(view) : null,
      label: `${game.name}, ${view.board.width} by ${view.board.height}`,
    });
    measure(board.closest('.table'), { ratio: board.layout.width / board.layout.height });
    board.point(arrows);
  };
  const busy = (waits) => mark(board.closest('.table'), 'aria-busy', waits);
  for (const type of ['opening', 'going']) {
    match.addEventListener(type, () => {
      board.wait();
      busy(true);
    });
  }
  match.addEventListener('fault', ({ detail: problem }) => {
    busy(false);
    // A board of another position than the record's takes no move; one that was made on it stays where it was sent.
    if (!match.settled && !board.sent) board.wait();
    // Nor does it stand in for one that no server will ever give.
    if (match.view || !problem.refused) return;
    if (board.contains(document.activeElement)) board.closest('.table').focus();
    board.clear();
  });
  match.addEventListener('shown', () => {
    busy(false);
    arrows = [];
    board.tint();
    draw();
  });
  match.addEventListener('turned', () => {
    board.turn(match.turned);
    board.point(arrows);
  });
  board.addEventListener('play', ({ detail }) => match.play(detail.move));
  board.addEventListener('notice', ({ detail }) => say(detail));
  board.addEventListener('remark', ({ detail }) => match.remark(detail));
  return table;
}

/** Where to paint a check: on the king of whoever is on turn. */
function royal({ board, turn }) {
  return board.cells.find(({ piece }) => piece?.kind === 'king' && piece.owner === turn)?.id ?? null;
}
