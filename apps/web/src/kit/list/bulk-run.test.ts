import { ProblemError } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createBulkRun, type BulkItem } from './bulk-run.ts';

const items = (
  values: Map<string, number>,
  act: (id: string) => void = () => undefined,
): BulkItem[] =>
  [...values.keys()].map((id) => ({
    id,
    name: id,
    act: async () => {
      act(id);
      const before = values.get(id) ?? 0;
      values.set(id, before + 1);
      return async () => {
        values.set(id, before);
      };
    },
  }));

describe('createBulkRun', () => {
  it('lists rejected items, completes the rest, and can be undone', async () => {
    const values = new Map([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
    const run = createBulkRun(
      items(values, (id) => {
        if (id === 'b') throw new ProblemError({ code: 'document-forbidden' });
      }),
    );
    const told: number[] = [];
    run.subscribe(() => told.push(run.current().done));
    const over = await run.start();
    expect([...values.values()]).toEqual([2, 1, 2]);
    expect(over.failures).toEqual([
      { id: 'b', name: 'b', problem: { code: 'document-forbidden' } },
    ]);
    expect(told).toEqual([1, 2, 3, 3]);
    await createBulkRun(over.undos).start();
    expect([...values.values()]).toEqual([1, 1, 1]);
  });

  it('stops after the current item', async () => {
    const values = new Map([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
    const run = createBulkRun(
      items(values, (id) => {
        if (id === 'b') run.stop();
      }),
    );
    expect(await run.start()).toMatchObject({ done: 2, total: 3, isOver: true, isStopped: true });
    expect([...values.values()]).toEqual([2, 2, 1]);
  });

  it('lets a bug through', async () => {
    await expect(
      createBulkRun([
        { id: 'a', name: 'a', act: () => Promise.reject(new TypeError('x')) },
      ]).start(),
    ).rejects.toThrow(TypeError);
  });
});
