import { readFileSync } from 'node:fs';
import type { Observed, RoomEvent } from '@yamori/domain';
import { encodeFrame, loadFrameDecoder, type FrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInProcessBus } from '../../../core/messaging/in-process-bus.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import type { FrameToStage } from '../../../core/timeline/timeline-frame.ts';
import { createTimeline } from '../../../core/timeline/timeline.ts';
import type { LiveDevice } from './live-directory.ts';
import { createLogReader } from './log-reader.ts';
import type { MissedFrames } from './room-facts.ts';
import { SHARDS } from './shard-rules.ts';
import { createRoomStateEngine } from './room-state-engine.ts';

const NOW_MS = 1_800_000_000_000;
/** Worn on the trunk, y to the head. */
const TRUNK = {
  streamId: 1,
  kind: 'respi-axl',
  channels: 3,
  unit: 'g',
  sampleRateHz: 50,
  scale: 1 / 8192,
  offset: 0,
};
const ROOMS = ['room-1', 'room-2'];
const aDevice = (roomId: string): LiveDevice => ({
  serial: `D-${roomId}`,
  roomId,
  streams: [TRUNK],
  lastStatus: null,
  rootDomainId: 'r',
  domainId: 'd',
  typeId: 'trunk',
  keyHash: null,
});

/** A person walks for 20 s, hits the floor and stays down for 12 s. */
const FALL_SECONDS = 32;
const IMPACT_SECOND = 20;
function fallFrame(second: number, sequence: number, deviceTimeUs: number): Uint8Array {
  const at = (index: number): readonly [number, number, number] => {
    const noise = 0.01 * Math.sin(12.9898 * (second * 50 + index));
    if (second < IMPACT_SECOND) {
      const step = 0.35 * Math.sin((2 * Math.PI * 1.8 * (second * 50 + index)) / 50);
      return [noise, 0.98 + step, 0.2 + noise];
    }
    if (second === IMPACT_SECOND && index < 5)
      return [0.1, 0.1, -3.2 * Math.sin((Math.PI * (index + 0.5)) / 5)];
    return [noise, 0.1 + noise, 0.99 + noise];
  };
  const samples = Array.from({ length: 50 }, (_unused, index) => at(index));
  return encodeFrame({
    streamId: TRUNK.streamId,
    sequence,
    deviceTimeUs,
    channels: [0, 1, 2].map((axis) =>
      Int16Array.from(samples, (sample) => Math.round((sample[axis] ?? 0) * 8192)),
    ),
  });
}

type FallOptions = {
  /** Milliseconds from the last frame until now, by the clock of the receiving server. */
  readonly endedAgoMs?: number;
  readonly firstSequence?: number;
  /** The stored part; all of it by default. */
  readonly fromSecond?: number;
  readonly toSecond?: number;
  /** Drift of the device’s clock: milliseconds ahead in each second. */
  readonly clockAheadMs?: (second: number) => number;
};

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});
afterEach(() => temporary.drop());

const log = pino({ level: 'silent' });

async function aServer() {
  const { database } = temporary;
  const state = {
    nowMs: NOW_MS,
    isDatabaseAway: false,
    /** Runs once, after the first read of the log. */
    afterFirstRead: async () => undefined as void,
    cannotDecode: (_sequence: number) => false,
    cannotReadFrames: false,
    isOwner: true,
  };
  const clock = { nowMs: () => state.nowMs };
  const timeline = createTimeline({ database, clock, log, serverId: 'other' });
  const unlessAway =
    <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (state.isDatabaseAway) throw new Error('database unavailable');
      return work(...given);
    };
  const reader = createLogReader({
    stagingLog: {
      ...timeline.stagingLog,
      read: unlessAway(async (...given: Parameters<typeof timeline.stagingLog.read>) => {
        const entries = await timeline.stagingLog.read(...given);
        const run = state.afterFirstRead;
        state.afterFirstRead = async () => undefined;
        await run();
        return entries;
      }),
    },
    readSlots: unlessAway(async (slots: Parameters<typeof timeline.readSlots>[0]) => {
      if (state.cannotReadFrames) throw new Error('not readable');
      return timeline.readSlots(slots);
    }),
    clock,
    elapsedMs: clock.nowMs,
    log,
  });
  const decoder = await loadFrameDecoder(readFileSync(decoderWasmUrl()));
  const failing: FrameDecoder = {
    ...decoder,
    push(bytes, take) {
      const sequence = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
      if (state.cannotDecode(sequence)) throw new Error('not decodable');
      decoder.push(bytes, take);
    },
  };
  const replayed = new Map<string, Observed[]>();
  const missed: (MissedFrames & { readonly roomId: string })[] = [];
  const bus = createInProcessBus(log);
  const engine = createRoomStateEngine({
    bus,
    clock,
    elapsedMs: clock.nowMs,
    directory: {
      devices: () => new Map(ROOMS.map((roomId) => [`D-${roomId}`, aDevice(roomId)])),
      rooms: () => new Map(ROOMS.map((roomId) => [roomId, { live: null }])),
      revision: () => 1,
      close: () => undefined,
    },
    leases: {
      owns: () => state.isOwner,
      getEpoch: () => (state.isOwner ? 1 : null),
      revision: () => Number(state.isOwner),
    },
    reception: () => 'yes',
    decoder: failing,
    ringLimits: { keepSeconds: 30, maxBytes: 100_000 },
    write: async () => undefined,
    press: async () => true,
    waitsForReplay: reader.waitsForReplay,
    observer: {
      observe: () => undefined,
      happened: () => undefined,
      missed: () => undefined,
      hasUnstored: () => false,
      replayed: (roomId, observed) =>
        replayed.set(roomId, [...(replayed.get(roomId) ?? []), ...observed]),
    },
    onWriteFailed: (error) => expect.fail(String(error)),
  });
  reader.follow(engine, {
    missed: (roomId, frames) => missed.push({ roomId, ...frames }),
    hasUnstored: () => false,
  });
  /** Starts after the stored frames and takes every shard. */
  async function takeOver(readCommits = 0): Promise<void> {
    await reader.start();
    takeShards(readCommits);
    await engine.tick();
  }
  function takeShards(readCommits = 0): void {
    state.isOwner = true;
    const fromCursor = { other: readCommits };
    reader.taken(Array.from({ length: SHARDS }, (_unused, shard) => ({ shard, fromCursor })));
  }
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      state.nowMs += 1_000;
      await reader.pass();
    }
  }

  /** Stores the device’s fall in a room, frame by frame. */
  async function fall(roomId: string, options: FallOptions = {}): Promise<void> {
    const { endedAgoMs = 2_000, firstSequence = 0, clockAheadMs = () => 0 } = options;
    const { fromSecond = 0, toSecond = FALL_SECONDS } = options;
    for (let second = fromSecond; second < toSecond; second += 1) {
      const receivedMs = NOW_MS - endedAgoMs - (FALL_SECONDS - 1 - second) * 1_000;
      const sequence = firstSequence + second;
      const deviceTimeUs = (receivedMs + clockAheadMs(second)) * 1_000;
      const frame: FrameToStage = {
        serial: `D-${roomId}`,
        streamId: TRUNK.streamId,
        sequence,
        deviceTimeUs,
        sampleCount: 50,
        channelCount: 3,
        sampleRateHz: 50,
        receivedMs,
        bytes: fallFrame(second, sequence, deviceTimeUs),
      };
      await timeline.stage([frame], { isLogged: true });
    }
  }
  const falls = (roomId: string): RoomEvent[] =>
    (replayed.get(roomId) ?? []).flatMap(({ events = [] }) => events);
  return { state, reader, tick: engine.tick, fall, falls, missed, takeOver, takeShards, pass };
}

describe('createLogReader after a take-over', () => {
  it('reports a fall that was received before', async () => {
    const { reader, fall, falls, takeOver, pass } = await aServer();
    await fall('room-1');
    await takeOver();
    await pass(1);
    expect(falls('room-1')).toHaveLength(1);
    expect(reader.waitsForReplay('room-1')).toBe(false);
  });

  it('reports the fall in a room that was taken over while a pass waited for a tick', async () => {
    const { state, reader, tick, fall, falls, takeShards, pass } = await aServer();
    state.isOwner = false;
    await fall('room-1');
    await reader.start();
    const running = [tick(), reader.pass()];
    takeShards();
    await Promise.all(running);
    await pass(1);
    expect(falls('room-1')).toHaveLength(1);
    expect(ROOMS.filter(reader.waitsForReplay)).toEqual([]);
  });

  it('reports the fall after the database was unavailable for a minute', async () => {
    const { state, reader, fall, falls, takeOver, pass } = await aServer();
    await fall('room-1');
    await takeOver();
    state.isDatabaseAway = true;
    await pass(60);
    expect(reader.cursor()).toEqual({ other: 0 });
    state.isDatabaseAway = false;
    await pass(1);
    expect(falls('room-1')).toHaveLength(1);
  });

  it('reports a fall whose last frames are committed while the log is read', async () => {
    const { state, fall, falls, takeOver, pass } = await aServer();
    const readCommits = IMPACT_SECOND + 2;
    await fall('room-1', { toSecond: readCommits });
    state.afterFirstRead = () => fall('room-1', { fromSecond: readCommits });
    await takeOver(readCommits);
    await pass(1);
    expect(falls('room-1')).toHaveLength(1);
  });

  it('reports the fall when a later frame cannot be decoded', async () => {
    const { state, fall, falls, takeOver, pass } = await aServer();
    state.cannotDecode = (sequence) => sequence === FALL_SECONDS - 1;
    await fall('room-1');
    await takeOver();
    await pass(12);
    expect(falls('room-1')).toHaveLength(1);
  });

  it('reports the fall when no frame of another room can be decoded', async () => {
    const { state, reader, fall, falls, takeOver, pass } = await aServer();
    state.cannotDecode = (sequence) => sequence >= 1_000;
    await fall('room-2', { firstSequence: 1_000 });
    await fall('room-1');
    await takeOver();
    await pass(1);
    expect(falls('room-1')).toHaveLength(1);
    expect(reader.isFresh()).toBe(true);
    expect(ROOMS.filter(reader.waitsForReplay)).toEqual([]);
  });

  it('reports the fall when the clock of the receiving server is ahead', async () => {
    const { fall, falls, takeOver, pass } = await aServer();
    await fall('room-1', { endedAgoMs: -9_000 });
    await takeOver();
    await pass(1);
    expect(falls('room-1')).toHaveLength(1);
  });

  it('reports the fall of a device that had set its clock back by an hour', async () => {
    const { fall, falls, takeOver, pass } = await aServer();
    await fall('room-1', { clockAheadMs: (second) => (second < 3 ? 3_600_000 : 0) });
    await takeOver();
    await pass(1);
    expect(falls('room-1')).toHaveLength(1);
  });
});

describe('frames that no rule evaluates (P69)', () => {
  const deleteCommits = (from: number, to: number) =>
    temporary.database.query({
      text: 'delete from staging_log where number between $1 and $2',
      values: [from, to],
    });

  it('a reader reports each room and the time of commits that were deleted before it read them', async () => {
    const { missed, fall, takeOver, pass } = await aServer();
    // The frame of second n is received n + 1 seconds after the start.
    const endedAgoMs = -FALL_SECONDS * 1_000;
    await takeOver();
    await fall('room-1', { endedAgoMs, toSecond: 1 });
    await pass(1);
    await fall('room-1', { endedAgoMs, fromSecond: 1, toSecond: 5 });
    await deleteCommits(2, 4);
    await pass(1);
    const time = { fromMs: NOW_MS + 1_000, untilMs: NOW_MS + 5_000 };
    expect(missed).toEqual(ROOMS.map((roomId) => ({ roomId, ...time })));
  });

  it('a new owner reports commits that were deleted before it took the rooms over', async () => {
    const { missed, fall, takeOver, pass } = await aServer();
    await fall('room-1');
    await deleteCommits(1, 10);
    await takeOver();
    await pass(1);
    const untilMs = NOW_MS - 2_000 - (FALL_SECONDS - 11) * 1_000;
    expect(missed).toEqual(ROOMS.map((roomId) => ({ roomId, fromMs: untilMs, untilMs })));
  });

  it('a new owner reports the room of frames that are too old to be replayed', async () => {
    const { missed, fall, takeOver, pass } = await aServer();
    const endedAgoMs = 15 * 60_000 + 10_000;
    await fall('room-1', { endedAgoMs });
    await takeOver();
    await pass(1);
    const untilMs = NOW_MS - endedAgoMs;
    const fromMs = untilMs - (FALL_SECONDS - 1) * 1_000;
    expect(missed).toEqual([{ roomId: 'room-1', fromMs, untilMs }]);
  });

  it('a new owner reports no frames from before all servers stopped', async () => {
    const { missed, fall, takeOver, pass } = await aServer();
    await fall('room-1', { endedAgoMs: 20 * 60_000 });
    await takeOver();
    await pass(1);
    expect(missed).toEqual([]);
  });

  it('a new owner reports the room whose frames cannot be read, and continues', async () => {
    const { state, reader, missed, fall, takeOver, pass } = await aServer();
    await fall('room-1');
    await takeOver();
    state.cannotReadFrames = true;
    await pass(12);
    const fromMs = NOW_MS - 2_000 - (FALL_SECONDS - 1) * 1_000;
    expect(missed).toContainEqual({ roomId: 'room-1', fromMs, untilMs: NOW_MS + 10_000 });
    expect(reader.waitsForReplay('room-1')).toBe(false);
  });

  it('an owner that read every commit reports nothing', async () => {
    const { missed, fall, takeOver, pass } = await aServer();
    await fall('room-1');
    await takeOver();
    await pass(2);
    expect(missed).toEqual([]);
  });
});
