// The line below the board: whose turn it is, how the game ended, what went wrong, how long a
// busy server wants to be waited for.

import { coded, el, refill } from '../dom.js';
import { wire } from '../service/api.js';
import { LATE } from '../service/late.js';
import { Lookout } from '../service/lookout.js';
import { capital, sentence, waitText } from '../words.js';
import { STUCK, TRUTH, isStuck, resultText, turnText } from './announcer.js';

export function mountResult(line, match, say, begin) {
  let trouble = null;
  let waiting = null;
  /** What is on its way, where that takes long. */
  let coming = '';
  /** What the board does not show, until somebody does something. */
  let remark = '';
  let late = null;
  const lookout = new Lookout();

  const render = () => {
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
    if (match.over) return [el('strong', {}, resultText(match)), match.truth ? ` ${TRUTH}` : null];
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

  const wayOut = () => {
    // What no server has said cannot be asked of one again.
    if (trouble.refused === undefined) return null;
    const button = (text, onclick) => el('button', { type: 'button', class: 'small', onclick }, text);
    if (!trouble.refused || !match.game) return button('Try again', retry);
    // No server can open it, now or later.
    if (trouble.pointer === '/seal') return button('New game', () => match.begin());
    // What was refused would be refused again: a game goes on without it, a link to no game leads to a new one.
    return match.view ? button('Go on', retry) : button('New game', () => match.begin());
  };

  const retry = () => {
    expect('Trying again…', say);
    // Without the list of games there is nothing on the table that could try.
    if (!match.game) return begin();
    match.retry();
  };

  const isBack = () => {
    if (!match.game || !match.live) return retry();
    // Whoever is to move may hold something already.
    trouble = null;
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
    lookout.freshen();
    expect(`${match.game.nature.observable ? 'Playing' : 'Trying'} ${text}…`);
  });
  match.addEventListener('opening', () => {
    trouble = null;
    lookout.end();
    expect('Setting up the board…');
  });
  match.addEventListener('going', () => {
    trouble = null;
    coming = 'Going there…';
    render();
  });
  match.addEventListener('fault', ({ detail }) => {
    arrive();
    trouble = detail;
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
