import { describe, expect, it } from 'vitest';
import { closeNewestFirst, closeWithin } from './lifecycle.ts';

function aLog() {
  const lines: string[] = [];
  const write = (fields: object, text: string) =>
    void lines.push(`${'module' in fields ? String(fields.module) : ''}: ${text}`);
  return { lines, log: { warn: write, error: write } };
}

describe('closeWithin', () => {
  it('waits for a step that closes within its limit', async () => {
    const { lines, log } = aLog();
    const closed: string[] = [];
    await closeWithin(
      { name: 'rooms', limitMs: 60_000, close: async () => void closed.push('rooms') },
      log,
    );
    expect([closed, lines]).toEqual([['rooms'], []]);
  });

  it('logs a step that exceeds its limit, and continues', async () => {
    const { lines, log } = aLog();
    const never = new Promise<void>(() => undefined);
    await closeWithin({ name: 'jobs', limitMs: 1, close: () => never }, log);
    expect(lines).toEqual(['jobs: shutdown: module did not close in time']);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('gone'))],
    [
      'throws',
      () => {
        throw new Error('gone');
      },
    ],
  ])('logs a step that %s, and continues', async (_how, close) => {
    const { lines, log } = aLog();
    await closeWithin({ name: 'feed', limitMs: 60_000, close }, log);
    expect(lines).toEqual(['feed: shutdown: module failed to close']);
  });
});

describe('closeNewestFirst', () => {
  it('leaves later steps the time that remains, and ends although every step hangs', async () => {
    const { lines, log } = aLog();
    const limits: string[] = [];
    let nowMs = 0;
    // The first step alone uses up the time of all.
    const first = { name: 'app', limitMs: 5, close: () => void (nowMs += 9_000) };
    const hangs = { limitMs: 60_000, close: () => new Promise<void>(() => undefined) };
    await closeNewestFirst(
      [{ name: 'database', ...hangs }, { name: 'bus', ...hangs }, first],
      { ...log, warn: (fields, text) => void limits.push(`${JSON.stringify(fields)} ${text}`) },
      { totalMs: 9_000, elapsedMs: () => nowMs },
    );
    expect(lines).toEqual([]);
    expect(limits.map((line) => JSON.parse(line.split(' ')[0] ?? ''))).toEqual([
      { module: 'bus', limitMs: 0 },
      { module: 'database', limitMs: 0 },
    ]);
  });
});
