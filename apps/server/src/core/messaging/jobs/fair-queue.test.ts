import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const patient = new AbortController().signal;
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** A queue whose work ends when the test says so, in order of start. */
function createTestQueue(bounds: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const turns = createFairQueue(
    { concurrency: 1, waiting: 8, maxWaitingPerOwner: 4, ...bounds },
    (most) => new Error(`full at ${most}`),
  );
  const begun: string[] = [];
  const cleanups: (() => void)[] = [];
  const ask = (owner: string, name = owner, signal = patient): Promise<string> =>
    turns.take(owner, signal, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => {
        cleanups.push(resolve);
      });
      return name;
    });
  const endOne = async (): Promise<void> => {
    cleanups.shift()?.();
    await settle();
  };
  return { turns, begun, ask, endOne };
}

describe('createFairQueue', () => {
  it('serves owners round-robin, and the work of an owner in order', async () => {
    const { begun, ask, endOne } = createTestQueue();
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => ask(name.charAt(0), name));
    for (let turn = 0; turn < all.length; turn += 1) await endOne();
    expect(await Promise.all(all)).toHaveLength(7);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('does not let repeated requests of an owner overtake others', async () => {
    const { begun, ask, endOne } = createTestQueue();
    const requests = [ask('a', 'a1'), ask('b', 'b1'), ask('b', 'b2')];
    await endOne();
    requests.push(ask('a', 'a2'));
    await endOne();
    requests.push(ask('a', 'a3'));
    for (let turn = 0; turn < 3; turn += 1) await endOne();
    await Promise.all(requests);
    expect(begun).toEqual(['a1', 'b1', 'b2', 'a2', 'a3']);
  });

  it('rejects work above the limit of an owner, and above the limit of the queue', async () => {
    const { turns, ask, endOne } = createTestQueue({ waiting: 6 });
    const requests = [ask('a'), ...Array.from({ length: 4 }, () => ask('a'))];
    await expect(ask('a')).rejects.toThrow('full at 4');
    requests.push(ask('b'), ask('b'));
    await expect(ask('b')).rejects.toThrow('full at 6');
    expect(turns.stats()).toEqual({ running: 1, waiting: 6 });
    // An owner without waiting work replaces the last work of the owner with the most.
    const pushedOut = expect(requests[4]).rejects.toThrow('full at 6');
    const late = ask('c');
    await pushedOut;
    expect(turns.stats()).toEqual({ running: 1, waiting: 6 });
    for (let turn = 0; turn < 7; turn += 1) await endOne();
    expect(await late).toBe('c');
    await Promise.allSettled(requests);
    expect(turns.stats()).toEqual({ running: 0, waiting: 0 });
  });

  it('frees the place of a disconnected caller immediately', async () => {
    const { turns, begun, ask, endOne } = createTestQueue({ waiting: 2, maxWaitingPerOwner: 1 });
    const leaves = new AbortController();
    const first = ask('a', 'a1');
    const left = ask('a', 'a2', leaves.signal);
    leaves.abort();
    await expect(left).rejects.toThrow('disconnected');
    expect(turns.stats().waiting).toBe(0);
    const others = [ask('a', 'a3'), ask('b', 'b1')];
    await expect(ask('c', 'c1', AbortSignal.abort())).rejects.toThrow();
    for (let turn = 0; turn < 3; turn += 1) await endOne();
    await Promise.all([first, ...others]);
    expect(begun).toEqual(['a1', 'a3', 'b1']);
  });

  it('passes on the place of failed work', async () => {
    const { turns } = createTestQueue();
    const failed = turns.take('a', patient, async () => {
      throw new Error('a bug');
    });
    const next = turns.take('b', patient, async () => 'done');
    await expect(failed).rejects.toThrow('a bug');
    expect(await next).toBe('done');
    expect(turns.stats()).toEqual({ running: 0, waiting: 0 });
  });

  it('runs accepted work exactly once within the limits, for any sequence of requests, ends and aborts', async () => {
    const step = fc.oneof(
      fc.record({ owner: fc.constantFrom('a', 'b', 'c') }),
      fc.constant('end' as const),
      fc.record({ leaves: fc.nat({ max: 20 }) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, concurrency) => {
          const { turns, begun, ask, endOne } = createTestQueue({
            concurrency,
            waiting: 5,
            maxWaitingPerOwner: 3,
          });
          const requests: {
            readonly name: string;
            readonly leaves: AbortController;
            readonly done: Promise<string | null>;
          }[] = [];
          for (const one of steps) {
            if (one === 'end') await endOne();
            else if ('leaves' in one) requests[one.leaves]?.leaves.abort();
            else {
              const leaves = new AbortController();
              const name = `${one.owner}${requests.length}`;
              requests.push({
                name,
                leaves,
                done: ask(one.owner, name, leaves.signal).catch(() => null),
              });
            }
            const { running, waiting } = turns.stats();
            expect([
              running <= concurrency,
              waiting <= 5,
              running === concurrency || waiting === 0,
            ]).toEqual([true, true, true]);
            await settle();
          }
          for (let left = turns.stats().running + turns.stats().waiting; left > 0; left -= 1)
            await endOne();
          const done = await Promise.all(requests.map((one) => one.done));
          expect(done.filter((name) => name !== null).toSorted()).toEqual(begun.toSorted());
          expect(turns.stats()).toEqual({ running: 0, waiting: 0 });
        },
      ),
      { numRuns: 100 },
    );
  });
});
