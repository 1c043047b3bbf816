// A box to type a move into, and the list of legal moves for whoever wants no board at all.

import { coded, el, refill } from '../dom.js';
import { asleepText } from './announcer.js';
import { unmarked } from './ledger.js';
import { unlessLate } from '../service/late.js';
import { describe } from '../service/positions.js';
import { troubleText } from '../words.js';

export function mountSpeak(form, match, say) {
  const box = el('input', {
    id: 'typed', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': 'typed-fault',
  });
  const fault = el('p', { class: 'fault', id: 'typed-fault' });
  const told = el('p', { class: 'hint', role: 'status' });
  const list = el('select', { id: 'legal', 'aria-label': 'Legal moves' });
  const choose = el('button', { type: 'button', onclick: () => pick() }, 'Play it');
  form.append(
    el('label', { for: 'typed' }, 'Type a move'),
    el('div', { class: 'row' }, box, el('button', { type: 'submit' }, 'Play')),
    fault,
    told,
    el('details', {}, el('summary', {}, 'Legal moves'), el('div', { class: 'row' }, list, choose)),
  );

  /** The game whose moves the example is of. */
  let game = null;

  const pick = () => {
    const move = match.view?.legal_moves.find((legal) => legal.move === list.value);
    if (move && match.live) match.play(move);
    else tell(asleepText(match));
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = box.value.trim();
    const { view, where } = match;
    if (!typed || !view) return;
    if (!match.live) return tell(asleepText(match));
    const same = (text) => text.toLowerCase() === typed.toLowerCase();
    const moves = view.legal_moves;
    const exact = moves.filter((move) => move.move === typed || unmarked(move.text) === unmarked(typed));
    const close = exact.length ? exact : moves.filter((move) => same(move.move) || same(move.text));
    if (close.length === 1) return done(close[0]);
    // The service reads more ways to write a move than it writes itself.
    const asked = describe({ ...where, moves: [...where.moves, typed] }, { played: true });
    const answered = asked.catch((refusal) => ({ problem: refusal }));
    const { played, problem } = await unlessLate(answered, () => {
      told.textContent = `Reading ${typed}…`;
    });
    told.textContent = '';
    // Somebody may have moved meanwhile, or pressed Enter twice.
    if (match.view !== view) return;
    if (problem) tell(troubleText(problem));
    else done(played.at(-1));
  });

  const done = (move) => {
    box.value = '';
    tell('');
    match.play(move);
  };

  const tell = (words) => {
    refill(fault, ...coded(words));
    box.setAttribute('aria-invalid', String(words !== ''));
    if (words) say(words);
  };

  match.addEventListener('shown', () => {
    const moves = match.live ? match.view.legal_moves : [];
    list.replaceChildren(...moves.map((move) => el('option', { value: move.move }, move.text)));
    // Between moves it stays, for it may be under the hand.
    if (match.over && document.activeElement === choose) list.focus();
    choose.disabled = match.over;
    tell('');
    // As it is written in the list of moves above; while nobody may type one it stays.
    if (match.game === game && moves.length === 0) return;
    game = match.game;
    box.placeholder = `like ${match.view.legal_moves[0]?.text ?? game.notation.move_examples[0]}`;
  });
}
