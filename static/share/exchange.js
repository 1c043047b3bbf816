// Games in and out: positions and moves in the game's own notation, PGN for chess, by paste or file.

import { el } from '../dom.js';
import { FRESH } from '../play/address.js';
import { drawn } from '../play/actions.js';
import { resultText } from '../play/announcer.js';
import { winnerOf } from '../play/ledger.js';
import { describe } from '../service/positions.js';
import { copyButton } from './copy.js';
import { capital, troubleText } from '../words.js';
import { readGame, writeGame } from './notation.js';

export function mountExchange(panel, match) {
  const position = el('output', { class: 'copyable', id: 'position-out', tabindex: 0, 'aria-label': 'This position' });
  const record = el('textarea', { id: 'game-out', rows: 4, readonly: true });
  const paste = el('textarea', { id: 'game-in', rows: 4, spellcheck: 'false', 'aria-describedby': 'import-fault how-written' });
  const file = el('input', { type: 'file', id: 'file-in', hidden: true, accept: '.pgn,.fen,.txt,.sgf,.pdn,text/plain' });
  const fault = el('p', { class: 'fault', id: 'import-fault', role: 'alert' });
  const how = el('p', { class: 'hint', id: 'how-written' });
  panel.append(
    el('section', { class: 'stack' }, el('h2', { class: 'minor' }, 'This position'), position, el('div', { class: 'row' }, copyButton('Copy position', () => position.textContent), copyButton('Copy link', () => location.href))),
    el('section', { class: 'stack' }, el('label', { for: 'game-out' }, 'The game so far'), record, el('div', { class: 'row' },
      copyButton('Copy game', () => record.value), el('button', { type: 'button', class: 'small', onclick: () => download() }, 'Download'))),
    el('section', { class: 'stack' }, el('label', { for: 'game-in' }, 'Set up a position, or paste a game'), paste, how, fault, el('div', { class: 'row' },
      el('button', { type: 'button', class: 'small strong', onclick: () => load(paste.value) }, 'Set up'),
      el('button', { type: 'button', class: 'small', onclick: () => file.click() }, 'Open a file'), file)),
  );

  const load = async (text) => {
    fault.textContent = '';
    const read = readGame(text, match.game.id);
    if (!read) return tell('Paste a position or moves first');
    const given = { game: match.game.id, position: read.position, moves: read.moves };
    try {
      const view = await describe(given);
      // What came in any notation goes on in the canonical one, where the service tells it.
      const start = read.moves.length ? read.position : view.position;
      await match.open({ ...FRESH, ...kept(match.record), game: given.game, position: start, moves: read.moves, at: read.moves.length, seed: drawn(match) }, match.game, { paused: true });
      paste.value = '';
    } catch (problem) {
      tell(troubleText(problem));
    }
  };

  const tell = (words) => {
    fault.textContent = words;
  };

  const download = () => {
    const name = `${match.game.id}.${match.game.id === 'chess' ? 'pgn' : 'txt'}`;
    const link = el('a', { href: `data:text/plain;charset=utf-8,${encodeURIComponent(written(match))}`, download: name });
    link.click();
  };

  file.addEventListener('change', async () => {
    if (file.files[0]) load(await file.files[0].text());
    file.value = '';
  });
  const render = () => {
    position.textContent = match.view.position;
    record.value = written(match);
    const { notation } = match.game;
    how.textContent = `${notation.position} Moves: ${notation.moves}`;
    paste.placeholder = notation.examples[0];
  };
  match.addEventListener('shown', render);
  match.addEventListener('named', render);
}

const kept = ({ you, level, elo, time, pace }) => ({ you, level, elo, time, pace });

/** The game so far as text. */
function written(match) {
  const { record, ledger, game } = match;
  const chess = game.id === 'chess';
  const result = outcome(match);
  const tags = [['Event', 'bestmove'], ['Game', game.name], ...game.players.map((name) => [capital(name), match.human(name) ? 'You' : 'bestmove'])];
  if (record.position) tags.push(...(chess ? [['SetUp', '1'], ['FEN', record.position]] : [['Position', record.position]]));
  tags.push(['Result', result]);
  if (match.over || record.ended) tags.push(['Termination', resultText(match).replace(/\.$/, '')]);
  const moves = record.moves.map((move, n) => (chess ? ledger.text(n, move) : move));
  return writeGame(tags, moves, { game: game.id, result, blackBegins: chess && / b /.test(record.position) });
}

function outcome({ over, record, view, game }) {
  if (!over && !record.ended) return '*';
  const winner = winnerOf(view, record.ended, game);
  return winner === undefined ? '1/2-1/2' : winner === game.players[0] ? '1-0' : '0-1';
}
