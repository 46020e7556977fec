import { describe, expect, it } from 'vitest';
import { moveInGrid } from '../../kit/list/list-keys.ts';
import { stageMinutes, stageRuns } from './night-summary.ts';
import { getRoomPath } from './room-link.tsx';

describe('keys on the board', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 9, 9],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 0, 4],
    ['ArrowDown', 8, 8],
    ['ArrowUp', 5, 1],
    ['ArrowUp', 2, 2],
    ['Home', 7, 0],
    ['End', 1, 9],
  ])('%s leads from %i to %i among ten in four columns', (key, from, to) => {
    expect(moveInGrid(key, from, 10, 4)).toBe(to);
  });

  it('leaves other keys alone', () => expect(moveInGrid('a', 0, 10, 4)).toBeNull());
});

describe('where a room leads', () => {
  it.each([
    [3, '/monitoring-room?room=r%201'],
    [1, '/room/r%201/sleep'],
    [2, null],
    [200, null],
  ])('level %i is led to %s', (accessLevel, target) => {
    expect(getRoomPath({ kind: 'signedIn', accessLevel }, 'r 1')).toBe(target);
  });
});

describe('stageRuns', () => {
  it('trims missing epochs at both ends and merges equal ones', () => {
    const { runs, epochs } = stageRuns([
      'missing',
      'wake',
      'wake',
      'deep',
      'missing',
      'rem',
      'missing',
    ]);
    expect(epochs).toBe(5);
    expect(runs).toEqual([
      { stage: 'wake', from: 0, length: 2 },
      { stage: 'deep', from: 2, length: 1 },
      { stage: 'missing', from: 3, length: 1 },
      { stage: 'rem', from: 4, length: 1 },
    ]);
    expect(stageMinutes(runs, 'wake')).toBe(1);
  });

  it('returns no runs for a night without data', () =>
    expect(stageRuns(['missing', 'missing'])).toEqual({ runs: [], epochs: 0 }));
});
