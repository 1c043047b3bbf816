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

/** The least that each number can be, and the most that any can. */
const LEAST = { elo: 0, time: 1, pace: 0, seed: 0 };
const MOST = 1e6;
const TEXTS = ['game', 'position', 'you', 'level', 'ended', 'seal'];
const SEATS = ['first', 'second', 'both', 'none'];

/** What of a record is somebody's taste, and goes from game to game; who sits where belongs to the game at hand. */
const TASTES = ['level', 'elo', 'time', 'pace'];

/**
 * The record that a fragment names; whatever it leaves out or spoils is as in `FRESH`. What a game has is for `playable`
 * to say. One that names no game leaves tastes to what can be recalled of them; a link to a game means what it leaves out.
 */
export function read(fragment, recall = () => null) {
  const fields = new Map(fragment.replace(/^#/, '').split('&').map((part) => part.split(/=(.*)/s)));
  const unsaid = fields.get('game') ? [] : TASTES.filter((name) => !fields.has(name));
  for (const name of unsaid) fields.set(name, encodeURIComponent(recall(name) ?? FRESH[name]));
  const text = (name) => decode(fields.get(name) ?? '');
  const record = { ...FRESH, moves: (fields.get('moves') ?? '').split(',').filter(Boolean).map(decode) };
  for (const name of TEXTS) if (fields.has(name)) record[name] = text(name);
  for (const [name, least] of Object.entries(LEAST)) {
    const number = Math.round(parseFloat(text(name)));
    if (number >= least) record[name] = Math.min(MOST, number);
  }
  if (!SEATS.includes(record.you)) record.you = FRESH.you;
  const at = fields.has('at') ? Number(text('at')) : record.moves.length;
  record.at = Number.isInteger(at) ? Math.max(0, Math.min(at, record.moves.length)) : record.moves.length;
  record.turned = fields.has('turned');
  return record;
}

/** A record as that game can be played: at a level and a strength that it has, with a seat and an end for who plays it. */
export function playable(record, { levels, elo, players, nature }) {
  const alone = nature.agents === 1;
  return {
    ...record,
    moves: [...record.moves],
    level: levels.includes(record.level) ? record.level : FRESH.level,
    // A strength is kept through games that know none.
    elo: record.elo && elo ? Math.max(elo.least, Math.min(elo.most, record.elo)) : record.elo,
    you: alone && record.you !== 'none' ? 'first' : record.you,
    ended: !alone && ['draw', ...players].includes(record.ended) ? record.ended : '',
  };
}

/** The fragment that names a record, as short as it can be. */
export function write(record) {
  const fields = [`game=${encode(record.game)}`];
  for (const name of [...TEXTS.slice(1), ...Object.keys(LEAST)]) {
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
