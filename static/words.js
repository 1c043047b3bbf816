// How things are said to people, aloud and in print.

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** "five moves", "one move". */
export function several(count, noun, plural = `${noun}s`) {
  return `${SMALL[count] ?? count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}

/** The marks that chess players put behind a move. */
export const GLYPHS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** "White" from "white". */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "1.6 M" from 1623000. */
export function brief(number) {
  if (number < 1000) return String(Math.round(number));
  const [unit, size] = number < 1e6 ? ['k', 1e3] : number < 1e9 ? ['M', 1e6] : ['G', 1e9];
  const value = number / size;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** "0.4 s", "1:05". */
export function seconds(ms) {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;
}

/** "250 ms", "2.0 s", "1:05": a time that may be too short to be told in seconds. */
export const timeText = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : seconds(ms));

/** Units of which the winner has more at the end: by how much tells more of a win than how soon it comes. */
const MARGINS = new Set(['discs', 'seeds', 'points', 'millipoints']);

const ENDS = { win: 'wins', draw: 'draw', loss: 'loses' };

/** The same behind "worth" and the like. */
export const PRIZES = { win: 'a win', draw: 'a draw', loss: 'a loss' };

/** Whether a score is told by the end that is certain, and not by its size. */
export const isEnd = ({ outcome, plies, unit }) => Boolean(outcome) && (plies === undefined || !MARGINS.has(unit));

/** How a score reads, for the player whom it is for: "+0.31", "wins in 5", "−3"; where it is to be brief, not how far an end is. */
export function scoreText(score, { digits, ends = ENDS, brief = false } = {}) {
  if (!score) return '';
  if (score.mate) return score.mate > 0 ? `#${score.mate}` : `#−${-score.mate}`;
  if (isEnd(score)) return `${ends[score.outcome]}${score.plies && !brief ? ` in ${score.plies}` : ''}`;
  return worthText(score.value, score.unit, digits);
}

/** Units too fine to be read: how many make a whole, and what that is called. */
const FINE = { centipawns: [100, 'pawns'], centimen: [100, 'men'], millipoints: [1000, 'points'], result: [1000, 'wins'] };

/** For whom scores are, and what `worthText` counts them in: "for Black, in pawns". */
export const scaleText = (player, unit) => `for ${capital(player)}, in ${FINE[unit]?.[1] ?? unit}`;

/** So little of a unit is not worth telling apart. */
export const trifle = (unit) => (FINE[unit]?.[0] ?? 1) / 10;

/** How much something is worth, in pawns, men or points: "+0.31", "−3". */
export function worthText(value, unit, digits = 2) {
  // A result that is certain is one whole; expectations are told in thousandths.
  const per = unit === 'result' && Math.abs(value) <= 1 ? 1 : (FINE[unit]?.[0] ?? 1);
  return signed(value / per, per === 1 ? 0 : digits);
}

/** "+1.20", "−3", "0". A true minus sign, and no sign for nothing. */
export function signed(value, digits = 0) {
  const size = Math.abs(value).toFixed(digits);
  if (Number(size) === 0) return size;
  return (value > 0 ? '+' : '−') + size;
}

/** "27 seeds", "1 point": what somebody has of a unit that is counted. */
export const tallyText = (count, unit) => counted(count, unit.replace(/s$/, ''), unit);

/** By how much who has more has more. */
export const margin = (tally) => Math.max(...Object.values(tally)) - Math.min(...Object.values(tally));

/** The same in words. */
export const marginText = (tally, unit) => tallyText(margin(tally), unit);

/** As a sentence: a capital first, and a full stop last unless it ends with a mark of its own. */
export const sentence = (text) => capital(/[.?!…]$/.test(text) ? text : `${text}.`);

/** What went wrong, and what can be done about it where that is known. */
export const troubleText = ({ message, hint }) => [message, hint].filter(Boolean).map(sentence).join(' ');

/** Why the server is waited for, and how much longer. */
export const waitText = ({ why, left }) => `${sentence(why)} Trying again in ${several(left, 'second')}…`;

/** "e5 Nf3 Nc6", "centre, top left": moves one after another, parted where one may be more than a word. */
export const movesText = (moves) => moves.join(moves.some((move) => move.includes(' ')) ? ', ' : ' ');

/** "4 seeds", "1 seed": in digits, as they stand on the board. */
const counted = (count, noun, plural = `${noun}s`) => `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;

/** What a cell holds, in words: "white knight", "12 seeds". */
export function pieceText(piece) {
  const { kind, owner, count } = piece;
  const whose = owner ? `${owner} ` : '';
  if (kind === 'tile' || kind === 'die') return `${whose}${kind} ${count ?? 1}`;
  if (kind === 'seeds') return `${whose}${counted(count ?? 0, 'seed')}`;
  if (kind === 'penny') return counted(count ?? 0, 'penny', 'pennies');
  if (count !== undefined && count !== 1) return `${whose}${several(count, kind)}`;
  return `${whose}${kind}`;
}

/** How a cell is said aloud: "e4, white knight, five moves"; one that is pushed like a `button` holds nothing: "pass, one move". */
export function cellText(cell, { button = false, choices = 0, target = false, lifted = false, more = '' } = {}) {
  const parts = button ? [cell.name] : [cell.name, cell.piece ? pieceText(cell.piece) : 'empty'];
  if (button && !choices) parts.push('not possible');
  if (lifted) parts.push('picked up');
  if (target) parts.push('can be chosen');
  else if (choices) parts.push(several(choices, 'move'));
  if (more) parts.push(more);
  return parts.join(', ');
}
