import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { streamLines } from './backtest-routes.ts';

describe('streamLines', () => {
  it('stops the work if its reader stalls', async () => {
    const state = { lines: 0, isEnded: false };
    async function* work(): AsyncGenerator<string, void, void> {
      try {
        for (;;) {
          state.lines += 1;
          yield 'a line\n';
        }
      } finally {
        state.isEnded = true;
      }
    }
    const stream = streamLines(work(), 50);
    // Reads once, as a connection does until its buffer is full.
    await once(stream, 'readable');
    stream.read();
    await once(stream, 'close');
    await expect.poll(() => state.isEnded).toBe(true);
    expect(state.lines).toBeLessThan(100);
  });

  it('waits for work that takes longer between two lines', async () => {
    async function* work(): AsyncGenerator<string, void, void> {
      yield 'first,';
      await pause(200);
      yield 'second';
    }
    expect(await text(streamLines(work(), 50))).toBe('first,second');
  });
});
