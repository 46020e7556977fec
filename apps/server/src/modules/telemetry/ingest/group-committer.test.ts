import { ProblemError } from '@yamori/domain';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { asUnavailable } from '../../../core/database/database-problem.ts';
import { until } from '../../../testing/ingest-fixture.ts';
import { createGroupCommitter, type GroupCommitter } from './group-committer.ts';

type Scene = {
  readonly committer: GroupCommitter<number, string>;
  readonly groups: number[][];
  fail: (items: readonly number[]) => Error | null;
};

function scene(
  limits: Partial<{
    commitWindowMs: number;
    commitThresholdBytes: number;
    commitBytes: number;
    pendingBytes: number;
  }> = {},
): Scene {
  const groups: number[][] = [];
  const own: Scene = {
    groups,
    fail: () => null,
    committer: createGroupCommitter<number, string>({
      clock: { nowMs: () => Date.now() },
      log: pino({ level: 'silent' }),
      limits: {
        commitWindowMs: 15,
        commitThresholdBytes: 1_000,
        commitBytes: 1_000,
        pendingBytes: 5_000,
        ...limits,
      },
      commit: async (items) => {
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
        const failure = own.fail(items);
        if (failure !== null) throw failure;
        groups.push([...items]);
        return items.map((item) => `done ${item}`);
      },
    }),
  };
  return own;
}

const add = (
  committer: GroupCommitter<number, string>,
  item: number,
  bytes = 10,
): Promise<string> => committer.add(item, bytes) ?? Promise.reject(new Error('no room'));

describe('createGroupCommitter', () => {
  it('combines the items of a window into one commit and resolves each', async () => {
    const { committer, groups } = scene();
    expect(await Promise.all([1, 2, 3].map((item) => add(committer, item)))).toEqual([
      'done 1',
      'done 2',
      'done 3',
    ]);
    expect(groups).toEqual([[1, 2, 3]]);
    expect([committer.pendingBytes(), committer.commits()]).toEqual([0, 1]);
  });

  it('commits in order, without waiting for the window, once enough bytes wait', async () => {
    const { committer, groups } = scene({
      commitWindowMs: 60_000,
      commitThresholdBytes: 40,
      commitBytes: 100,
    });
    await Promise.all(Array.from({ length: 10 }, (_, item) => add(committer, item, 40)));
    expect(groups.flat()).toEqual(Array.from({ length: 10 }, (_, item) => item));
    for (const group of groups) expect(group.length).toBeLessThanOrEqual(3);
  });

  it('waits a window between two commits, even with a fast database', async () => {
    const { committer, groups } = scene({ commitWindowMs: 60 });
    const done: Promise<string>[] = [];
    const startedAt = performance.now();
    for (let item = 0; item < 100; item++) {
      done.push(add(committer, item));
      await new Promise((resolve) => {
        setTimeout(resolve, 2);
      });
    }
    await Promise.all(done);
    expect(groups.flat()).toEqual(Array.from({ length: 100 }, (_, item) => item));
    // The database takes 5 ms: without the window it would have committed ten times as often.
    expect(groups.length).toBeLessThanOrEqual(Math.ceil((performance.now() - startedAt) / 60) + 1);
  });

  it('starts the next commit immediately if enough bytes arrived during the last', async () => {
    const { committer, groups } = scene({ commitWindowMs: 60_000, commitThresholdBytes: 30 });
    const first = add(committer, 0, 30);
    const next = [1, 2, 3].map((item) => add(committer, item));
    await Promise.all([first, ...next]);
    expect(groups).toEqual([[0], [1, 2, 3]]);
  });

  it('rejects items beyond its cap and accepts more once there is room', async () => {
    const { committer } = scene({ pendingBytes: 100 });
    const first = committer.add(1, 90);
    expect(committer.add(2, 20)).toBeNull();
    await first;
    expect(await committer.add(3, 20)).toBe('done 3');
  });

  it('retries during a database outage, reports its start, and loses nothing', async () => {
    const own = scene();
    own.fail = () => new ProblemError('database-unavailable');
    const waiting = [1, 2].map((item) => add(own.committer, item));
    await until(() => own.committer.state().kind === 'stalled');
    expect(own.committer.state()).toMatchObject({
      kind: 'stalled',
      reason: 'database-unavailable',
    });
    own.fail = () => null;
    expect(await Promise.all(waiting)).toEqual(['done 1', 'done 2']);
    expect(own.committer.state()).toEqual({ kind: 'working' });
  });

  it('retries when the disk is full', async () => {
    const own = scene();
    // The error as the pool throws it (database/pool-database.ts).
    own.fail = () => asUnavailable(Object.assign(new Error('disk full'), { code: '53100' }));
    const waiting = own.committer.add(1, 10);
    await until(() => own.committer.state().kind === 'stalled');
    own.fail = () => null;
    expect(await waiting).toBe('done 1');
  });

  it('commits the other items when the database permanently rejects one', async () => {
    const own = scene();
    own.fail = (items) =>
      items.includes(3) ? Object.assign(new Error('out of range'), { code: '22003' }) : null;
    const settled = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((item) => add(own.committer, item)),
    );
    expect(settled.map((one) => one.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(own.committer.pendingBytes()).toBe(0);
  });

  it('commits waiting items on close and accepts no more', async () => {
    const { committer, groups } = scene({ commitWindowMs: 60_000 });
    const waiting = committer.add(1, 10);
    await committer.close();
    expect([await waiting, groups, committer.add(2, 10)]).toEqual(['done 1', [[1]], null]);
  });

  it('keeps working after thousands of single items', async () => {
    const { committer, groups } = scene({ commitWindowMs: 1 });
    for (let item = 0; item < 200; item++) {
      const waiting = committer.add(item, 1);
      if (item % 7 === 0) await waiting;
    }
    await committer.close();
    expect(groups.flat()).toHaveLength(200);
  });
});
