import { scanFrames } from '@yamori/frames';
import { afterEach, describe, expect, it } from 'vitest';
import { parseScript } from '../scenarios/script.ts';
import { openBroker, type Broker } from '../testing/broker.ts';
import { createReplayedDevice } from './replayed-device.ts';
import { SIMULATED_BED } from './simulated-bed.ts';
import { createSimulatedRoom } from './simulated-room.ts';
import { readThorax } from './ward-file.ts';
import {
  playWard,
  type PlayedRoom,
  type WardPlayer,
  type WardPlayerOptions,
} from './ward-player.ts';

const thorax = readThorax();
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

const aRoom = (name: string, serials: readonly string[], script = '0:00 asleep'): PlayedRoom => ({
  room: createSimulatedRoom({
    name,
    devices: serials.map((serial) => ({ serial, streams: SIMULATED_BED.streams })),
    script: parseScript(script),
    thorax,
    seed: 1,
    startUs: 1e15,
    isRealTime: true,
  }),
  keys: new Map(serials.map((serial) => [serial, `key of ${serial}`])),
});

/** A recording of some seconds at 50 Hz, played as a device. */
function aRecording(serial: string, seconds: number, loop = false): PlayedRoom {
  const declaration = {
    streamId: 1,
    kind: 'impe',
    channels: 1,
    unit: 'Ω',
    sampleRateHz: 50,
    scale: 0.01,
    offset: 0,
  };
  const streams = [
    { declaration, channels: [Int16Array.from({ length: seconds * 50 }, (_, index) => index)] },
  ];
  return {
    room: createReplayedDevice(
      { name: serial, streams, durationSeconds: seconds },
      { serial, startUs: 1e15, isRealTime: true, loop },
    ),
    keys: new Map([[serial, `key of ${serial}`]]),
  };
}

/** Advances by a fifth of a second on each read; the player reads it five times a second. */
function aTickingClock() {
  const time = { nowMs: 0 };
  return {
    nowMs: (): number => (time.nowMs += 200),
    /** The first read is the player's start. */
    passedSeconds: (): number => (time.nowMs - 200) / 1000,
    sleepMs: (ms: number): void => {
      time.nowMs += ms;
    },
  };
}

async function play(
  rooms: readonly PlayedRoom[],
  more: Partial<WardPlayerOptions> = {},
): Promise<{ broker: Broker; player: WardPlayer }> {
  const broker = await openBroker(new Map(rooms.flatMap(({ keys }) => [...keys])));
  const player = playWard(rooms, {
    serverUrl: broker.url,
    speed: 1,
    nowMs: Date.now,
    maxPending: 100,
    reconnectMs: 50,
    ...more,
  });
  opened.push(broker.close, player.stop);
  return { broker, player };
}
const until = (holds: () => boolean): Promise<void> =>
  expect.poll(() => holds(), { timeout: 120_000 }).toBe(true);
const receivedFrom = (broker: Broker, serial: string, kind: 'frames' | 'status') =>
  broker.received
    .filter(({ topic }) => topic === `yamori/v1/${serial}/${kind}`)
    .map(({ payload }) => payload);
const readFrames = (broker: Broker, serial: string) =>
  receivedFrom(broker, serial, 'frames').flatMap((payload) => scanFrames(payload).frames);
const listReports = (broker: Broker, serial: string): { online: boolean }[] =>
  receivedFrom(broker, serial, 'status').map((payload) => JSON.parse(payload.toString()));

describe('playWard', () => {
  it('sends every device under its own serial and key, without a gap in any stream', async () => {
    const { broker, player } = await play([aRoom('201', ['A-1', 'A-2']), aRoom('202', ['B-1'])]);
    await until(() =>
      ['A-1', 'A-2', 'B-1'].every(
        (serial) => readFrames(broker, serial).filter((frame) => frame.streamId === 3).length >= 4,
      ),
    );
    expect(player.counts()).toMatchObject({
      devices: 3,
      connected: true,
      dropped: 0,
      refusal: null,
    });
    for (const serial of ['A-1', 'A-2', 'B-1']) {
      const ecg = readFrames(broker, serial).filter((frame) => frame.streamId === 3);
      expect(ecg.map((frame) => frame.sequence)).toEqual(ecg.map((_, index) => index));
    }
    expect(
      new Set(broker.received.map(({ topic, from }) => `${topic.split('/')[2]} ${from}`)),
    ).toEqual(new Set(['A-1 yamori-A-1', 'A-2 yamori-A-2', 'B-1 yamori-B-1']));
  });

  it('plays sixty seconds a second at sixty times the speed', async () => {
    const clock = aTickingClock();
    const { broker, player } = await play([aRoom('201', ['A-1'])], {
      speed: 60,
      nowMs: clock.nowMs,
    });
    const samples = (): number =>
      readFrames(broker, 'A-1')
        .filter((frame) => frame.streamId === 1)
        .reduce((sum, frame) => sum + frame.sampleCount, 0);
    await until(() => samples() > 60 * 50);
    await player.stop();
    opened.pop();
    expect(samples()).toBe(clock.passedSeconds() * 60 * 50);
    expect(player.counts().dropped).toBe(0);
  });

  it('disconnects with a last will while the script takes the room off the network, and then reports again', async () => {
    const { broker } = await play([aRoom('201', ['A-1'], '0:00 asleep\n0:20 offline 40')], {
      speed: 20,
      nowMs: aTickingClock().nowMs,
    });
    await until(() => listReports(broker, 'A-1').some((report) => !report.online));
    const silentFrom = readFrames(broker, 'A-1').length;
    await until(() => readFrames(broker, 'A-1').length > silentFrom + 5);
    const times = readFrames(broker, 'A-1')
      .filter((frame) => frame.streamId === 3)
      .map((frame) => (frame.deviceTimeUs - 1e15) / 1e6);
    const longest = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
    expect(longest).toBeGreaterThan(25);
    expect(longest).toBeLessThan(60);
  });

  it('skips the time while the machine slept', async () => {
    const clock = aTickingClock();
    const { broker } = await play([aRoom('201', ['A-1'])], { nowMs: clock.nowMs });
    await until(() => readFrames(broker, 'A-1').length > 3);
    clock.sleepMs(3_600_000);
    await until(() =>
      readFrames(broker, 'A-1').some((frame) => frame.deviceTimeUs > 1e15 + 3600e6),
    );
    const all = readFrames(broker, 'A-1')
      .filter((frame) => frame.streamId === 3)
      .reduce((sum, frame) => sum + frame.sampleCount, 0);
    expect(all).toBeLessThanOrEqual(250 * (clock.passedSeconds() - 3600));
  });

  it('counts a rejected device as not connected and gives the reason', async () => {
    const stranger = { ...aRoom('202', ['B-1']), keys: new Map([['B-1', 'wrong']]) };
    const broker = await openBroker(
      new Map([
        ['A-1', 'key of A-1'],
        ['B-1', 'right'],
      ]),
    );
    const player = playWard([aRoom('201', ['A-1']), stranger], {
      serverUrl: broker.url,
      speed: 1,
      nowMs: Date.now,
      maxPending: 2,
      reconnectMs: 50,
    });
    opened.push(broker.close, player.stop);
    await until(() => player.counts().refusal !== null && player.counts().dropped > 0);
    expect(player.counts()).toMatchObject({ devices: 2, connected: false });
    expect(readFrames(broker, 'B-1')).toEqual([]);
    expect(readFrames(broker, 'A-1').length).toBeGreaterThan(0);
  });

  it('ends when every recording has ended, and finishes when everything is acknowledged', async () => {
    const { broker, player } = await play([aRecording('R-1', 1), aRecording('R-2', 3)], {
      speed: 4,
    });
    broker.hold();
    await player.ended;
    const finished = player.finish();
    expect(player.counts().acknowledged).toBeLessThan(player.counts().sent);
    broker.release();
    await finished;
    opened.pop();
    expect(player.counts()).toMatchObject({ dropped: 0, acknowledged: player.counts().sent });
    const decodeSamples = (serial: string): number =>
      readFrames(broker, serial).reduce((sum, frame) => sum + frame.sampleCount, 0);
    expect([decodeSamples('R-1'), decodeSamples('R-2')]).toEqual([50, 150]);
  });

  it.each([
    ['a person is in a room', () => aRoom('201', ['A-1'])],
    ['a recording goes round', () => aRecording('R-2', 0.1, true)],
  ])('does not end while %s', async (_why, beside) => {
    const room = beside();
    const [serial = ''] = [...room.keys.keys()];
    const { broker, player } = await play([aRecording('R-1', 0.1), room], { speed: 4 });
    const samples = (): number =>
      readFrames(broker, serial).reduce((sum, frame) => sum + frame.sampleCount, 0);
    const seen = { ended: false };
    void player.ended.then(() => {
      seen.ended = true;
    });
    await until(() => samples() > 200);
    expect(seen.ended).toBe(false);
  });

  it('sends nothing after it was stopped', async () => {
    const { broker, player } = await play([aRoom('201', ['A-1'])]);
    await until(() => readFrames(broker, 'A-1').length > 0);
    await player.stop();
    opened.pop();
    const received = broker.received.length;
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    expect(broker.received.length).toBe(received);
    await until(() => broker.connections() === 0);
    expect(listReports(broker, 'A-1').every((report) => report.online)).toBe(true);
  });
});
