// How each game is played to its end in the tests: a start that leaves a short game where the
// usual one is long, and the moves to choose. A game that is not named here takes moves from all over
// its list, the same in every run.

/** Positions whose games are whole and soon over. */
export const STARTS = {
  checkers: 'B:W32,31,30,26:B1,2,3,7',
  othello: '--XXXOOOOOOOXOOOXOOOOXOO-OOOXOXO-OOXXXOO-O-XXX-O--XXXOO--XXX---- O',
  kalah: '6,4: 0 0 0 0 1 1 (14) / 1 11 0 2 1 0 (17) N',
  go: '5x5 komi 0.5 B: ...../...../...../...../.....',
  2048: '0 2/2 0',
  backgammon: 'XGID=-BBA------A------A----bbb-:0:0:1:00:0:0:0:0:10',
};

/** Games that no start makes short: after so many moves the page has shown that it can play them. */
export const LONG = new Map([['kriegspiel', 12]]);

/** Moves to play as long as they are legal. */
const OPENINGS = {
  chess: ['f2f3', 'e7e5', 'g2g4', 'd8h4'],
};

export function choose(game, legal, number) {
  const wished = OPENINGS[game]?.[number];
  const found = legal.find(({ move }) => move === wished);
  if (found) return found;
  if (game === 'go') return legal.find(({ move }) => move === 'pass' && number >= 6) ?? legal[0];
  // Neither always the first nor at random: pieces of all kinds get to move, and every run is the same.
  return legal[(number * 7) % legal.length];
}
