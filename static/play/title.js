// The name of the page in its tab: whose turn it is or how the game ended, which game, where.

import { capital } from '../words.js';
import { resultText } from './announcer.js';

const PAGE = 'bestmove';

export function mountTitle(match) {
  /** Whoever is alone is always to move, and nobody in the past of a game that goes on elsewhere. */
  const state = () => {
    if (!match.view) return null;
    if (match.over) return resultText(match).replace(/\.$/, '');
    return match.past || match.game.nature.agents === 1 ? null : `${capital(match.view.turn)} to move`;
  };

  const render = () => {
    document.title = [state(), match.game?.name, PAGE].filter(Boolean).join(' · ');
  };
  for (const type of ['opening', 'shown', 'fault']) match.addEventListener(type, render);
}
