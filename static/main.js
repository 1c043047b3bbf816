// The page: one match, and everything around the table that looks at it.

import './board/game-board.js';
import { recall } from './memory.js';
import { mountTheme } from './theme.js';
import { get } from './service/api.js';
import { drawn, read, write } from './play/address.js';
import { Match } from './play/match.js';
import { mountTable } from './play/table.js';
import { mountSeats } from './play/seats.js';
import { mountActions } from './play/actions.js';
import { mountSpeak } from './play/speak.js';
import { mountResult } from './play/result.js';
import { mountMoves } from './play/moves.js';
import { mountOpening } from './play/opening.js';
import { mountGames } from './play/games.js';
import { mountTitle } from './play/title.js';
import { announcer } from './play/announcer.js';
import { mountWorth } from './understand/worth.js';
import { mountCurve } from './understand/curve.js';
import { mountPanels } from './panels.js';

const find = (id) => document.getElementById(id);

mountTheme(find('theme'));

const match = new Match();
const board = find('board');
const say = announcer(find('live'), match);
const table = mountTable(board, match, say);
mountSeats(find('far'), find('near'), match);
mountActions(find('actions'), match, table);
mountSpeak(find('speak'), match, say);
mountResult(find('result'), match, say, again);
mountTitle(match);
mountMoves(find('moves'), match);
mountOpening(find('opening'), match);
mountWorth(find('worth'), match);
mountCurve(find('curve'), match);

/** The address as it was last read or written here; another one that stands there is on its way to be read. */
let standing = location.hash;
/** The ledger of the game that the address names: another game is another page, to which Back leads. */
let named = null;
/** The moves that it names: who has played otherwise comes back to them by Back, too. */
let kept = [];
/** Whose game was pasted, and how it was reviewed, is kept beside the address: a link stays short. */
const beside = () => ({ origin: match.ledger.origin, review: match.ledger.review });
const note = () => {
  if (location.hash !== standing) return;
  const written = write(match.record);
  const { moves } = match.record;
  const parted = !match.led && kept.some((move, n) => moves[n] !== move);
  const another = named !== null && (named !== match.ledger || parted);
  [named, kept] = [match.ledger, moves];
  if (written === standing) return;
  if (another) history.pushState(beside(), '', written);
  else history.replaceState(beside(), '', written);
  standing = location.hash;
};
for (const type of ['shown', 'turned', 'named']) match.addEventListener(type, note);
match.addEventListener('opening', () => {
  kept = [];
});
match.addEventListener('reviewed', () => history.replaceState(beside(), ''));
// What a server could not be asked about is asked again after a reload.
match.addEventListener('fault', ({ detail }) => {
  if (match.game && detail.refused === false) note();
});

// The tools have nothing to work on while no position is on the table.
for (const type of ['shown', 'fault']) {
  match.addEventListener(type, () => document.documentElement.toggleAttribute('data-bare', !match.view));
}

/** While the service is asked which games there are: nobody asks twice. */
let learning = false;

/** Learns which games there are, and sets the table with one; what goes wrong is told, and can be tried again. */
async function begin() {
  if (learning) return;
  learning = true;
  const catalogue = await get('/games').catch((problem) => {
    match.dispatchEvent(new CustomEvent('fault', { detail: problem }));
    return [];
  });
  learning = false;
  if (catalogue.length > 0) await sitDown(catalogue);
}

/** Tries that again; whoever stood at the button for it stands at the board then. */
async function again() {
  const stood = () => find('result').contains(document.activeElement);
  if (!stood()) return begin();
  await begin();
  const nowhere = document.activeElement === document.body;
  if (match.view && (nowhere || stood())) board.focusCell(undefined, { preventScroll: true });
}

/** Everything that needs to know the games; then the one that the address names. */
async function sitDown(catalogue) {
  find('game').parentElement.hidden = false;
  mountGames(find('game'), find('games'), match, board, catalogue);
  mountPanels(find('panels'), find('squid'), match, { table, say });
  const open = async () => {
    standing = location.hash;
    const record = read(standing, recall);
    const game = catalogue.find(({ id }) => id === record.game);
    if (game) {
      const opened = match.open(record, game);
      const { origin = null, review = null } = history.state ?? {};
      Object.assign(match.ledger, { origin, review });
      return opened;
    }
    const first = catalogue.find(({ id }) => id === 'chess') ?? catalogue[0];
    await match.open({ ...record, game: first.id, position: '', moves: [], at: 0, ended: '', seal: '', seed: record.seed || drawn() }, first);
    if (record.game && match.view) match.dispatchEvent(new CustomEvent('fault', { detail: new Error(`No game here is called ${record.game}: this is ${first.name}.`) }));
  };
  addEventListener('hashchange', () => {
    if (location.hash === standing) return;
    if (location.hash.includes('=')) {
      named = null;
      open();
    } else {
      // A link within the page leads the eye, not the game.
      standing = location.hash;
      if (match.view) note();
    }
  });
  addEventListener('pagehide', () => match.leave());
  // Who comes back finds the page as it was left, and goes on.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && match.game) match.adjust({});
  });
  await open();
  document.documentElement.dataset.ready = '';
}

await begin();
