import { readFileSync } from 'node:fs';
import type { StreamDeclaration } from '@yamori/domain';
import { encodeFrame, loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { describe, expect, it } from 'vitest';
import {
  hasRecordings,
  recordingPath,
  WHY_SKIPPED,
} from '../../../../../../tools/run/recordings.mjs';
import { createDeviceVitals } from './device-vitals.ts';

const aStream = (
  streamId: number,
  kind: string,
  channels: number,
  sampleRateHz: number,
  scale: number,
): StreamDeclaration => ({
  streamId,
  kind,
  channels,
  sampleRateHz,
  scale,
  offset: 0,
  unit: '',
});
const axl = aStream(1, 'respi-axl', 3, 50, 0.0005);
const impe = aStream(2, 'impe', 1, 50, 0.01);
const button = aStream(3, 'button', 1, 0, 1);
const rates = aStream(4, 'respihr', 2, 1, 0.1);
const temperature = aStream(5, 'temperature', 1, 1, 0.01);

const newDecoder = () => loadFrameDecoder(readFileSync(decoderWasmUrl()));
const seconds = (
  rateHz: number,
  second: number,
  signal: (timeSeconds: number) => number,
): Int16Array =>
  Int16Array.from({ length: rateHz }, (_, index) => Math.round(signal(second + index / rateHz)));

/**
 * A lying sleeper: gravity on z; the chest tilts x by 8 mg at the given rate, and impedance
 * follows.
 */
function encodeSleepSecond(
  second: number,
  startMs: number,
  breathsPerMinute: number,
): Uint8Array[] {
  const breath = (time: number): number => Math.sin((2 * Math.PI * breathsPerMinute * time) / 60);
  const time = 1000 * (startMs + second * 1000);
  return [
    encodeFrame({
      streamId: 1,
      sequence: second,
      deviceTimeUs: time,
      channels: [
        seconds(50, second, (t) => 16 * breath(t)),
        seconds(50, second, () => 0),
        seconds(50, second, () => 2000),
      ],
    }),
    encodeFrame({
      streamId: 2,
      sequence: second,
      deviceTimeUs: time,
      channels: [seconds(50, second, (t) => 60 * breath(t))],
    }),
  ];
}

async function afterSleeping(deviceStartMs: number, serverStartMs: number, speed = 1) {
  const vitals = createDeviceVitals([axl, impe], await newDecoder());
  let nowMs = serverStartMs;
  for (let second = 0; second < 90; second++) {
    nowMs = serverStartMs + (1000 * (second + 1)) / speed;
    for (const frame of encodeSleepSecond(second, deviceStartMs, 15)) vitals.push(frame, nowMs);
    vitals.update(nowMs);
  }
  return { vitals, reading: vitals.update(nowMs), nowMs };
}

describe('createDeviceVitals', () => {
  it('estimates respiration, posture and presence of a sleeper', async () => {
    const { reading, nowMs } = await afterSleeping(1_800_000_000_000, 1_800_000_000_000);
    expect(
      reading.vitals.respirationRate.kind === 'value' && reading.vitals.respirationRate.value,
    ).toBeCloseTo(15, 0);
    expect(reading.vitals.posture).toMatchObject({ kind: 'value', value: 'supine' });
    expect(reading.vitals.presence).toMatchObject({ kind: 'value', value: 'inBed' });
    expect(
      reading.vitals.respirationRate.kind === 'value' &&
        nowMs - reading.vitals.respirationRate.atMs,
    ).toBeLessThan(5000);
  });

  it.each([
    ['a clock set to 1970', 3_600_000, 1],
    ['a clock set to 2038', 2_145_916_800_000, 1],
    ['a replay at a hundred times the speed', 1_800_000_000_000, 100],
  ])('estimates the same vitals with %s', async (_name, deviceStartMs, speed) => {
    const { reading, nowMs } = await afterSleeping(deviceStartMs, 1_800_000_000_000, speed);
    expect(
      reading.vitals.respirationRate.kind === 'value' && reading.vitals.respirationRate.value,
    ).toBeCloseTo(15, 0);
    expect(
      reading.vitals.respirationRate.kind === 'value' &&
        Math.abs(nowMs - reading.vitals.respirationRate.atMs),
    ).toBeLessThan(5000);
  });

  it('ignores a batch that arrives a day late', async () => {
    const { vitals, nowMs } = await afterSleeping(1_800_000_000_000, 1_800_000_000_000);
    for (let second = 0; second < 60; second++)
      for (const frame of encodeSleepSecond(second, 1_800_000_000_000 - 86_400_000, 40))
        vitals.push(frame, nowMs + 10);
    const { vitals: after } = vitals.update(nowMs + 20);
    expect(after.respirationRate.kind === 'value' && after.respirationRate.value).toBeCloseTo(
      15,
      0,
    );
  });

  it('drops figures once frames stop', async () => {
    const { vitals, nowMs } = await afterSleeping(1_800_000_000_000, 1_800_000_000_000);
    expect(vitals.update(nowMs + 60_000).vitals.respirationRate.kind).toBe('none');
  });

  it('adopts the rates and the temperature that a device reports', async () => {
    const vitals = createDeviceVitals([rates, temperature], await newDecoder());
    for (let second = 0; second < 40; second++) {
      vitals.push(
        encodeFrame({
          streamId: 4,
          sequence: second,
          deviceTimeUs: second * 1e6,
          channels: [Int16Array.of(162), Int16Array.of(605)],
        }),
        second * 1000,
      );
      vitals.push(
        encodeFrame({
          streamId: 5,
          sequence: second,
          deviceTimeUs: second * 1e6,
          channels: [Int16Array.of(3651)],
        }),
        second * 1000,
      );
    }
    const { vitals: read } = vitals.update(39_000);
    expect(read.respirationRate).toMatchObject({ kind: 'value', value: expect.closeTo(16.2, 5) });
    expect(read.heartRate).toMatchObject({ kind: 'value', value: expect.closeTo(60.5, 5) });
    expect(read.temperature.kind === 'value' && read.temperature.value).toBeCloseTo(36.51, 1);
  });

  it.each(['impe', 'flow'])('estimates the respiration rate from %s', async (kind) => {
    const vitals = createDeviceVitals([aStream(2, kind, 1, 50, 0.01)], await newDecoder());
    for (let second = 0; second < 60; second++) {
      for (const frame of encodeSleepSecond(second, 0, 18)) vitals.push(frame, 1000 * (second + 1));
      vitals.update(1000 * (second + 1));
    }
    expect(vitals.update(60_000).vitals.respirationRate).toMatchObject({
      kind: 'value',
      value: expect.closeTo(18, 0),
    });
  });

  it.each([
    [
      'flat for fifteen seconds',
      'flat',
      (breath: number, second: number) => (second < 60 ? 60 * breath : 0),
    ],
    [
      'clipped at both ends',
      'saturated',
      (breath: number) => Math.max(-32_767, Math.min(32_767, 60_000 * breath)),
    ],
  ] as const)(
    'withholds the respiration rate of a trace that is %s, but detects presence',
    async (_what, reason, shape) => {
      const vitals = createDeviceVitals([impe], await newDecoder());
      for (let second = 0; second < 75; second++) {
        const samples = seconds(50, second, (time) =>
          shape(Math.sin((2 * Math.PI * 15 * time) / 60), second),
        );
        vitals.push(
          encodeFrame({
            streamId: 2,
            sequence: second,
            deviceTimeUs: second * 1e6,
            channels: [samples],
          }),
          1000 * (second + 1),
        );
        vitals.update(1000 * (second + 1));
      }
      const { vitals: read } = vitals.update(75_000);
      expect(read.respirationRate).toMatchObject({ kind: 'uncertain', reason });
      expect(read.presence).toMatchObject({ kind: 'value', value: 'inBed' });
    },
  );

  it('withholds respiration while the wearer moves and discards it afterwards', async () => {
    const vitals = createDeviceVitals([axl, impe], await newDecoder());
    const rates: (string | number)[] = [];
    for (let second = 0; second < 110; second++) {
      const moves = second >= 60 && second < 75;
      const shake = (time: number) => (moves ? 400 * Math.sin(2 * Math.PI * 0.8 * time) : 0);
      const breath = (time: number) => Math.sin((2 * Math.PI * 15 * time) / 60);
      const time = second * 1e6;
      vitals.push(
        encodeFrame({
          streamId: 1,
          sequence: second,
          deviceTimeUs: time,
          channels: [
            seconds(50, second, (t) => 16 * breath(t) + shake(t)),
            seconds(50, second, () => 0),
            seconds(50, second, () => 2000),
          ],
        }),
        1000 * (second + 1),
      );
      vitals.push(
        encodeFrame({
          streamId: 2,
          sequence: second,
          deviceTimeUs: time,
          channels: [seconds(50, second, (t) => 60 * breath(t) + 5 * shake(t))],
        }),
        1000 * (second + 1),
      );
      const { respirationRate } = vitals.update(1000 * (second + 1)).vitals;
      rates.push(
        respirationRate.kind === 'value'
          ? Math.round(respirationRate.value)
          : respirationRate.kind === 'uncertain'
            ? respirationRate.reason
            : 'none',
      );
    }
    expect(rates.slice(40, 60).every((rate) => rate === 15)).toBe(true);
    expect(new Set(rates.slice(66, 76))).toEqual(new Set(['movement']));
    for (const rate of rates.slice(76))
      expect(typeof rate === 'string' || Math.abs(rate - 15) <= 1, String(rate)).toBe(true);
    expect(rates.at(-1)).toBe(15);
  });

  it('reports a press when the button is pressed, not when it is released', async () => {
    const vitals = createDeviceVitals([button], await newDecoder());
    const press = (value: number, atMs: number) =>
      vitals.push(
        encodeFrame({
          streamId: 3,
          sequence: value,
          deviceTimeUs: atMs * 1000,
          channels: [Int16Array.of(value)],
        }),
        atMs,
      );
    expect(press(1, 10_000)).toEqual([
      {
        kind: 'press',
        press: { streamId: 3, sequence: 1, deviceTimeUs: 10_000_000, serverMs: 10_000 },
      },
    ]);
    expect(press(2, 11_000)).toEqual([]);
  });

  it('reports every press of a batch under its own sequence', async () => {
    const vitals = createDeviceVitals([button], await newDecoder());
    const frame = (sequence: number, value: number) =>
      encodeFrame({
        streamId: 3,
        sequence,
        deviceTimeUs: sequence * 1_000_000,
        channels: [Int16Array.of(value)],
      });
    const batch = Buffer.concat([frame(1, 1), frame(2, 2), frame(3, 1)]);
    expect(vitals.push(batch, 3_000)).toMatchObject([
      { kind: 'press', press: { sequence: 1, serverMs: 1_000 } },
      { kind: 'press', press: { sequence: 3, serverMs: 3_000 } },
    ]);
  });
});

describe.skipIf(!hasRecordings)(`vitals of MIT-BIH record 100${WHY_SKIPPED}`, () => {
  it('the heart rate is within 2 bpm of the expert beats, 75.5', async () => {
    const ecg = aStream(1, 'ecg', 1, 360, 0.005);
    const vitals = createDeviceVitals([ecg], await newDecoder());
    const lead = firstLead212(readFileSync(recordingPath('ecg-mitdb/100.dat')));
    const read: number[] = [];
    for (let second = 0; second < 300; second++) {
      vitals.push(
        encodeFrame({
          streamId: 1,
          sequence: second,
          deviceTimeUs: second * 1e6,
          channels: [lead.slice(second * 360, (second + 1) * 360)],
        }),
        (second + 1) * 1000,
      );
      const { heartRate } = vitals.update((second + 1) * 1000).vitals;
      if (heartRate.kind === 'value') read.push(heartRate.value);
    }
    expect(read.length).toBeGreaterThan(280);
    expect(Math.abs(read.reduce((sum, value) => sum + value, 0) / read.length - 75.5)).toBeLessThan(
      2,
    );
  });
});

/** The first of two leads in WFDB format 212: two 12-bit samples in three bytes, baseline 1024. */
function firstLead212(bytes: Buffer): Int16Array {
  return Int16Array.from({ length: Math.floor(bytes.length / 3) }, (_, index) => {
    const value = (bytes[3 * index] ?? 0) | (((bytes[3 * index + 1] ?? 0) & 0x0f) << 8);
    return (value >= 2048 ? value - 4096 : value) - 1024;
  });
}
