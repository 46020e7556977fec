import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { toSlot } from '../timeline-frame.ts';
import { createTimeline } from '../timeline.ts';

const NOW_MS = 1_760_000_100_000;
let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});
afterEach(() => temporary.drop());

const open = (serverId: string, database: Database = temporary.database) =>
  createTimeline({
    database,
    clock: { nowMs: () => NOW_MS },
    log: pino({ level: 'silent' }),
    serverId,
  });
const frames = (firstSequence: number, frameCount = 4, serial = 'A-1') =>
  seriesFrames({
    serial,
    startUs: 1_760_000_000_000_000 + firstSequence * 500_000,
    sampleRateHz: 250,
    samplesPerFrame: 125,
    frameCount,
    firstSequence,
    random: createRandom(firstSequence + 1),
  });

describe('staging log', () => {
  it('commits of a server are numbered without gaps, even after failures', async () => {
    let failing: 'nothing' | 'before' | 'after' = 'nothing';
    const timeline = open('one', {
      ...temporary.database,
      async transaction(work) {
        if (failing === 'before') throw new Error('no connection');
        const result = await temporary.database.transaction(work);
        if (failing === 'after') throw new Error('the connection was cut');
        return result;
      },
    });
    const also = async () => undefined;
    const stage = (first: number) => timeline.stage(frames(first), { isLogged: true, also });
    await stage(0);
    failing = 'before';
    await expect(stage(4)).rejects.toThrow();
    failing = 'after';
    await expect(stage(4)).rejects.toThrow();
    failing = 'nothing';
    await stage(8);
    const entries = await timeline.stagingLog.read({}, 10);
    expect(entries.map(({ number, heads }) => [number, heads[0]?.firstSequence])).toEqual([
      [1, 0],
      [2, 4],
      [3, 8],
    ]);
    expect(await timeline.stagingLog.end()).toEqual({ one: 3 });
  });

  it('an entry lists new frames as runs, without repeated and imported ones', async () => {
    const timeline = open('one');
    const [a, b] = [frames(0, 3), frames(0, 2, 'B-1')] as const;
    await timeline.stage([...a.slice(0, 2), ...b], { isLogged: true });
    await timeline.stage([...a], { isLogged: true });
    await timeline.stage([...a], { isLogged: true });
    await timeline.stage(frames(10));
    const entries = await timeline.stagingLog.read({}, 10);
    expect(
      entries.map(({ heads }) =>
        heads.map(({ serial, firstSequence, frameCount }) => [serial, firstSequence, frameCount]),
      ),
    ).toEqual([
      [
        ['A-1', 0, 2],
        ['B-1', 0, 2],
      ],
      [['A-1', 2, 1]],
    ]);
  });

  it('entries after a cursor are read in pages per server', async () => {
    const [one, two] = [open('one'), open('two')];
    for (const first of [0, 4, 8]) await one.stage(frames(first), { isLogged: true });
    await two.stage(frames(100), { isLogged: true });
    const read = async (cursor: Record<string, number>, limit: number, fromMs?: number) =>
      (await one.stagingLog.read(cursor, limit, fromMs)).map(
        ({ server, number }) => `${server} ${number}`,
      );
    expect(await read({}, 2)).toEqual(['one 1', 'one 2', 'two 1']);
    expect(await read({ one: 2, two: 1 }, 2)).toEqual(['one 3']);
    expect(await read({ one: 3, two: 1, three: 9 }, 2)).toEqual([]);
    expect(await read({}, 2, NOW_MS * 2)).toEqual([]);
  });

  it('staged frames can be read byte for byte, from staging and from chunks', async () => {
    const timeline = open('one');
    const all = frames(0, 30);
    await timeline.stage(all.slice(0, 15), { isLogged: true });
    await timeline.compact(-1e6, -1e6);
    await timeline.stage(all.slice(15), { isLogged: true });
    const slots = [...new Set(all.map((frame) => toSlot(frame.deviceTimeUs)))];
    const read = await timeline.readSlots(
      slots.map((slot) => ({ serial: 'A-1', streamId: 1, slot })),
    );
    expect(
      read
        .toSorted((left, right) => left.sequence - right.sequence)
        .map(({ bytes }) => Buffer.from(bytes).toString('hex')),
    ).toEqual(all.map(({ bytes }) => Buffer.from(bytes).toString('hex')));
  });

  it('unread entries stay for 15 minutes, and read ones for three', async () => {
    const { database } = temporary;
    const timeline = open('one');
    for (const first of [0, 4, 8]) await timeline.stage(frames(first), { isLogged: true });
    await database.query({
      text: `insert into servers (id, beat, cursor)
        values ('two', 1, '{"one": 2}'), ('idle', 1, '{}')`,
    });
    await database.query({ text: "update shards set owner = 'two'" });
    const receivedMs = (await timeline.stagingLog.read({}, 1))[0]?.receivedMs ?? 0;
    const left = async (passedMs: number) => {
      await timeline.stagingLog.deleteOld(receivedMs + passedMs);
      return (await timeline.stagingLog.read({}, 10)).map(({ number }) => number);
    };
    expect(await left(179_000)).toEqual([1, 2, 3]);
    expect(await left(181_000)).toEqual([3]);
    expect(await left(899_000)).toEqual([3]);
    expect(await left(901_000)).toEqual([]);
  });
});
