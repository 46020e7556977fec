import { readFileSync } from 'node:fs';
import type { StreamDeclaration } from '@yamori/domain';
import { loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { describe, expect, it } from 'vitest';
import { playedSource, type PlayedSource } from '../testing/played-source.ts';
import { DeviceFeed } from './device-feed.ts';
import { chooseLanes } from './lane-choice.ts';

const NOW = Date.parse('2026-11-21T02:00:00Z');
const stream = (streamId: number, kind: string, sampleRateHz: number, channels = 1): StreamDeclaration => ({ streamId, kind, channels, unit: '', sampleRateHz, scale: 1, offset: 0 });
const ECG = stream(1, 'ecg', 250);
const IMPE = stream(2, 'impe', 50);
const BUTTON = stream(7, 'button', 0);

type Opened = { readonly feed: DeviceFeed; readonly source: PlayedSource; readonly move: (ms: number) => void };

async function opened(streams: readonly StreamDeclaration[], kinds: readonly string[] | null = null): Promise<Opened> {
  const source = playedSource(streams);
  const decoder = await loadFrameDecoder(readFileSync(decoderWasmUrl()));
  let nowMs = 0;
  const feed = new DeviceFeed({
    serial: 'A', source, decoder, kinds, estimates: true, nowMs: () => nowMs, wallMs: () => NOW + nowMs, eitModel: () => Promise.reject(new Error('no model here')),
  });
  await Promise.resolve();
  return {
    feed, source,
    move: (ms) => {
      nowMs += ms;
    },
  };
}

describe('DeviceFeed', () => {
  it('lays frames of each stream on its trace and reports values with their age', async () => {
    const { feed, source, move } = await opened([ECG, IMPE]);
    source.send(2, 1, NOW, [Int16Array.of(10, 20, 30)]);
    move(2000);
    const report = feed.report();
    expect(report.streams.map(({ kind, latest, ageSeconds }) => [kind, latest, ageSeconds])).toEqual([['ecg', [null], null], ['impe', [30], 2]]);
    expect(report.declared).toEqual(['ecg', 'impe']);
  });

  it('asks again for the wanted streams only, and still tells what else there is', async () => {
    const { feed, source } = await opened([ECG, IMPE, BUTTON], ['impe']);
    await Promise.resolve();
    expect(source.watches).toEqual([undefined, [2]]);
    expect(feed.report().declared).toEqual(['ecg', 'impe', 'button']);
    expect(feed.streamOf('ecg')).toBeUndefined();
  });

  it('ignores a frame whose channels do not fit its stream', async () => {
    const { feed, source } = await opened([ECG]);
    source.send(1, 1, NOW, [Int16Array.of(1), Int16Array.of(2)]);
    source.send(99, 1, NOW, [Int16Array.of(1)]);
    expect(feed.report().streams[0]?.ageSeconds).toBeNull();
  });

  it('keeps events of the button, each once', async () => {
    const { feed, source } = await opened([BUTTON]);
    for (let repeat = 0; repeat < 3; repeat++) source.send(7, 1, NOW, [Int16Array.of(1)]);
    source.send(7, 2, NOW + 500, [Int16Array.of(2)]);
    expect(feed.report().events).toEqual([{ timeMs: NOW, code: 1 }, { timeMs: NOW + 500, code: 2 }]);
  });

  it('computes the heart rate of the trace and forgets it when the trace stops', async () => {
    const { feed, source, move } = await opened([{ ...ECG, scale: 0.001 }]);
    for (let frame = 0; frame < 200; frame++) {
      const wave = Int16Array.from({ length: 25 }, (_, i) => {
        const phase = ((frame * 25 + i) / 250 * 1.2) % 1;
        return Math.round(1000 * Math.exp(-((phase - 0.3) ** 2) / 0.0003) + 200 * Math.exp(-((phase - 0.6) ** 2) / 0.005) + 3 * Math.sin(i * 7));
      });
      move(100);
      source.send(1, frame, NOW + frame * 100, [wave]);
    }
    const { heartRate } = feed.report();
    expect(heartRate.kind === 'value' ? Math.round(heartRate.value) : heartRate).toBe(72);
    move(30_000);
    expect(feed.report().heartRate.kind).not.toBe('value');
  });

  it('says why it was refused', async () => {
    const { feed, source } = await opened([ECG]);
    source.refuse('device-not-found');
    expect(feed.report().state).toEqual({ kind: 'refused', code: 'device-not-found' });
  });
});

describe('chooseLanes', () => {
  it('takes the heart and then one sight of the breath, from whichever device has it', async () => {
    const heart = await opened([ECG]);
    const breath = await opened([IMPE, stream(3, 'respi-axl', 50, 3)]);
    const feeds = new Map([['B', breath.feed], ['A', heart.feed]]);
    expect(chooseLanes({ serials: ['A', 'B'], atMost: 2 }, feeds).map((lane) => `${lane.source.serial}/${lane.source.stream}`)).toEqual(['A/ecg', 'B/impe']);
    expect(chooseLanes({ serials: ['B'], atMost: 2 }, feeds).map((lane) => lane.source.stream)).toEqual(['impe']);
    expect(chooseLanes({ serials: ['C'], atMost: 2 }, feeds)).toEqual([]);
  });
});
