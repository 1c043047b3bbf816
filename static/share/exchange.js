// Games in and out: positions and moves in the game's own notation, PGN for chess, SGF for go, by paste or file.

import { coded, el } from '../dom.js';
import { resultText } from '../play/announcer.js';
import { winnerOf } from '../play/ledger.js';
import { attempts } from './attempt.js';
import { copyButton } from './copy.js';
import { mountEditor } from './editor.js';
import { capital, margin } from '../words.js';
import { writeGame } from './notation.js';
import { openPasted } from './pasted.js';
import { isWritable } from './script.js';
import { sgfResult, writeSgf } from './sgf.js';

export function mountExchange(panel, match, { table, say }) {
  const { lines, clear, attempt } = attempts('import-fault');
  const edit = mountEditor(match, table);
  const position = el('output', { class: 'copyable', id: 'position-out', 'aria-live': 'off', tabindex: 0, 'aria-label': 'This position' });
  const record = el('textarea', { id: 'game-out', rows: 4, readonly: true });
  const paste = el('textarea', { id: 'game-in', rows: 4, spellcheck: 'false', 'aria-describedby': 'import-fault how-written' });
  const file = el('input', { type: 'file', id: 'file-in', hidden: true, accept: '.pgn,.fen,.txt,.sgf,.pdn,text/plain' });
  const byHand = el('button', { type: 'button', class: 'small', 'aria-haspopup': 'dialog', onclick: () => attempt(edit) }, 'Board editor');
  const how = el('p', { class: 'hint', id: 'how-written' });
  panel.append(
    el('section', { class: 'stack' }, el('h3', { class: 'minor' }, 'This position'), position, el('div', { class: 'row' }, copyButton('Copy position', () => position.textContent, say), copyButton('Copy link', () => location.href, say))),
    el('section', { class: 'stack' }, el('label', { for: 'game-out' }, 'The game so far'), record, el('div', { class: 'row' },
      copyButton('Copy game', () => record.value, say), el('button', { type: 'button', class: 'small', onclick: () => download() }, 'Download'))),
    el('section', { class: 'stack' }, el('label', { for: 'game-in' }, 'Set up a position, or paste a game'), paste, lines, el('div', { class: 'row' },
      el('button', { type: 'button', class: 'small strong', onclick: () => load(paste.value) }, 'Set up'),
      el('button', { type: 'button', class: 'small', onclick: () => file.click() }, 'Open a file'), file, byHand), how),
  );

  const load = (text) => attempt(async ({ signal }) => {
    const said = await openPasted(text, match, { signal });
    paste.value = '';
    table.reveal();
    return said || 'It stands on the board.';
  });

  const download = () => {
    const { text, ending } = written(match);
    const link = el('a', { href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`, download: `${match.game.id}.${ending}` });
    link.click();
  };

  file.addEventListener('change', async () => {
    if (file.files[0]) load(await file.files[0].text());
    file.value = '';
  });
  const render = () => {
    position.textContent = match.view.position;
    record.value = written(match).text;
    byHand.hidden = !isWritable(match);
    const { notation } = match.game;
    how.replaceChildren(...coded(notation.position), ' Moves: ', ...coded(notation.moves));
    paste.placeholder = notation.examples[0];
  };
  match.addEventListener('opening', clear);
  match.addEventListener('shown', render);
  match.addEventListener('named', render);
}

/** The game so far as `text`, and the `ending` of a file with it. */
function written(match) {
  const { record, ledger, game } = match;
  const chess = game.id === 'chess';
  const result = outcome(match);
  const seats = game.players.slice(0, game.nature.agents).map((name) => [capital(name), record.you === 'both' ? '?' : match.human(name) ? 'You' : 'bestmove']);
  const { tags: known } = ledger.originOf(record) ?? {};
  const tree = game.id === 'go' && asSgf(match, new Map(known?.size ? known : seats), result);
  if (tree) return { text: tree, ending: 'sgf' };
  const tags = new Map(known?.size ? known : [['Event', 'bestmove'], ['Game', game.name], ...seats]);
  if (record.position) (chess ? [['SetUp', '1'], ['FEN', record.position]] : [['Position', record.position]]).forEach((tag) => tags.set(...tag));
  tags.set('Result', result);
  if (!known?.size && (match.over || record.ended)) tags.set('Termination', resultText(match).replace(/\.$/, ''));
  const moves = record.moves.map((move, n) => (chess ? ledger.text(n, move) : move));
  const text = writeGame([...tags], moves, { game: game.id, result, blackBegins: chess && / b /.test(record.position) });
  return { text, ending: chess ? 'pgn' : 'txt' };
}

/** The same as SGF; null where that cannot say it. How others counted their game is theirs to say. */
function asSgf({ over, record, view, game }, tags, result) {
  const told = tags.get('Result') ?? '';
  const by = record.ended ? 'R' : over ? margin(view.tally) : '';
  tags.set('Result', told && !/[-/*]/.test(told) ? told : sgfResult(result, by));
  return writeSgf(tags, record.moves, record.position || game.starts[0].position);
}

/** How results are written, by what they are worth to the first player. */
const RESULTS = { 1: '1-0', 0: '0-1', 0.5: '1/2-1/2' };

/** How the game on the table ended, whichever of its positions is on the board. */
function outcome({ over, record, ledger, view, game }) {
  const known = RESULTS[ledger.resultAt(record.moves.length)] ?? ledger.originOf(record)?.result;
  if (!over && !record.ended) return known || '*';
  const winner = winnerOf(view, record.ended, game);
  return RESULTS[winner === undefined ? 0.5 : Number(winner === game.players[0])];
}
