import type { StreamDeclaration } from '@yamori/domain';
import { NOT_MEASURED, decodeFrame, scanFrames } from '@yamori/frames';
import { detectBeats, measureRespiration } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { parseScript } from '../scenarios/script.ts';
import { readThorax } from './ward-file.ts';
import { SIMULATED_BED } from './simulated-bed.ts';
import { createSimulatedRoom, type SimulatedRoom } from './simulated-room.ts';

const eit: StreamDeclaration = {
  streamId: 9,
  kind: 'eit',
  channels: 208,
  unit: '1',
  sampleRateHz: 20,
  scale: 0.000_05,
  offset: 0,
};
const thorax = readThorax();

function aRoom(script: string, streams = SIMULATED_BED.streams, seed = 1): SimulatedRoom {
  return createSimulatedRoom({
    name: '201',
    devices: [{ serial: 'A-1', streams }],
    script: parseScript(script),
    thorax,
    seed,
    startUs: 1.8e15,
    isRealTime: true,
  });
}

/** All samples of one stream's channel that the room sends in a period, in the unit. */
function played(
  room: SimulatedRoom,
  stream: StreamDeclaration,
  seconds: number,
  channel = 0,
): Float32Array {
  const values: number[] = [];
  for (let second = 1; second <= seconds; second++) {
    for (const bytes of room.advanceTo(second).get('A-1') ?? []) {
      for (const frame of scanFrames(bytes).frames.filter(
        (candidate) => candidate.streamId === stream.streamId,
      )) {
        const samples = decodeFrame(frame).subarray(
          channel * frame.sampleCount,
          (channel + 1) * frame.sampleCount,
        );
        for (const digital of samples)
          values.push(
            digital === NOT_MEASURED ? Number.NaN : digital * stream.scale + stream.offset,
          );
      }
    }
  }
  return Float32Array.from(values);
}

const findStream = (kind: string): StreamDeclaration => {
  const stream = SIMULATED_BED.streams.find((candidate) => candidate.kind === kind);
  if (stream === undefined) throw new Error(`no ${kind}`);
  return stream;
};

describe('createSimulatedRoom', () => {
  it('beats at the heart rate that the script sets', () => {
    const ecg = played(aRoom('0:00 asleep\n0:00 heart 80'), findStream('ecg'), 60);
    expect(ecg).toHaveLength(60 * 250);
    // Asleep, the heart beats at 92 % of the set rate.
    expect(detectBeats(ecg, 250).length).toBeGreaterThan(68);
    expect(detectBeats(ecg, 250).length).toBeLessThan(80);
  });

  it('breathes at the rate that the script sets, in impedance and EIT alike', () => {
    const script = '0:00 asleep\n0:00 breathing 20';
    const impedance = measureRespiration(played(aRoom(script), findStream('impe'), 64), 50);
    expect(impedance.kind === 'value' && impedance.value).toBeGreaterThan(16.5);
    expect(impedance.kind === 'value' && impedance.value).toBeLessThan(19.5);
    const room = aRoom(script, [eit]);
    const reading = played(room, eit, 64, 3);
    const fromEit = measureRespiration(reading, 20);
    expect(fromEit.kind === 'value' && fromEit.value).toBeGreaterThan(16.5);
    expect(fromEit.kind === 'value' && fromEit.value).toBeLessThan(19.5);
  });

  it('stops breathing for as long as the script says', () => {
    const impedance = played(aRoom('0:00 asleep\n0:20 apnea 25'), findStream('impe'), 60);
    const swing = (from: number, to: number): number => {
      const part = impedance.subarray(from * 50, to * 50);
      return Math.max(...part) - Math.min(...part);
    };
    expect(swing(26, 44)).toBeLessThan(0.45);
    expect(swing(0, 18)).toBeGreaterThan(0.8);
    expect(swing(47, 60)).toBeGreaterThan(1.2);
  });

  it('makes the person stand up and walk', () => {
    const y = played(aRoom('0:00 asleep\n0:20 walks'), findStream('respi-axl'), 40, 1);
    const mean = (from: number, to: number): number =>
      y.subarray(from * 50, to * 50).reduce((sum, value) => sum + value, 0) / ((to - from) * 50);
    expect(Math.abs(mean(0, 18))).toBeLessThan(0.3);
    expect(mean(26, 40)).toBeGreaterThan(0.85);
  });

  it('presses and releases the button, in order of time', () => {
    const button = findStream('button');
    expect([...played(aRoom('0:00 asleep\n0:05 presses\n0:10 presses long'), button, 12)]).toEqual([
      1, 2, 3, 2,
    ]);
  });

  it('sends "not measured" while a sensor is off, and reports it', () => {
    const room = aRoom('0:00 asleep\n0:02 sensorOff 3');
    const temperature = played(room, findStream('temperature'), 4);
    expect([...temperature].map(Number.isNaN)).toEqual([false, false, true, true]);
    expect(room.devices[0]?.report(true, 4).sensorsOff).toEqual([1, 2, 3, 4]);
    expect(room.devices[0]?.report(true, 6).sensorsOff).toEqual([]);
  });

  it('numbers frames without a gap, with a clock that the script may set wrong', () => {
    const room = aRoom('0:00 asleep\n0:03 clock -7200');
    const frames = [
      ...(room.advanceTo(2).get('A-1') ?? []),
      ...(room.advanceTo(5).get('A-1') ?? []),
    ]
      .flatMap((bytes) => scanFrames(bytes).frames)
      .filter((frame) => frame.streamId === 2);
    expect(frames.map((frame) => frame.sequence)).toEqual(frames.map((_, index) => index));
    expect(frames[0]?.deviceTimeUs).toBe(1.8e15);
    expect((frames.at(-1)?.deviceTimeUs ?? 0) - 1.8e15).toBeLessThan(-7190e6);
    expect(room.devices[0]?.report(true, 5)).toMatchObject({
      online: true,
      deviceTimeUs: 1.8e15 + 5e6 - 7200e6,
    });
  });

  it('repeats the same night with the same seed, and another one with another seed', () => {
    const night = (seed: number): Float32Array =>
      played(aRoom('0:00 wakes', SIMULATED_BED.streams, seed), findStream('respi-axl'), 20);
    expect(night(1)).toEqual(night(1));
    expect(night(1)).not.toEqual(night(2));
  });

  it('leaves a gap instead of catching up after the machine slept', () => {
    const room = aRoom('0:00 asleep');
    room.advanceTo(2);
    room.skipTo(3600);
    const frames = (room.advanceTo(3601).get('A-1') ?? [])
      .flatMap((bytes) => scanFrames(bytes).frames)
      .filter((frame) => frame.streamId === 3);
    expect(frames.reduce((sum, frame) => sum + frame.sampleCount, 0)).toBe(250);
    expect(frames[0]?.deviceTimeUs).toBe(1.8e15 + 3600e6);
  });
});
