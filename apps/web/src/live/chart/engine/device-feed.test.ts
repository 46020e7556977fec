import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { StreamDeclaration } from '@yamori/domain';
import { loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { decodeEitModel, eitReadings, type EitModel } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { playedSource, type PlayedSource } from '../testing/played-source.ts';
import { DeviceFeed } from './device-feed.ts';
import type { FrameSource, PastPiece, PastRange } from './frame-source.ts';
import { chooseLanes } from './lane-choice.ts';

const NOW = Date.parse('2026-11-21T02:00:00Z');
const stream = (
  streamId: number,
  kind: string,
  sampleRateHz: number,
  channels = 1,
): StreamDeclaration => ({ streamId, kind, channels, unit: '', sampleRateHz, scale: 1, offset: 0 });
const ECG = stream(1, 'ecg', 250);
const IMPE = stream(2, 'impe', 50);
const BUTTON = stream(7, 'button', 0);

type Opened = {
  readonly feed: DeviceFeed;
  readonly source: PlayedSource;
  readonly move: (ms: number) => void;
};

async function opened(
  streams: readonly StreamDeclaration[],
  kinds: readonly string[] | null = null,
  {
    roomId = null,
    past,
    eitModel = () => Promise.reject(new Error('no model in this test')),
  }: {
    roomId?: string | null;
    past?: FrameSource['past'];
    eitModel?: () => Promise<EitModel>;
  } = {},
): Promise<Opened> {
  const source = { ...playedSource(streams), ...(past === undefined ? {} : { past }) };
  const decoder = await loadFrameDecoder(readFileSync(decoderWasmUrl()));
  let nowMs = 0;
  const feed = new DeviceFeed({
    serial: 'A',
    source,
    decoder,
    kinds,
    estimates: true,
    roomId,
    nowMs: () => nowMs,
    wallMs: () => NOW + nowMs,
    eitModel,
  });
  await Promise.resolve();
  return {
    feed,
    source,
    move: (ms) => {
      nowMs += ms;
    },
  };
}

const TEMPERATURE = stream(5, 'temperature', 1);
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
const getSamples = (feed: DeviceFeed, kind: string): number[] => {
  const content = feed.getStream(kind)?.content;
  if (content?.kind !== 'samples') throw new Error(`${kind} has no samples`);
  const [ring] = content.trace.rings;
  return Array.from(
    { length: (ring?.end ?? 0) - (ring?.start ?? 0) },
    (_, index) => ring?.valueAt((ring?.start ?? 0) + index) ?? 0,
  );
};

describe('the EIT curves', () => {
  it('the curves begin with the frames that arrived before the model was loaded', async () => {
    const model = decodeEitModel(
      Uint8Array.from(
        readFileSync(
          createRequire(import.meta.url).resolve('@yamori/signal/assets/eit-thorax.bin'),
        ),
      ).buffer,
    );
    let give = (_model: EitModel): void => {};
    const { feed, source } = await opened([stream(4, 'eit', 20, eitReadings)], null, {
      eitModel: () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    });
    const send = (frame: number): void =>
      source.send(
        4,
        frame,
        NOW - 1500 + frame * 50,
        Array.from({ length: eitReadings }, (_, reading) => Int16Array.of(4000 + reading + frame)),
      );
    for (let frame = 0; frame < 30; frame++) send(frame);
    expect(feed.getStream('eit-curves')).toBeUndefined();
    give(model);
    await settled();
    send(30);
    expect(getSamples(feed, 'eit-curves')).toHaveLength(31);
    expect(feed.report().streams.find(({ kind }) => kind === 'eit-curves')).toMatchObject({
      gaps: 0,
      lostFrames: 0,
      lateFrames: 0,
    });
  });
});

describe('the past of slow series', () => {
  it('the past is placed before live data, in order and without duplicates', async () => {
    const asked: PastRange[] = [];
    let answer: (pieces: readonly PastPiece[]) => void = () => {};
    const past = (range: PastRange): Promise<readonly PastPiece[]> => {
      asked.push(range);
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const { feed, source } = await opened([ECG, TEMPERATURE, BUTTON], null, {
      roomId: 'room-1',
      past,
    });
    expect(asked).toEqual([
      { roomId: 'room-1', serial: 'A', streamIds: [5, 7], fromMs: NOW - 4 * 3600_000, toMs: NOW },
    ]);
    source.send(5, 900, NOW - 1000, [Int16Array.of(7)]);
    source.send(7, 41, NOW - 30_000, [Int16Array.of(1)]);
    source.send(1, 1, NOW, [Int16Array.of(3)]);
    expect(getSamples(feed, 'ecg')).toEqual([3]);
    answer([
      { streamId: 5, fromMs: NOW - 3000, stepMs: 1000, channels: [Int16Array.of(5, 6, 99, 99)] },
      { streamId: 5, fromMs: NOW - 6000, stepMs: 1000, channels: [Int16Array.of(3, 4)] },
      { streamId: 7, fromMs: NOW - 90_000, stepMs: 0, channels: [Int16Array.of(2)] },
      { streamId: 7, fromMs: NOW - 29_800, stepMs: 0, channels: [Int16Array.of(1)] },
    ]);
    await settled();
    source.send(5, 901, NOW, [Int16Array.of(8)]);
    expect(getSamples(feed, 'temperature')).toEqual([3, 4, Number.NaN, 5, 6, 7, 8]);
    const report = feed.report();
    expect(report.events).toEqual([
      { timeMs: NOW - 90_000, code: 2 },
      { timeMs: NOW - 29_800, code: 1 },
    ]);
    expect(report.streams.find(({ kind }) => kind === 'temperature')).toMatchObject({
      gaps: 0,
      lostFrames: 0,
      lateFrames: 0,
      latest: [8],
    });
  });

  it('the feed keeps live data when the past cannot be read', async () => {
    const { feed, source } = await opened([TEMPERATURE], null, {
      roomId: 'room-1',
      past: () => Promise.reject(new Error('no network')),
    });
    source.send(5, 1, NOW, [Int16Array.of(7)]);
    await settled();
    source.send(5, 2, NOW + 1000, [Int16Array.of(8)]);
    expect(getSamples(feed, 'temperature')).toEqual([7, 8]);
  });

  it('a device without a room requests no past', async () => {
    const { feed, source } = await opened([TEMPERATURE], null, {
      past: () => Promise.reject(new Error('requested')),
    });
    source.send(5, 1, NOW, [Int16Array.of(7)]);
    expect(getSamples(feed, 'temperature')).toEqual([7]);
  });

  it('overlapping past events appear once', async () => {
    const { feed, source } = await opened([TEMPERATURE], null, {
      roomId: 'room-1',
      past: () =>
        Promise.resolve([
          { streamId: 5, fromMs: NOW - 2000, stepMs: 1000, channels: [Int16Array.of(1, 2, 3)] },
        ]),
    });
    await settled();
    source.send(5, 10, NOW, [Int16Array.of(3)]);
    source.send(5, 11, NOW + 1000, [Int16Array.of(4)]);
    expect(getSamples(feed, 'temperature')).toEqual([1, 2, 3, 4]);
  });
});

describe('DeviceFeed', () => {
  it('adds the frames of each stream to its trace and reports values with their age', async () => {
    const { feed, source, move } = await opened([ECG, IMPE]);
    source.send(2, 1, NOW, [Int16Array.of(10, 20, 30)]);
    move(2000);
    const report = feed.report();
    expect(
      report.streams.map(({ kind, latest, ageSeconds }) => [kind, latest, ageSeconds]),
    ).toEqual([
      ['ecg', [null], null],
      ['impe', [30], 2],
    ]);
    expect(report.declared).toEqual(['ecg', 'impe']);
  });

  it('requests again only the wanted streams, and still reports the other streams', async () => {
    const { feed, source } = await opened([ECG, IMPE, BUTTON], ['impe']);
    await Promise.resolve();
    expect(source.watches).toEqual([undefined, [2]]);
    expect(feed.report().declared).toEqual(['ecg', 'impe', 'button']);
    expect(feed.getStream('ecg')).toBeUndefined();
  });

  it('ignores a frame whose channels do not fit its stream', async () => {
    const { feed, source } = await opened([ECG]);
    source.send(1, 1, NOW, [Int16Array.of(1), Int16Array.of(2)]);
    source.send(99, 1, NOW, [Int16Array.of(1)]);
    expect(feed.report().streams[0]?.ageSeconds).toBeNull();
  });

  it('keeps each button event once', async () => {
    const { feed, source } = await opened([BUTTON]);
    for (let repeat = 0; repeat < 3; repeat++) source.send(7, 1, NOW, [Int16Array.of(1)]);
    source.send(7, 2, NOW + 500, [Int16Array.of(2)]);
    expect(feed.report().events).toEqual([
      { timeMs: NOW, code: 1 },
      { timeMs: NOW + 500, code: 2 },
    ]);
  });

  it('computes the heart rate of the trace and drops it when the trace stops', async () => {
    const { feed, source, move } = await opened([{ ...ECG, scale: 0.001 }]);
    for (let frame = 0; frame < 200; frame++) {
      const wave = Int16Array.from({ length: 25 }, (_, i) => {
        const phase = (((frame * 25 + i) / 250) * 1.2) % 1;
        return Math.round(
          1000 * Math.exp(-((phase - 0.3) ** 2) / 0.0003) +
            200 * Math.exp(-((phase - 0.6) ** 2) / 0.005) +
            3 * Math.sin(i * 7),
        );
      });
      move(100);
      source.send(1, frame, NOW + frame * 100, [wave]);
    }
    const { heartRate } = feed.report();
    expect(heartRate.kind === 'value' ? Math.round(heartRate.value) : heartRate).toBe(72);
    move(30_000);
    expect(feed.report().heartRate.kind).not.toBe('value');
  });

  it('reports the reason of a denied watch', async () => {
    const { feed, source } = await opened([ECG]);
    source.refuse('device-not-found');
    expect(feed.report().state).toEqual({ kind: 'refused', code: 'device-not-found' });
  });
});

describe('chooseLanes', () => {
  it('takes the heart and then one breathing trace, from any device', async () => {
    const heart = await opened([ECG]);
    const breath = await opened([IMPE, stream(3, 'respi-axl', 50, 3)]);
    const feeds = new Map([
      ['B', breath.feed],
      ['A', heart.feed],
    ]);
    expect(
      chooseLanes({ serials: ['A', 'B'], atMost: 2 }, feeds).map(
        (lane) => `${lane.source.serial}/${lane.source.stream}`,
      ),
    ).toEqual(['A/ecg', 'B/impe']);
    expect(
      chooseLanes({ serials: ['B'], atMost: 2 }, feeds).map((lane) => lane.source.stream),
    ).toEqual(['impe']);
    expect(chooseLanes({ serials: ['C'], atMost: 2 }, feeds)).toEqual([]);
  });
});
