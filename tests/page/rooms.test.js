// The parts of the page that need no browser: the hand, the layout, the address, games as text, the
// event stream, the command for a shell.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { ask, startService } from './service.js';

/** A module of the page. */
const room = async (path) => import(await addressOf(new URL(`../../static/${path}`, import.meta.url)));

/** Where a module lies whole, with all that it imports. */
async function addressOf(file) {
  let source = await readFile(file, 'utf8');
  for (const [quoted, name] of source.matchAll(/'(\.[^']*\.js)'/g)) source = source.replace(quoted, JSON.stringify(await addressOf(new URL(name, file))));
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

const { Hand } = await room('board/hand.js');
const { Layout } = await room('board/layout.js');
const { FRESH, read, write } = await room('play/address.js');
const { writeGame } = await room('share/notation.js');
const { writeSgf } = await room('share/sgf.js');
const { curl } = await room('share/curl.js');
const { events } = await room('service/events.js');
const { alphaBetaSteps } = await room('understand/tree-steps.js');
const { scoreText } = await room('words.js');

const move = (name, ...touches) => ({ move: name, text: name, touches });

describe('a hand', () => {
  it('places with one touch', () => {
    assert.equal(new Hand([move('a', 'a')]).touch('a').play.move, 'a');
  });

  it('goes from here to there, and puts down what it touches twice', () => {
    const hand = new Hand([move('a-b', 'a', 'b'), move('a-c', 'a', 'c')]);
    assert.deepEqual(hand.touch('a'), { lifted: 'a' });
    assert.deepEqual([...hand.next()], [['b', 1], ['c', 1]]);
    assert.deepEqual(hand.touch('a'), { dropped: 'a' });
    hand.touch('a');
    assert.equal(hand.touch('c').play.move, 'a-c');
  });

  it('picks up another piece instead', () => {
    const hand = new Hand([move('a-b', 'a', 'b'), move('c-d', 'c', 'd')]);
    hand.touch('a');
    assert.deepEqual(hand.touch('c'), { lifted: 'c' });
    assert.equal(hand.touch('d').play.move, 'c-d');
  });

  it('takes another piece in place of the one it holds, but not where that one may go', () => {
    const hand = new Hand([move('a-b', 'a', 'b'), move('b-c', 'b', 'c'), move('c-d', 'c', 'd')]);
    assert.equal(hand.held, null);
    hand.touch('a');
    assert.equal(hand.held, 'a');
    assert.deepEqual(['b', 'c', 'd'].filter((id) => hand.takes(id)), ['c']);
    const pairs = new Hand([move('13/11 6/5', '13', '11', '6', '5')], { byPairs: true });
    pairs.touch('13');
    pairs.touch('11');
    assert.equal(pairs.held, null);
    assert.ok(pairs.takes('6'));
  });

  it('knows what has gone and how much is left, whether its men go in pairs of touches or by way of others', () => {
    const pairs = new Hand([move('13/11 6/5', '13', '11', '6', '5')], { byPairs: true });
    assert.deepEqual(pairs.touch('6'), { lifted: '6' });
    assert.equal(pairs.midway, false);
    assert.deepEqual(pairs.touch('5'), { went: ['6', '5'] });
    assert.deepEqual([pairs.midway, pairs.left], [true, 1]);
    assert.deepEqual(pairs.touch('13'), { lifted: '13' });
    const jumps = new Hand([move('axbxc', 'a', 'b', 'c')]);
    jumps.touch('a');
    assert.deepEqual(jumps.touch('b'), { went: ['a', 'b'] });
    assert.deepEqual([jumps.midway, jumps.left], [true, 1]);
  });

  it('counts moves, not the orders in which their men may go', () => {
    const pairs = new Hand([move('8/5 6/5', '8', '5', '6', '5'), move('8/4', '8', '5', '5', '4')], { byPairs: true });
    assert.deepEqual([...pairs.next()], [['8', 2], ['6', 1]]);
    const twice = new Hand([move('13/11(2) 6/4(2)', '13', '11', '13', '11', '6', '4', '6', '4')], { byPairs: true });
    assert.equal(twice.next().get('13'), 1);
  });

  it('asks which where several moves touch the same cells', () => {
    const hand = new Hand([move('queen', 'a', 'b'), move('knight', 'a', 'b')]);
    hand.touch('a');
    assert.deepEqual(hand.touch('b').choose.map(({ text }) => text), ['queen', 'knight']);
  });

  it('may skip to the end of a jump if there is one way only', () => {
    const hand = new Hand([move('ax', 'a', 'b', 'c'), move('ay', 'a', 'd', 'e')]);
    hand.touch('a');
    assert.equal(hand.touch('c').play.move, 'ax');
  });

  it('lets the men of a move go in any order, each from where it stands', () => {
    const hand = () => new Hand([move('13/11 6/5', '13', '11', '6', '5'), move('13/10', '13', '11', '11', '10')], { byPairs: true });
    const touched = (...ids) => {
      const one = hand();
      return ids.map((id) => one.touch(id)).at(-1);
    };
    assert.equal(touched('6', '5', '13', '11').play.move, '13/11 6/5');
    assert.equal(touched('13', '11', '6', '5').play.move, '13/11 6/5');
    assert.equal(touched('13', '10').play.move, '13/10');
    assert.deepEqual(touched('11'), { dropped: '11' });
  });

  it('lets a man go on before another comes to where it stood', () => {
    const pairs = new Hand([move('13/5(2)', '13', '9', '13', '9', '9', '5', '9', '5')], { byPairs: true });
    for (const id of ['13', '9', '9', '5']) pairs.touch(id);
    assert.deepEqual([...pairs.next().keys()], ['13']);
    for (const id of ['13', '9', '9']) pairs.touch(id);
    assert.equal(pairs.touch('5').play.move, '13/5(2)');
  });

  it('lets a man stop elsewhere, or another go in its place, where that makes the same move', () => {
    const moves = [move('8/2', '8', '4', '4', '2'), move('24/20 8/6', '24', '20', '8', '6'), move('24/22 6/2', '6', '2', '24', '22')];
    const touched = (hits, ...ids) => {
      const one = new Hand([...moves, ...hits], { byPairs: true });
      return ids.map((id) => one.touch(id)).at(-1).play.move;
    };
    for (const way of [['8', '4', '4', '2'], ['8', '6', '6', '2'], ['6', '2', '8', '6']]) assert.equal(touched([], ...way), '8/2');
    // Who hits on the way makes another move.
    for (const hit of [move('8/6*/2', '8', '6', '6', '2'), move('8/6* 6/2', '6', '2', '8', '6')]) {
      for (const way of [['8', '6', '6', '2'], ['6', '2', '8', '6']]) assert.equal(touched([hit], ...way), hit.move);
      assert.equal(touched([hit], '8', '4', '4', '2'), '8/2');
    }
  });

  it('stops nobody where he has arrived', () => {
    const hand = new Hand([move('3/off', '3', '2', '2', 'off'), move('3/off 2/1', '3', 'off', '2', '1')], { byPairs: true });
    for (const id of ['3', 'off']) hand.touch(id);
    assert.deepEqual([...hand.next().keys()], ['2']);
  });

  it('has taken men where they went, pair by pair', () => {
    const man = (count, owner = 'white') => ({ kind: 'checker', owner, count });
    const pieces = new Map([['8', man(2)], ['6', man(1)], ['5', man(1, 'black')]]);
    const hand = new Hand([move('8/5 6/5', '8', '5', '6', '5')], { byPairs: true });
    assert.deepEqual(hand.carried(pieces), pieces);
    hand.touch('8');
    assert.deepEqual([hand.carried(pieces), hand.leads('8')], [pieces, true]);
    hand.touch('5');
    assert.deepEqual([...hand.carried(pieces)], [['8', man(1)], ['6', man(1)], ['5', man(1)]]);
    assert.equal(hand.leads('8'), false);
    hand.touch('6');
    const { play } = hand.touch('5');
    assert.deepEqual([...hand.after(play).carried(pieces)], [['8', man(1)], ['6', undefined], ['5', man(2)]]);
  });

  it('never plays what is not there', () => {
    assert.deepEqual(new Hand([]).touch('a'), { dropped: 'a' });
  });
});

describe('a layout', () => {
  const cell = (id, x, y, more = {}) => ({ id, x, y, ...more });
  const board = { style: 'pits', width: 4, height: 2, cells: [cell('N', 0, 0, { height: 2 }), cell('n', 1, 0), cell('m', 2, 0), cell('s', 1, 1), cell('t', 2, 1), cell('S', 3, 0, { height: 2 })] };

  it('leads the arrow keys to what lies ahead', () => {
    const layout = new Layout(board, false);
    assert.equal(layout.neighbour('N', [1, 0]), 'n');
    assert.equal(layout.neighbour('n', [0, 1]), 's');
    assert.equal(layout.neighbour('t', [1, 0]), 'S');
    assert.equal(layout.neighbour('s', [0, 1]), null);
  });

  it('reaches every square of a board on which only the dark ones are cells', () => {
    const dark = Array.from({ length: 32 }, (_, n) => [2 * (n % 4) + ((n >> 2) % 2), n >> 2]);
    const layout = new Layout({ style: 'chequered', width: 8, height: 8, cells: dark.map(([x, y]) => cell(`${x},${y}`, x, y)) }, false);
    const reached = new Set(['0,0']);
    for (const id of reached) {
      for (const step of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const next = layout.neighbour(id, step);
        if (next) reached.add(next);
      }
    }
    assert.equal(reached.size, 32);
  });

  it('leads from crossing to crossing on a field of any size', () => {
    for (let size = 2; size <= 25; size += 1) {
      const cells = Array.from({ length: size * size }, (_, n) => cell(`${n % size},${Math.floor(n / size)}`, n % size, Math.floor(n / size)));
      const layout = new Layout({ style: 'crossings', width: size, height: size, cells }, false);
      for (let at = 0; at + 1 < size; at += 1) {
        assert.equal(layout.neighbour(`${at},0`, [1, 0]), `${at + 1},0`);
        assert.equal(layout.neighbour(`0,${at}`, [0, 1]), `0,${at + 1}`);
      }
    }
  });

  it('turns the board for the second player', () => {
    const layout = new Layout(board, true);
    assert.deepEqual(layout.boxes.get('S'), { x: 0, y: layout.margin.above, width: 1, height: 2 });
    assert.equal(layout.neighbour('t', [-1, 0]), 'S');
  });

  it('never turns what falls', () => {
    assert.equal(new Layout({ ...board, style: 'holes' }, true).turned, false);
  });
});

describe('an address', () => {
  it('gives a game back as it was', () => {
    const record = { ...FRESH, game: 'backgammon', position: '4HPwATDgc/ABMA:31', moves: ['8/5 6/5', 'roll 31', 'a,b%'], at: 2, you: 'none', elo: 1500, seed: 7, turned: true };
    assert.deepEqual(read(write(record)), record);
  });

  it('reads whatever somebody typed', () => {
    for (const fragment of ['', '#', '#%', '#game', '#game=%E0%A4&moves=,,&at=-3&you=nobody&time=x', '#at=99&moves=a']) {
      const record = read(fragment);
      assert.ok(record.at >= 0 && record.at <= record.moves.length, fragment);
      assert.equal(record.you, 'first');
    }
  });

  it('that spoils a number leaves it as it is in a new game', () => {
    const spoilt = ['abc', '', '-5', '+', 'NaN'];
    for (const value of spoilt) assert.deepEqual(read(`#game=chess&elo=${value}&time=${value}&pace=${value}&seed=${value}`), { ...FRESH, game: 'chess' }, value);
    assert.equal(read('#time=0').time, FRESH.time, 'nobody thinks in no time');
    assert.equal(read('#pace=0').pace, 0);
    assert.equal(read('#time=1e99').time, 1e6);
  });
});

describe('a game as text', () => {
  const games = {
    chess: ['e4', 'e5', 'Nf3', 'Nc6', 'Bc4', 'Bc5', 'O-O'],
    kriegspiel: ['e2e4', 'moved', 'moved; 1 pawn try', 'e4d5', 'illegal move', 'f1c4', 'moved'],
    backgammon: ['roll 31', '8/5 6/5', 'roll 66', '24/18(2) 13/7(2)'],
    2048: ['left'],
    kalah: ['3', '6', '2'],
    go: ['C3', 'pass', 'D4', 'pass'],
  };
  const starts = { 2048: '0 2 4 8/16 0 2 4/2 4 8 16/4 8 16 32', kriegspiel: '8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 16,8' };
  let service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const [game, moves] of Object.entries(games)) {
    it(`of ${game} is read by the service as it was written`, async () => {
      for (let many = 1; many <= moves.length; many += 1) {
        const played = moves.slice(0, many);
        const tags = [['Event', 'A "x" \\ y'], ...(starts[game] ? [['Position', starts[game]]] : [])];
        const text = writeGame(tags, played, { game, result: '1/2-1/2' });
        const told = await ask(service.url, '/position', { game, pgn: text, played: true });
        assert.deepEqual(told.played.map((each) => (game === 'chess' ? each.text : each.move)), played, text);
        assert.deepEqual(told.written, { tags: Object.fromEntries(tags), result: '1/2-1/2', games: 1 }, text);
      }
    });
  }
});

describe('a game of go in SGF', () => {
  const none = new Map();

  it('is written with its board, who played and how it ended', () => {
    const tags = new Map([['Black', 'A ] \\ B'], ['White', '?'], ['Result', 'B+R'], ['Event', 'Cup']]);
    assert.equal(
      writeSgf(tags, ['E5', 'pass', 'J9', 'A1'], '9x9 komi 7 B: '),
      '(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[7]PB[A \\] \\\\ B]EV[Cup]RE[B+R]\n;B[ee];W[];B[ia];W[ai])\n',
    );
  });

  it('begins with the stones that are set up, and says who is to move', () => {
    assert.equal(writeSgf(none, ['E5'], '5x5 komi -0.5 W: ...../.X.X./...../...../.....'), '(;FF[4]GM[1]CA[UTF-8]SZ[5]KM[-0.5]HA[2]AB[bb][db]PL[W]\n;W[ea])\n');
    assert.equal(writeSgf(none, [], '3x3 komi 0 B: X../.O./...'), '(;FF[4]GM[1]CA[UTF-8]SZ[3]KM[0]AB[aa]AW[bb]PL[B])\n');
    assert.equal(writeSgf(none, [], '2x2 komi 0 W: ../..'), '(;FF[4]GM[1]CA[UTF-8]SZ[2]KM[0]PL[W])\n');
  });

  it('is not written where that would say something else', () => {
    for (const start of ['3x3 komi 0 B: X../.O./... passes 1', '5x5 komi 0 W: .XO../X.XO./.XO../...../..... ko B4', '3 B: ...', '3x4 komi 0 B: ']) {
      assert.equal(writeSgf(none, [], start), null, start);
    }
    assert.equal(writeSgf(none, ['ee'], '9x9 komi 7 B: '), null);
  });
});

describe('an event stream', () => {
  it('is read in whatever pieces it comes', async () => {
    const text = 'event: info\ndata: {"a":1}\n\n: still here\n\nevent: bestmove\r\ndata: {"a":\r\ndata: "ü"}\r\n\r\n';
    for (const size of [1, 3, 1000]) {
      const bytes = new TextEncoder().encode(text);
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.slice(n * size, (n + 1) * size));
      const body = new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      const seen = [];
      for await (const event of events({ body })) seen.push(event);
      assert.deepEqual(seen, [{ name: 'info', data: { a: 1 } }, { name: 'bestmove', data: { a: 'ü' } }]);
    }
  });
});

describe('a call as a command', () => {
  /** What a shell hands to curl. */
  const handed = (command) => execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], { encoding: 'utf8' }).trim().split('\n');

  it('says in a shell what is meant, whatever it holds', () => {
    const url = 'http://here/bestmove?game=chess&position=$HOME';
    assert.deepEqual(handed(curl({ url, accept: 'application/json' })), ['-s', url]);
    assert.deepEqual(handed(curl({ url, accept: 'text/event-stream', body: '{\n  "position": "it\'s `x`"\n}' })), [
      '-sN', url, '-H', 'Accept: text/event-stream', '-H', 'Content-Type: application/json', '-d', '{ "position": "it\'s `x`" }',
    ]);
  });
});

describe('the way of alpha-beta', () => {
  it('lets the most of what it visited climb on our turn, the least on theirs', () => {
    const leaf = (value, fate = 'visited') => ({ turn: 'us', value, fate, children: [] });
    const reply = (...children) => ({ turn: 'them', value: Math.min(...children.map(({ value }) => value)), fate: 'visited', children });
    const root = { turn: 'us', value: 3, fate: 'visited', children: [reply(leaf(3), leaf(5)), reply(leaf(2), leaf(9, 'cut'))] };
    const climbs = alphaBetaSteps(root).filter(({ kind }) => kind === 'climb').map(({ found }) => found.value);
    assert.deepEqual(climbs, [3, 2, 3]);
    assert.equal(alphaBetaSteps(root).filter(({ kind }) => kind === 'cut').length, 1);
  });

  it('takes a certain win before any estimate, the nearest first, and no loss that it need not', () => {
    const leaf = (name, value, outcome, plies) => ({ name, turn: 'them', value, outcome, plies, fate: 'visited', children: [] });
    const taken = (...children) => alphaBetaSteps({ turn: 'us', children, fate: 'visited' }).at(-1).found.name;
    assert.equal(taken(leaf('estimate', 2), leaf('late', 1, 'win', 5), leaf('soon', 1, 'win', 3)), 'soon');
    assert.equal(taken(leaf('soon', -1, 'loss', 2), leaf('late', -1, 'loss', 4)), 'late');
    assert.equal(taken(leaf('loss', -1, 'loss', 2), leaf('estimate', -2)), 'estimate');
  });
});

describe('a score', () => {
  const won = (unit, value, plies) => scoreText({ unit, value, plies, outcome: value > 0 ? 'win' : 'loss' });

  it('that is proven tells how soon the game ends where a win is a win', () => {
    assert.equal(won('centimen', 9995, 5), 'wins in 5');
    assert.equal(won('centimen', 9745), 'wins');
    assert.equal(won('stones', -18, 2), 'loses in 2');
    assert.equal(won('result', 1, 3), 'wins in 3');
    assert.equal(scoreText({ unit: 'centipawns', value: 29995, outcome: 'win', plies: 5, mate: 3 }), '#3');
  });

  it('that is proven tells by how much where that counts', () => {
    assert.equal(won('discs', 16, 15), '+16');
    assert.equal(won('seeds', -3, 4), '−3');
    assert.equal(won('millipoints', 2000, 1), '+2.00');
  });

  it('that is no more than an estimate is told in wholes', () => {
    assert.equal(scoreText({ unit: 'centimen', value: 120 }), '+1.20');
    assert.equal(scoreText({ unit: 'stones', value: -2 }), '−2');
  });
});
