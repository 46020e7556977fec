import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { StreamDeclaration } from '@yamori/domain';
import {
  decodeEitModel,
  decodeThoraxModel,
  eitReadings,
  simulateThorax,
  usesElectrode,
} from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { EitFeed } from './eit-feed.ts';
import { getBodyBox, layOutEit } from './eit-frame.ts';

const resolve = createRequire(import.meta.url).resolve;
const asset = (name: string): ArrayBuffer =>
  Uint8Array.from(readFileSync(resolve(`@yamori/signal/assets/${name}.bin`))).buffer;
const model = decodeEitModel(asset('eit-thorax'));
const thorax = decodeThoraxModel(asset('eit-thorax-simulator'));
const declaration: StreamDeclaration = {
  streamId: 4,
  kind: 'eit',
  channels: eitReadings,
  unit: '',
  sampleRateHz: 20,
  scale: 1,
  offset: 0,
};
const BREATHS_PER_MINUTE = 15;

/** A feed after some seconds of breathing. `broken` is an electrode without readings. */
function breathed(
  seconds: number,
  broken: number | null = null,
  leftRight = 0,
  zeroAt = 0,
): EitFeed {
  const feed = new EitFeed({ ...declaration, offset: -zeroAt }, true, model);
  for (let frame = 0; frame < seconds * 20; frame++) {
    const timeMs = frame * 50;
    const breath = 0.5 - 0.5 * Math.cos((2 * Math.PI * BREATHS_PER_MINUTE * timeMs) / 60_000);
    const voltages = simulateThorax(thorax, { breath, leftRight });
    const samples = Int16Array.from(voltages, (value, reading) =>
      broken !== null && usesElectrode(reading, broken)
        ? -32_768
        : Math.round(value * 30_000) + zeroAt,
    );
    feed.accept({ sequence: frame, deviceTimeMs: timeMs, sampleCount: 1, samples }, timeMs);
  }
  return feed;
}

describe('EitFeed', () => {
  it('converts frames to images, curves and the respiration rate', () => {
    const feed = breathed(40);
    feed.curves.estimate(40_000);
    expect(feed.curves.reading).toMatchObject({ kind: 'value' });
    expect(feed.curves.reading.kind === 'value' ? feed.curves.reading.value : 0).toBeCloseTo(
      BREATHS_PER_MINUTE,
      0,
    );
    expect(feed.imageAt(39_960)?.timeMs).toBe(39_950);
    expect(feed.quality).toEqual({ usableShare: 1, failedElectrodes: [] });
  });

  it('finds the regions that receive the air', () => {
    const even = breathed(20).tidal;
    const right = breathed(20, null, 0.8).tidal;
    expect(even?.layerShares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    expect(even?.centre?.x).toBeGreaterThan(0.35);
    expect(right?.centre?.x ?? 1).toBeLessThan((even?.centre?.x ?? 0) - 0.05);
    expect((right?.quadrantShares[0] ?? 0) + (right?.quadrantShares[2] ?? 0)).toBeGreaterThan(0.6);
  });

  it('makes the same image for a device whose values have an offset', () => {
    const [plain, shifted] = [breathed(20), breathed(20, null, 0, -9000)];
    expect(shifted.tidal?.layerShares.map((share) => Math.round(share * 1000))).toEqual(
      plain.tidal?.layerShares.map((share) => Math.round(share * 1000)),
    );
    expect(breathed(20, 5, 0, -9000).quality.failedElectrodes).toEqual([5]);
  });

  it('names an electrode without readings and still makes an image', () => {
    const feed = breathed(20, 5);
    expect(feed.quality.failedElectrodes).toEqual([5]);
    expect(feed.tidal?.breath.amplitude).toBeGreaterThan(0);
  });

  it('drops old images', () => {
    expect(breathed(10).imageAt(1000)).toBeNull();
  });
});

describe('layOutEit', () => {
  it.each([
    [1200, 700],
    [366, 380],
    [200, 900],
  ])('keeps image, ring and bar inside %i × %i', (width, height) => {
    const { body, ring, bar, ribbon } = layOutEit(width, height, 1, getBodyBox(model.mask));
    expect(ring.x - ring.radiusX).toBeGreaterThan(0);
    expect(ring.y - ring.radiusY).toBeGreaterThan(0);
    expect(ring.x + ring.radiusX).toBeLessThan(bar.x);
    expect(bar.x + bar.width).toBeLessThan(width);
    expect(body.y + body.height).toBeLessThan(ribbon.y);
  });
});
