// The page: one match, and everything around the table that looks at it.

import './board/game-board.js';
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
import { mountGames } from './play/games.js';
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
mountResult(find('result'), match, say, begin);
mountMoves(find('moves'), match);
mountWorth(find('worth'), match);
mountCurve(find('curve'), match);

/** The address as it was last read or written here; another one that stands there is on its way to be read. */
let standing = location.hash;
/** The ledger of the game that the address names: another game is another page, to which Back leads. */
let named = null;
const note = () => {
  if (location.hash !== standing) return;
  const written = write(match.record);
  const another = named !== null && named !== match.ledger;
  named = match.ledger;
  if (written === standing) return;
  // Whose game was pasted is kept beside the address: a link stays short.
  const beside = { origin: match.ledger.origin };
  if (another) history.pushState(beside, '', written);
  else history.replaceState(beside, '', written);
  standing = location.hash;
};
match.addEventListener('shown', () => {
  note();
  document.title = `${match.game.name} · bestmove`;
});
for (const type of ['turned', 'named']) match.addEventListener(type, note);
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

/** Everything that needs to know the games; then the one that the address names. */
async function sitDown(catalogue) {
  find('game').hidden = false;
  mountGames(find('game'), find('games'), match, board, catalogue);
  mountPanels(find('panels'), find('squid'), match, table);
  const open = async () => {
    standing = location.hash;
    const record = read(standing);
    const game = catalogue.find(({ id }) => id === record.game);
    if (game) {
      const opened = match.open(record, game);
      match.ledger.origin = history.state?.origin ?? null;
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
