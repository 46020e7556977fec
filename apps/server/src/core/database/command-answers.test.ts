import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '@yamori/domain';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { ANSWERS_KEPT_MS, createDoOnce, type Command, type DoOnce } from './command-answers.ts';

let temporary: TemporaryDatabase;
const time = { nowMs: Date.parse('2026-11-21T03:00:00Z') };
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
});
afterAll(() => temporary.drop());

const aCommand = (more: Partial<Command> = {}): Command => ({
  memberId: 'member',
  key: randomUUID(),
  content: 'POST /api/x {}',
  ...more,
});
const doOnce: DoOnce = (command, work, read) =>
  createDoOnce(temporary.database, () => new Date(time.nowMs))(command, work, read);
const asNumber = (answer: unknown): number => Number(answer);
const getCode = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
  );

/** Work that counts its runs. */
function aWork() {
  const state = { done: 0 };
  const work = async (): Promise<number> => {
    state.done += 1;
    return state.done;
  };
  return { state, work };
}

describe('createDoOnce', () => {
  it('runs a command once and repeats its first response', async () => {
    const { state, work } = aWork();
    const command = aCommand();
    expect([await doOnce(command, work, asNumber), await doOnce(command, work, asNumber)]).toEqual([
      1, 1,
    ]);
    expect(state.done).toBe(1);
  });

  it('runs a command once for twenty concurrent requests', async () => {
    const { state, work } = aWork();
    const command = aCommand();
    const slowly = async (): Promise<number> => {
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      return work();
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => doOnce(command, slowly, asNumber)),
    );
    expect([...new Set(answers), state.done]).toEqual([1, 1]);
  });

  it('separates members, and runs work without a key every time', async () => {
    const { state, work } = aWork();
    const command = aCommand();
    await doOnce(command, work, asNumber);
    await doOnce({ ...command, memberId: 'somebody else' }, work, asNumber);
    await doOnce(null, work, asNumber);
    await doOnce(null, work, asNumber);
    expect(state.done).toBe(4);
  });

  it('rejects a key that was used for another command', async () => {
    const { state, work } = aWork();
    const command = aCommand();
    await doOnce(command, work, asNumber);
    expect(await getCode(doOnce({ ...command, content: 'POST /api/y {}' }, work, asNumber))).toBe(
      'command-key-taken',
    );
    expect(state.done).toBe(1);
  });

  it('lets a failed command run again', async () => {
    const { state, work } = aWork();
    const command = aCommand();
    await expect(
      doOnce(
        command,
        async () => {
          throw new Error('no');
        },
        asNumber,
      ),
    ).rejects.toThrow('no');
    expect([await doOnce(command, work, asNumber), state.done]).toEqual([1, 1]);
  });

  it('deletes expired responses of any member when it stores a new one', async () => {
    const old = aCommand({ memberId: 'carer' });
    await doOnce(old, async () => 1, asNumber);
    time.nowMs += ANSWERS_KEPT_MS + 1;
    await doOnce(aCommand({ memberId: 'somebody else' }), async () => 1, asNumber);
    const rows = await temporary.database.query<{ command_key: string }>({
      text: "select command_key from command_answers where member_id = 'carer'",
    });
    expect(rows).toEqual([]);
  });
});
