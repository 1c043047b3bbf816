// A game in the address bar: a link shares it, a reload loses nothing.

/** A game as it is before anybody has chosen anything. */
export const FRESH = {
  game: '',
  /** In the game's notation; empty: the start position. */
  position: '',
  moves: [],
  /** How many of the moves stand on the board; the rest can be redone. */
  at: 0,
  /** Who you are: `first`, `second`, `both` or `none`. */
  you: 'first',
  level: 'medium',
  /** A strength on the scale of humans, instead of the level. */
  elo: 0,
  /** Milliseconds that the engine may think. */
  time: 1000,
  /** Milliseconds between moves when the engine plays itself. */
  pace: 400,
  /** How people ended the game: the name of the player who resigned, or `draw` where one was claimed. */
  ended: '',
  turned: false,
  /** What the server draws from: dice, tiles, guesses, openings, a human's errors. */
  seed: 0,
  /** A game under an umpire, whole, as only the server can read it. */
  seal: '',
};

/** A seed for a new game: no two are alike, and a link to one leads to the same. */
export const drawn = () => 1 + Math.floor(Math.random() * 999_999);

const NUMBERS = ['elo', 'time', 'pace', 'seed'];
const TEXTS = ['game', 'position', 'you', 'level', 'ended', 'seal'];
const SEATS = ['first', 'second', 'both', 'none'];

/** The record that a fragment names; whatever it leaves out or spoils is as in `FRESH`. */
export function read(fragment) {
  const fields = new Map(fragment.replace(/^#/, '').split('&').map((part) => part.split(/=(.*)/s)));
  const text = (name) => decode(fields.get(name) ?? '');
  const record = { ...FRESH, moves: (fields.get('moves') ?? '').split(',').filter(Boolean).map(decode) };
  for (const name of TEXTS) if (fields.has(name)) record[name] = text(name);
  for (const name of NUMBERS) if (fields.has(name)) record[name] = Math.max(0, Math.min(1e6, Math.round(Number(text(name))) || 0));
  if (!SEATS.includes(record.you)) record.you = FRESH.you;
  const at = fields.has('at') ? Number(text('at')) : record.moves.length;
  record.at = Number.isInteger(at) ? Math.max(0, Math.min(at, record.moves.length)) : record.moves.length;
  record.turned = fields.has('turned');
  return record;
}

/** The fragment that names a record, as short as it can be. */
export function write(record) {
  const fields = [`game=${encode(record.game)}`];
  for (const name of [...TEXTS.slice(1), ...NUMBERS]) {
    if (record[name] !== FRESH[name]) fields.push(`${name}=${encode(String(record[name]))}`);
  }
  if (record.turned) fields.push('turned');
  if (record.at !== record.moves.length) fields.push(`at=${record.at}`);
  if (record.moves.length) fields.push(`moves=${record.moves.map(encode).join(',')}`);
  return `#${fields.join('&')}`;
}

/** Characters that may stand in a fragment as they are stay readable. */
const encode = (text) => encodeURIComponent(text).replace(/%(2F|3A|20|40|3B)/g, (_, code) => ({ '2F': '/', '3A': ':', 20: '+', 40: '@', '3B': ';' })[code]);

function decode(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
