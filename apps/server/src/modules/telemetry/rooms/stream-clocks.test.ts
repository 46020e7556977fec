import { readFileSync } from 'node:fs';
import type { StreamDeclaration } from '@yamori/domain';
import { encodeFrame, loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { describe, expect, it } from 'vitest';
import { createDeviceVitals } from './device-vitals.ts';

const START_MS = 1_800_000_000_000;
const RATES = 4;
const TEMPERATURE = 5;
const aStream = (streamId: number, kind: string, scale: number): StreamDeclaration => ({
  streamId,
  kind,
  channels: kind === 'respihr' ? 2 : 1,
  sampleRateHz: 1,
  scale,
  offset: 0,
  unit: '',
});
const aFrame = (streamId: number, second: number, startMs: number, values: readonly number[]) =>
  encodeFrame({
    streamId,
    sequence: second,
    deviceTimeUs: 1000 * (startMs + second * 1000),
    channels: values.map((value) => Int16Array.of(value)),
  });

const SECONDS = 90;

/**
 * A device that reports 16.2 breaths a minute, and 33.6 °C with times that are a minute ahead.
 * `offsetMs`: the device’s clock minus the server’s, which the device has reported.
 */
async function afterReporting(offsetMs: number) {
  const decoder = await loadFrameDecoder(readFileSync(decoderWasmUrl()));
  const streams = [aStream(RATES, 'respihr', 0.1), aStream(TEMPERATURE, 'temperature', 0.01)];
  const vitals = createDeviceVitals(streams, decoder, () => offsetMs);
  const startMs = START_MS + offsetMs;
  for (let second = 0; second < SECONDS; second++) {
    const nowMs = START_MS + 1000 * (second + 1);
    vitals.push(aFrame(TEMPERATURE, second, startMs + 60_000, [3360]), nowMs);
    vitals.push(aFrame(RATES, second, startMs, [162, 605]), nowMs);
    vitals.update(nowMs);
  }
  return { vitals, nowMs: START_MS + SECONDS * 1000 };
}

/** The second in which a walking resident hits the floor, by the trunk sensor. */
const IMPACT_SECOND = 20;
function aFallingTrunk(second: number): readonly number[][] {
  const at = (index: number): readonly [number, number, number] => {
    const noise = 0.01 * Math.sin(12.9898 * (second * 50 + index));
    const step = 0.35 * Math.sin((2 * Math.PI * 1.8 * (second * 50 + index)) / 50);
    if (second < IMPACT_SECOND) return [noise, 0.98 + step, 0.2 + noise];
    if (second === IMPACT_SECOND && index < 5)
      return [0.1, 0.1, -3.2 * Math.sin((Math.PI * (index + 0.5)) / 5)];
    return [noise, 0.1 + noise, 0.99 + noise];
  };
  const samples = Array.from({ length: 50 }, (_unused, index) => at(index));
  return [0, 1, 2].map((axis) => samples.map((sample) => Math.round((sample[axis] ?? 0) * 8192)));
}

describe('a device with one stream a minute ahead of the other', () => {
  it.each([
    ['a correct clock', 0],
    ['a clock that is two hours behind', -7_200_000],
    ['a clock that is two hours ahead', 7_200_000],
  ])('both values are current with %s', async (_name, offsetMs) => {
    const { vitals, nowMs } = await afterReporting(offsetMs);
    const { respirationRate, temperature } = vitals.update(nowMs).vitals;
    expect(respirationRate).toMatchObject({ kind: 'value', value: 16.2 });
    expect(temperature.kind === 'value' && temperature.value).toBeCloseTo(33.6);
    for (const reading of [respirationRate, temperature])
      expect(reading.kind === 'value' && Math.abs(nowMs - reading.atMs)).toBeLessThan(5_000);
  });

  it('shows aging values once frames stop', async () => {
    const { vitals, nowMs } = await afterReporting(0);
    const { respirationRate, temperature } = vitals.update(nowMs + 600_000).vitals;
    expect(temperature.kind).toBe('none');
    expect(respirationRate.kind === 'value' && nowMs - respirationRate.atMs).toBeGreaterThan(0);
  });

  it('reports a fall of the other stream at its time', async () => {
    const decoder = await loadFrameDecoder(readFileSync(decoderWasmUrl()));
    const trunk = { ...aStream(1, 'respi-axl', 1 / 8192), channels: 3, sampleRateHz: 50 };
    const vitals = createDeviceVitals([trunk, aStream(TEMPERATURE, 'temperature', 0.01)], decoder);
    const falls: number[] = [];
    for (let second = 0; second < 32; second++) {
      const nowMs = START_MS + 1000 * (second + 1);
      vitals.push(aFrame(TEMPERATURE, second, START_MS + 60_000, [3360]), nowMs);
      const deviceTimeUs = 1000 * (START_MS + second * 1000);
      const channels = aFallingTrunk(second).map((samples) => Int16Array.from(samples));
      const frame = encodeFrame({ streamId: 1, sequence: second, deviceTimeUs, channels });
      for (const happening of vitals.push(frame, nowMs))
        if (happening.kind === 'fall') falls.push(happening.serverMs);
      vitals.update(nowMs);
    }
    expect(falls).toHaveLength(1);
    expect(Math.abs((falls[0] ?? 0) - (START_MS + IMPACT_SECOND * 1000))).toBeLessThan(5_000);
  });

  it('ignores a batch of the other stream that arrives an hour late', async () => {
    const { vitals, nowMs } = await afterReporting(0);
    for (let second = 0; second < SECONDS; second++)
      vitals.push(aFrame(RATES, second, START_MS - 3_600_000, [400, 900]), nowMs + 10);
    const { respirationRate, heartRate } = vitals.update(nowMs + 20).vitals;
    expect(respirationRate).toMatchObject({ kind: 'value', value: 16.2 });
    expect(heartRate).toMatchObject({ kind: 'value', value: 60.5 });
  });

  it('continues when the clock of the stream is corrected', async () => {
    const { vitals, nowMs } = await afterReporting(0);
    for (let second = SECONDS; second < SECONDS + 20; second++) {
      const atMs = START_MS + 1000 * (second + 1);
      vitals.push(aFrame(TEMPERATURE, second, START_MS, [3400]), atMs);
      vitals.push(aFrame(RATES, second, START_MS, [170, 605]), atMs);
      vitals.update(atMs);
    }
    const { respirationRate, temperature } = vitals.update(nowMs + 20_000).vitals;
    expect(respirationRate).toMatchObject({ kind: 'value', value: 17 });
    expect(temperature.kind === 'value' && temperature.value).toBeCloseTo(34);
  });
});
