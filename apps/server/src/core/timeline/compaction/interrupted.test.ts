import { encodeFrame } from '@yamori/frames';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Queries, Statement } from '../../database/database.ts';
import { createPoolDatabase } from '../../database/pool-database.ts';
import { createRandom, seriesFrames, toStage } from '../../../testing/device-frames.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createBlockCoder } from '../chunks/block-coder.ts';
import { databaseChunkStore } from '../chunks/chunk-store.ts';
import { createTimeline, type Timeline } from '../timeline.ts';
import type { FrameToStage } from '../timeline-frame.ts';
import { compact } from './compactor.ts';

const START_US = 1_760_000_003_250_000;
const log = pino({ level: 'silent' });
const clock = { nowMs: () => 1_760_000_100_000 };
const opened: { temporary?: TemporaryDatabase } = {};
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
});
afterEach(async () => {
  await opened.temporary?.drop();
});

const database = (): Database => opened.temporary?.database ?? expect.fail('no database');
const open = (on: Database = database()): Timeline => createTimeline({ database: on, clock, log });
const compactAll = (timeline: Timeline) => timeline.compact(-1e6, -1e6);

/** Frames of two devices, some of them late, with some slots already in chunks. */
const batches = (): FrameToStage[][] =>
  ['A-1', 'A-2'].flatMap((serial) => {
    const frames = seriesFrames({
      serial,
      startUs: START_US,
      sampleRateHz: 50,
      samplesPerFrame: 50,
      frameCount: 25,
      random: createRandom(4),
    });
    return [
      frames.filter((_, index) => index % 2 === 0),
      frames.filter((_, index) => index % 2 === 1),
    ];
  });

async function contents(): Promise<string[]> {
  const found: string[] = [];
  for (const serial of ['A-1', 'A-2']) {
    for await (const frame of open().readFrames({ serial, streamId: 1, fromUs: 0, toUs: 4e15 })) {
      found.push(
        `${serial} ${Buffer.from(encodeFrame({ streamId: 1, sequence: frame.sequence, deviceTimeUs: frame.deviceTimeUs, channels: frame.channels, encoding: frame.encoding })).toString('hex')}`,
      );
    }
  }
  return found.sort();
}
const wanted = (): string[] =>
  batches()
    .flat()
    .map((frame) => `${frame.serial} ${Buffer.from(frame.bytes).toString('hex')}`)
    .sort();

/**
 * Runs real statements up to number `dies`; from there on none is answered, as after a kill. With
 * `after`, the last one is still executed.
 */
function dyingDatabase(
  real: Database,
  dies: number,
  after: boolean,
): { readonly database: Database; readonly statements: () => number } {
  const state = { count: 0 };
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    state.count += 1;
    if (state.count > dies || (state.count === dies && !after))
      throw new Error('the server was killed');
    const result = await work();
    if (state.count === dies) throw new Error('the server was killed');
    return result;
  };
  const over = (queries: Queries): Queries => ({
    query: (statement) => step(() => queries.query(statement)),
  });
  return {
    statements: () => state.count,
    database: {
      ...over(real),
      // The commit is a statement as well: with `after` it succeeds and its response is lost.
      transaction: (work) => {
        const inside = real.transaction(async (queries) => {
          const result = await work(over(queries));
          if (!after) await step(async () => undefined);
          return result;
        });
        return after ? inside.then((result) => step(async () => result)) : inside;
      },
      ping: () => step(() => real.ping()),
      close: async () => undefined,
    },
  };
}

async function fill(): Promise<void> {
  const [first, second, third, fourth] = batches();
  const timeline = open();
  await timeline.stage(first ?? []);
  await timeline.stage(third ?? []);
  await compactAll(timeline);
  await timeline.stage(second ?? []);
  await timeline.stage(fourth ?? []);
}

async function empty(): Promise<void> {
  for (const table of [
    'staged_frames',
    'timeline_chunks',
    'timeline_hours',
    'timeline_dirty_hours',
    'timeline_streams',
  ])
    await database().query({ text: `delete from ${table}` });
}

describe('death of a server', () => {
  it.each([
    ['before', false],
    ['right after', true],
  ])(
    'a death %s any statement of a compaction neither loses nor duplicates frames',
    async (_name, after) => {
      const seen = { finished: false, deaths: 0 };
      for (let dies = 1; !seen.finished && dies < 100; dies++) {
        await empty();
        await fill();
        const dying = dyingDatabase(database(), dies, after);
        await compactAll(open(dying.database)).catch(() => {
          seen.deaths += 1;
        });
        seen.finished = dying.statements() < dies;
        expect({ dies, same: (await contents()).join() === wanted().join() }).toEqual({
          dies,
          same: true,
        });
        const report = await compactAll(open());
        expect([dies, report.repeatedFrames, report.failedSlots]).toEqual([dies, 0, 0]);
        expect({ dies, same: (await contents()).join() === wanted().join() }).toEqual({
          dies,
          same: true,
        });
        expect(
          await database().query({
            text: 'select 1 from staged_frames union all select 1 from timeline_dirty_hours',
          }),
        ).toEqual([]);
        const bins = await open().readPyramid({
          serial: 'A-1',
          streamId: 1,
          fromUs: START_US,
          toUs: START_US + 30e6,
          maxPoints: 3,
        });
        expect([dies, bins.counts.reduce((sum, count) => sum + count, 0)]).toEqual([dies, 25 * 50]);
      }
      expect(seen.finished).toBe(true);
      expect(seen.deaths).toBeGreaterThan(8);
    },
  );

  it.each([
    ['before', false],
    ['right after', true],
  ])(
    'a death %s any statement of staging acknowledges nothing, and resent frames are stored once',
    async (_name, after) => {
      const [first = [], second = []] = batches();
      const sent = [...first, ...second];
      const seen = { finished: false };
      for (let dies = 1; !seen.finished && dies < 40; dies++) {
        await empty();
        await open().stage(first);
        await compactAll(open());
        const dying = dyingDatabase(database(), dies, after);
        const acknowledged = await open(dying.database)
          .stage(sent)
          .then(
            () => true,
            () => false,
          );
        seen.finished = dying.statements() < dies;
        expect(acknowledged).toBe(seen.finished);
        // The device keeps unacknowledged frames and sends them to the next server.
        await open().stage(sent);
        for (let round = 0; round < 2; round++) {
          expect({ dies, round, frames: (await contents()).length }).toEqual({
            dies,
            round,
            frames: sent.length,
          });
          await compactAll(open());
        }
      }
      expect(seen.finished).toBe(true);
    },
  );
});

describe('commits with an unknown outcome', () => {
  it('frames can be staged again from the same memory without duplicates', async () => {
    const lost = { answers: 1 };
    const real = database();
    const forgetful: Database = {
      ...real,
      query: async <Row extends object>(statement: Statement) => {
        const rows = await real.query<Row>(statement);
        if (statement.name === 'stage_frames' && lost.answers-- > 0)
          throw new Error('Connection terminated unexpectedly');
        return rows;
      },
    };
    const timeline = open(forgetful);
    const [first = [], second = []] = batches();
    await timeline.stage(first);
    lost.answers = 1;
    await expect(timeline.stage(second)).rejects.toThrow('Connection terminated');
    expect(await timeline.stage(second)).toEqual(second.map(() => true));
    expect(await contents()).toHaveLength(25);
    expect(await compactAll(timeline)).toMatchObject({ frames: 25, repeatedFrames: second.length });
    expect(await contents()).toHaveLength(25);
  });
});

describe('concurrent compactors', () => {
  it('everything moves once when one compactor loses the database in the middle', async () => {
    const temporary = opened.temporary ?? expect.fail('no database');
    await fill();
    const victim = createPoolDatabase({ url: temporary.url, connections: 3 }, log);
    const slow: Database = {
      ...victim,
      transaction: (work) =>
        victim.transaction(async (queries) => {
          const result = await work(queries);
          // Everything is written but not committed when PostgreSQL ends the connection.
          const [row] = await queries.query<{ pid: number }>({
            text: 'select pg_backend_pid() as pid',
          });
          await temporary.database.query({
            text: 'select pg_terminate_backend($1)',
            values: [row?.pid],
          });
          await new Promise((resolve) => {
            setTimeout(resolve, 50);
          });
          return result;
        }),
    };
    const [cut, whole] = await Promise.allSettled([
      compact({
        database: slow,
        store: databaseChunkStore,
        coder: createBlockCoder(),
        clock,
        log,
        settleSeconds: -1e6,
      }),
      compactAll(open()),
    ]);
    expect([cut.status === 'fulfilled' ? cut.value.frames : 0, whole.status]).toEqual([
      0,
      'fulfilled',
    ]);
    expect(await contents()).toEqual(wanted());
    await compactAll(open());
    expect(await contents()).toEqual(wanted());
    expect(await database().query({ text: 'select 1 from staged_frames' })).toEqual([]);
    await victim.close();
  });

  it('late frames between their passes end up in one chunk', async () => {
    const frames = batches()
      .flat()
      .filter((frame) => frame.serial === 'A-1');
    const timelines = [open(), open()];
    for (const [index, frame] of frames.entries()) {
      await timelines[index % 2]?.stage([frame]);
      if (index % 4 === 3) await Promise.all(timelines.map(compactAll));
    }
    await compactAll(open());
    const [row] = await database().query<{ chunks: number; frames: number }>({
      text: 'select count(*)::int as chunks, sum(frame_count)::int as frames from timeline_chunks',
    });
    expect(row).toEqual({ chunks: 3, frames: 25 });
  });

  it('reads return the same while a slot moves from staging into its chunk', async () => {
    const frames = seriesFrames({
      startUs: START_US,
      sampleRateHz: 50,
      samplesPerFrame: 50,
      frameCount: 60,
      random: createRandom(2),
    });
    const timeline = open();
    const moving = { done: false };
    const writing = (async () => {
      for (const frame of frames) {
        await timeline.stage([frame]);
        await compactAll(timeline);
      }
      moving.done = true;
    })();
    const seen: number[] = [];
    while (!moving.done) {
      const runs = await timeline.read({ serial: 'A-1', streamId: 1, fromUs: 0, toUs: 4e15 });
      expect(runs.length).toBeLessThanOrEqual(1);
      seen.push(runs[0]?.channels[0]?.length ?? 0);
    }
    await writing;
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.length).toBeGreaterThan(20);
  });
});

describe('frames of extreme times', () => {
  it.each([
    ['the furthest past', -(2 ** 53) + 10_000_000],
    ['1970', 0],
    ['just before 1970', -1],
    ['the furthest future', 2 ** 53 - 10_000_001],
  ])('a frame of %s is stored, moved and found', async (_name, deviceTimeUs) => {
    const timeline = open();
    await timeline.stage([
      toStage(
        'A-1',
        50,
        encodeFrame({ streamId: 1, sequence: 1, deviceTimeUs, channels: [Int16Array.of(1, 2, 3)] }),
      ),
    ]);
    for (let round = 0; round < 2; round++) {
      const [run] = await timeline.read({
        serial: 'A-1',
        streamId: 1,
        fromUs: deviceTimeUs - 1,
        toUs: deviceTimeUs + 1_000_000,
      });
      expect([run?.firstSampleTimeUs, [...(run?.channels[0] ?? [])]]).toEqual([
        deviceTimeUs,
        [1, 2, 3],
      ]);
      await compactAll(timeline);
    }
  });
});
