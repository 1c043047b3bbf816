// The line below the board: whose turn it is, how the game ended, what went wrong, how long a
// busy server wants to be waited for.

import { coded, el, mark, refill } from '../dom.js';
import { wire } from '../service/api.js';
import { LATE } from '../service/late.js';
import { Lookout } from '../service/lookout.js';
import { capital, sentence, troubleText, waitText } from '../words.js';
import { STUCK, TRUTH, isStuck, resultText, turnText } from './announcer.js';

export function mountResult(line, match, say, begin) {
  let trouble = null;
  let waiting = null;
  /** What is on its way, where that takes long. */
  let coming = '';
  /** What the board does not show, until somebody does something. */
  let remark = '';
  let late = null;
  /** Nobody has asked for what is tried again: that it fails again is no news. */
  let silent = false;
  /** The game has just been opened, and nobody has done anything in it yet. */
  let entering = false;
  const lookout = new Lookout();

  const render = () => {
    // What is wrong with a link is told first; trouble that comes and goes does not move the board.
    mark(line, 'data-first', entering && trouble !== null && trouble.refused !== false);
    line.dataset.tone = waiting || trouble ? 'trouble' : match.over ? 'over' : 'calm';
    refill(line, ...content());
  };

  const content = () => {
    if (waiting) return [waitText(waiting), ...ways()];
    if (trouble) {
      // What is tried again is told in the place of the hint: the button stays where it was pressed.
      const more = coming || (trouble.hint ? sentence(trouble.hint) : '');
      return [el('strong', {}, ...coded(sentence(trouble.message))), ' ', more ? el('span', {}, ...coded(more)) : '', ' ', wayOut()];
    }
    if (coming) return [coming];
    if (!match.view) return ['Setting up the board…'];
    if (match.over) return [el('strong', {}, resultText(match)), match.truth ? ` ${TRUTH}` : null, afterwards()];
    return [remark || turnText(match), isStuck(match) ? ` ${STUCK}` : '', ...ways()];
  };

  /** What can be done that touches nothing on the board: to pass, and to claim a draw. */
  const ways = () => {
    if (!match.view || !match.live) return [];
    const { status: { claimable }, legal_moves: moves } = match.view;
    const passes = moves.filter((move) => move.touches.length === 0);
    return [
      ...passes.map((move) => el('button', { type: 'button', class: 'small strong', onclick: () => match.play(move) }, capital(move.text))),
      claimable ? el('button', { type: 'button', class: 'small', onclick: () => match.claimDraw() }, `Claim a draw: ${claimable}`) : null,
    ];
  };

  /** What comes after a game: another one, from the other side where an engine sat there, and a look back. */
  const afterwards = () => {
    const { game, record: { you, moves } } = match;
    const other = game.nature.agents > 1 && { first: 'second', second: 'first' }[you];
    const button = (text, onclick) => el('button', { type: 'button', class: 'small', onclick }, text);
    const again = other
      ? button(`Play again as ${capital(game.players.find((name) => name !== match.side))}`, () => match.begin({ you: other, turned: false }))
      : button('Play again', () => match.begin());
    const review = button('Review', () => match.dispatchEvent(new CustomEvent('reviewing')));
    return el('span', { class: 'row' }, again, moves.length > 0 && review);
  };

  const wayOut = () => {
    // What no server has said cannot be asked of one again.
    if (trouble.refused === undefined) return null;
    const button = (text, onclick) => el('button', { type: 'button', class: 'small', onclick }, text);
    if (!trouble.refused || !match.game) return button('Try again', press);
    // No server can open it, now or later.
    if (trouble.pointer === '/seal') return button('New game', () => match.begin());
    // What was refused would be refused again: a game goes on without it, a link to no game leads to a new one.
    return match.view ? button('Go on', press) : button('New game', () => match.begin());
  };

  const press = () => {
    silent = entering = false;
    retry();
  };

  const retry = () => {
    expect('Trying again…', (words) => silent || say(words));
    // Without the list of games there is nothing on the table that could try.
    if (!match.game) return begin();
    match.retry();
  };

  const isBack = () => {
    silent = true;
    if (!match.game || !match.live) return retry();
    // Whoever is to move may hold something already.
    trouble = null;
    silent = false;
    render();
    say('The server answers again.');
  };

  /** The service has answered, or will not. */
  const arrive = () => {
    clearTimeout(late);
    coming = remark = '';
  };

  const expect = (words, tell = () => {}) => {
    arrive();
    late = setTimeout(() => {
      coming = words;
      render();
      tell(words);
    }, LATE);
  };

  match.addEventListener('shown', () => {
    arrive();
    trouble = null;
    // The engine is still to be asked.
    silent &&= match.engineToMove;
    lookout.end();
    render();
  });
  match.addEventListener('thinking', render);
  match.addEventListener('remark', ({ detail }) => {
    remark = detail;
    render();
  });
  match.addEventListener('turned', () => {
    remark = '';
    render();
  });
  match.addEventListener('moved', ({ detail: { text } }) => {
    trouble = null;
    silent = entering = false;
    lookout.freshen();
    expect(`${match.game.nature.observable ? 'Playing' : 'Trying'} ${text}…`);
  });
  match.addEventListener('opening', () => {
    trouble = null;
    entering = true;
    lookout.end();
    expect('Setting up the board…');
  });
  match.addEventListener('going', () => {
    trouble = null;
    silent = entering = false;
    coming = 'Going there…';
    render();
  });
  match.addEventListener('fault', ({ detail }) => {
    arrive();
    trouble = detail;
    if (!silent || !trouble.unreachable) say(troubleText(trouble));
    if (trouble.unreachable) lookout.begin(isBack);
    else lookout.end();
    render();
  });
  wire.addEventListener('wait', ({ detail }) => {
    waiting = detail.left > 0 ? detail : null;
    render();
  });
  render();
}
