import { readFileSync } from 'node:fs';
import { decodeTile, ProblemError, timelineApi, type TilePiece } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { createGlobalTrace, decodeThoraxModel, eitReadings, simulateThorax } from '@yamori/signal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStage } from '../../testing/device-frames.ts';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { readEitModel } from './analysis/eit-runs.ts';
import { openEitPieces } from './eit-pieces.ts';

const START_MS = Date.parse('2025-10-09T13:00:00Z');
const [RATE_HZ, SECONDS, SCALE] = [10, 240, 1e-4];
/** From here on, room 2 has the device. */
const MOVE_MS = START_MS + 180_000;
let fixture: LiveFixture;
let cookie = '';
/** The expected image sum of each frame, computed frame by frame. */
const expected: number[] = [];

/** An EIT device on a person who breathes 15 times a minute. */
beforeAll(async () => {
  fixture = await startLiveFixture();
  cookie = await fixture.signIn('carer@akane.example');
  const eit = {
    streamId: 5,
    kind: 'eit',
    channels: eitReadings,
    unit: 'V',
    sampleRateHz: RATE_HZ,
    scale: SCALE,
    offset: 0,
  };
  await fixture.commit([
    {
      kind: 'set',
      path: 'room/akane-2',
      data: { domainId: 'akane', rootDomainId: 'akane', name: '202' },
    },
    {
      kind: 'set',
      path: 'deviceType/eit-night',
      data: { code: 'eit-night', name: 'EIT', streams: [eit] },
    },
    {
      kind: 'set',
      path: 'device/akane-E',
      data: {
        serial: 'akane-E',
        typeId: 'eit-night',
        domainId: 'akane',
        rootDomainId: 'akane',
        roomId: null,
        connection: 'network',
        firmware: '1.0',
      },
    },
  ]);
  const { timeline } = fixture.app;
  const at = { rootDomainId: 'akane', serial: 'akane-E' };
  await timeline.assignments.change({ ...at, roomId: 'akane-1', atUs: START_MS * 1000 });
  await timeline.assignments.change({ ...at, roomId: 'akane-2', atUs: MOVE_MS * 1000 });
  const thorax = decodeThoraxModel(
    Uint8Array.from(
      readFileSync(new URL(import.meta.resolve('@yamori/signal/assets/eit-thorax-simulator.bin'))),
    ).buffer,
  );
  const trace = createGlobalTrace(readEitModel(), RATE_HZ);
  const readings = new Float32Array(eitReadings);
  await timeline.stage(
    Array.from({ length: SECONDS }, (_, second) => {
      const channels = Array.from({ length: eitReadings }, () => new Int16Array(RATE_HZ));
      for (let frame = 0; frame < RATE_HZ; frame++) {
        simulateThorax(
          thorax,
          { breath: 0.5 - 0.5 * Math.cos((2 * Math.PI * 15 * (second + frame / RATE_HZ)) / 60) },
          readings,
        );
        for (const [reading, values] of channels.entries())
          values[frame] = Math.round((readings[reading] ?? 0) / SCALE);
        expected.push(
          trace.push(Float32Array.from(channels, (values) => (values[frame] ?? 0) * SCALE)),
        );
      }
      return toStage(
        'akane-E',
        RATE_HZ,
        encodeFrame({
          streamId: 5,
          sequence: second,
          deviceTimeUs: (START_MS + 1000 * second) * 1000,
          channels,
        }),
      );
    }),
  );
});
afterAll(() => fixture.close());

const send = (address: string): Promise<Response> =>
  fetch(`${fixture.address}/api/rooms/${address}`, { headers: { cookie } });
async function readPieces(
  room: string,
  fromMs: number,
  toMs: number,
  columns: number,
): Promise<readonly TilePiece[]> {
  const reply = await send(
    `${room}/timeline?from=${fromMs}&to=${toMs}&columns=${columns}&streams=akane-E:5`,
  );
  expect(reply.status).toBe(200);
  return (decodeTile(await reply.arrayBuffer()) ?? expect.fail('no tile')).pieces;
}
const listSums = (pieces: readonly TilePiece[], track: 'minimum' | 'maximum'): number[] =>
  pieces.flatMap((piece) => [...(piece[track][0] ?? [])]).map((value) => value * 0.01);

describe('an EIT device on the timeline of a room', () => {
  it('appears as one channel', async () => {
    const { streams } = timelineApi.streams.reply.parse(
      await (await send(`akane-1/timeline/streams?from=${START_MS}&to=${MOVE_MS}`)).json(),
    );
    expect(streams).toEqual([
      {
        serial: 'akane-E',
        streamId: 5,
        kind: 'eit',
        channels: 1,
        unit: '',
        sampleRateHz: RATE_HZ,
        scale: 0.01,
        offset: 0,
      },
    ]);
  });

  it('yields the image sum of every frame, wherever the tile begins', async () => {
    const fromMs = START_MS + 140_000;
    const pieces = await readPieces('akane-1', fromMs, fromMs + 20_000, 2000);
    const sums = listSums(pieces, 'minimum');
    expect([new Set(pieces.map(({ kind }) => kind)), sums.length]).toEqual([
      new Set(['samples']),
      20 * RATE_HZ,
    ]);
    // A reference that starts one minute earlier differs slightly from one that starts three
    // minutes earlier.
    for (const [frame, sum] of sums.entries())
      expect(Math.abs(sum - (expected[1400 + frame] ?? Number.NaN))).toBeLessThan(
        0.08 * (Math.max(...expected) - Math.min(...expected)),
      );
  });

  it('keeps the minimum and maximum of each column', async () => {
    const fromMs = START_MS + 120_000;
    const within = expected.slice(1200, 1800);
    for (const columns of [60, 6]) {
      const pieces = await readPieces('akane-1', fromMs, fromMs + 60_000, columns);
      expect([pieces.length, pieces[0]?.kind, pieces[0]?.length]).toEqual([1, 'columns', columns]);
      const all = Math.max(...within) - Math.min(...within);
      expect(
        Math.max(...listSums(pieces, 'maximum')) - Math.min(...listSums(pieces, 'minimum')),
      ).toBeGreaterThan(0.9 * all);
      expect(
        Math.max(...listSums(pieces, 'maximum')) - Math.min(...listSums(pieces, 'minimum')),
      ).toBeLessThan(1.1 * all);
    }
  });

  it('shows each room its own part, with no reference from before the move', async () => {
    const [first] = await readPieces('akane-2', MOVE_MS - 30_000, MOVE_MS + 10_000, 4000);
    expect((first?.fromUs ?? 0) / 1000).toBeGreaterThanOrEqual(MOVE_MS);
    expect(listSums(first === undefined ? [] : [first], 'minimum')[0]).toBe(0);
    expect(await readPieces('akane-1', MOVE_MS, MOVE_MS + 10_000, 4000)).toEqual([]);
  });

  it('yields no data for a range of days, which would take minutes', async () => {
    expect(await readPieces('akane-1', START_MS - 86_400_000, MOVE_MS, 4000)).toEqual([]);
  });

  it('serves requests one at a time, fairly, and up to a limit', async () => {
    const { timeline } = fixture.app;
    const reading = { now: 0, most: 0 };
    const eit = openEitPieces({
      read: async (range) => {
        reading.now += 1;
        reading.most = Math.max(reading.most, reading.now);
        return timeline.read(range).finally(() => {
          reading.now -= 1;
        });
      },
    });
    const [fromUs, toUs] = [START_MS * 1000, (START_MS + 20_000) * 1000];
    const call = {
      userId: 'a',
      stream: {
        serial: 'akane-E',
        streamId: 5,
        kind: 'eit',
        channels: eitReadings,
        unit: 'V',
        sampleRateHz: RATE_HZ,
        scale: SCALE,
        offset: 0,
      },
      stays: [{ fromUs, toUs }],
      fromUs,
      toUs,
      columnUs: 10_000,
      signal: new AbortController().signal,
    };
    const leaves = new AbortController();
    // Client a has one running and six waiting requests, and client b has six waiting ones. Client
    // c has none, so it takes the last place of a.
    const requests = [
      'a',
      'a',
      'a',
      'a',
      'a',
      'a',
      'a',
      'a',
      'b',
      'b',
      'b',
      'b',
      'b',
      'b',
      'c',
    ].map((userId) =>
      eit.read({ ...call, userId, signal: userId === 'b' ? leaves.signal : call.signal }),
    );
    expect(eit.stats()).toEqual({ running: 1, waiting: 12 });
    leaves.abort();
    // Six were aborted and freed their places immediately.
    requests.push(eit.read({ ...call, userId: 'c' }));
    const answers = await Promise.allSettled(requests);
    const limit = 'limit-tomograph-questions';
    const left = Array.from({ length: 6 }, () => 'gone');
    expect(
      answers.map((answer) =>
        answer.status === 'fulfilled'
          ? answer.value.length > 0
          : answer.reason instanceof ProblemError
            ? answer.reason.problem.code
            : 'gone',
      ),
    ).toEqual([true, true, true, true, true, true, limit, limit, ...left, true, true]);
    expect([reading.most, eit.stats()]).toEqual([1, { running: 0, waiting: 0 }]);
  });

  it('reads every n-th frame of ranges above half an hour', async () => {
    let frameCount = 0;
    const fromUs = START_MS * 1000;
    const toUs = fromUs + 8 * 3600 * 1_000_000;
    const stream = {
      serial: 'akane-E',
      streamId: 5,
      kind: 'eit',
      channels: eitReadings,
      unit: 'V',
      sampleRateHz: RATE_HZ,
      scale: SCALE,
      offset: 0,
    };
    const pieces = await openEitPieces(fixture.app.timeline).read({
      userId: 'a',
      stream,
      stays: [{ fromUs, toUs }],
      fromUs,
      toUs,
      columnUs: 1_000,
      signal: new AbortController().signal,
    });
    for (const piece of pieces) frameCount += piece.minimum[0]?.length ?? 0;
    // 288,000 frames were requested, so every eighth of the stored frames is read, in windows of
    // half a minute.
    expect(frameCount).toBe((SECONDS / 30) * Math.ceil((30 * RATE_HZ) / 8));
  });
});
