import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { insertDeadLetter, readDeadLetters, type DeadLetter } from './dead-letter-store.ts';
import { createLogThrottle } from './ingest.ts';

const opened: { temporary?: TemporaryDatabase } = {};
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
});
afterEach(async () => {
  await opened.temporary?.drop();
});

const refused = (serial: string, refusedMs: number): DeadLetter => ({
  serial,
  refusedMs,
  reason: 'badCrc',
  transport: 'mqtt',
  address: '10.0.0.7',
  byteLength: 9_000,
  bytes: Uint8Array.of(refusedMs % 256, 2, 3),
});

describe('dead-letter store', () => {
  it('returns the newest parts first, with reason, sender and first bytes', async () => {
    const { database } = opened.temporary ?? {};
    if (database === undefined) throw new Error('no database');
    await insertDeadLetter(database, [refused('A-1', 1), refused('A-1', 3), refused('A-1', 2)], 10);
    const rows = await readDeadLetters(database, 'A-1', 2);
    expect(
      rows.map((row) => [row.refusedMs, row.reason, row.address, row.byteLength, [...row.bytes]]),
    ).toEqual([
      [3, 'badCrc', '10.0.0.7', 9_000, [3, 2, 3]],
      [2, 'badCrc', '10.0.0.7', 9_000, [2, 2, 3]],
    ]);
  });

  it('retains the newest few of each device and does not affect other devices', async () => {
    const { database } = opened.temporary ?? {};
    if (database === undefined) throw new Error('no database');
    await insertDeadLetter(database, [refused('A-2', 1)], 5);
    for (let round = 0; round < 4; round++)
      await insertDeadLetter(
        database,
        Array.from({ length: 4 }, (_, index) => refused('A-1', 10 * round + index)),
        5,
      );
    expect((await readDeadLetters(database, 'A-1', 99)).map((row) => row.refusedMs)).toEqual([
      33, 32, 31, 30, 23,
    ]);
    expect(await readDeadLetters(database, 'A-2', 99)).toHaveLength(1);
    await insertDeadLetter(database, [], 5);
  });
});

describe('createLogThrottle', () => {
  it('allows a name again only after a while, and remembers a bounded number of names', () => {
    const clock = { ms: 0 };
    const mayLog = createLogThrottle({ nowMs: () => clock.ms }, 60, 3);
    expect([mayLog('a'), mayLog('a'), mayLog('b')]).toEqual([true, false, true]);
    clock.ms = 60_000;
    expect(mayLog('a')).toBe(true);
    for (const name of ['c', 'd', 'e', 'f']) mayLog(name);
    expect(mayLog('a')).toBe(true);
  });
});
