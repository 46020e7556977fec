import type { StreamDeclaration } from '@yamori/domain';
import { decodeFrame, NOT_MEASURED, scanFrames, type FrameView } from '@yamori/frames';
import { describe, expect, it } from 'vitest';
import { createPerson } from '../body/person.ts';
import { createRandom } from '../random.ts';
import { parseScript } from '../scenarios/script.ts';
import { createScriptPlayer } from './script-player.ts';
import {
  createVirtualDevice,
  type SampleSource,
  type VirtualDevice,
  type VirtualDeviceOptions,
} from './virtual-device.ts';

const aStream = (more: Partial<StreamDeclaration> = {}): StreamDeclaration => ({
  streamId: 1,
  kind: 'impe',
  channels: 1,
  unit: '',
  sampleRateHz: 50,
  scale: 1,
  offset: 0,
  ...more,
});
const button: StreamDeclaration = aStream({ streamId: 5, kind: 'button', sampleRateHz: 0 });
/** Numbers its samples, so that lost and repeated ones show. */
const counting = (channels = 1, rate = 50, end = Infinity): SampleSource => ({
  samples(fromSeconds, count) {
    const first = Math.round(fromSeconds * rate);
    const length = Math.max(0, Math.min(count, end - first));
    return length === 0
      ? null
      : Array.from({ length: channels }, () =>
          Int16Array.from({ length }, (_, index) => (first + index) % 30_000),
        );
  },
});
const aDevice = (more: Partial<VirtualDeviceOptions> = {}): VirtualDevice =>
  createVirtualDevice({
    serial: 'A-1',
    startUs: 1e15,
    isRealTime: true,
    streams: [{ declaration: aStream(), source: counting() }],
    ...more,
  });
const read = (frames: readonly Uint8Array[]): FrameView[] =>
  frames.flatMap((bytes) => scanFrames(bytes).frames);
const decodeSamples = (frames: readonly FrameView[]): number[] =>
  frames.flatMap((frame) => [...decodeFrame(frame)]);

describe('createVirtualDevice', () => {
  it('sends every sample once for any steps of time', () => {
    const device = aDevice();
    const frames = [0.01, 0.2, 0.21, 0.333, 1, 1, 4.99, 5].flatMap((seconds) =>
      read(device.advance(seconds)),
    );
    expect(decodeSamples(frames)).toEqual(Array.from({ length: 250 }, (_, index) => index));
    expect(frames.map((frame) => frame.sequence)).toEqual(frames.map((_, index) => index));
  });

  it('stamps each frame with the time of its first sample', () => {
    const frames = read(aDevice().advance(12));
    let samples = 0;
    for (const frame of frames) {
      expect(frame.deviceTimeUs).toBe(1e15 + samples * 20_000);
      samples += frame.sampleCount;
    }
    expect(samples).toBe(600);
  });

  it('makes frames of at most five seconds and 32 KiB', () => {
    expect(Math.max(...read(aDevice().advance(60)).map((frame) => frame.sampleCount))).toBe(250);
    const wide = aDevice({
      streams: [{ declaration: aStream({ channels: 208 }), source: counting(208) }],
    });
    expect(
      Math.max(...read(wide.advance(60)).map((frame) => frame.sampleCount * 208 * 2)),
    ).toBeLessThanOrEqual(32_768);
  });

  it('ends with its recording and reports it', () => {
    const device = aDevice({
      streams: [
        { declaration: aStream(), source: counting(1, 50, 120) },
        { declaration: button, source: null },
      ],
    });
    expect(device.ended()).toBe(false);
    expect(decodeSamples(read(device.advance(10)))).toHaveLength(120);
    expect(device.ended()).toBe(true);
    expect(device.advance(20)).toEqual([]);
  });

  it('leaves a gap where it skips, and never jumps back', () => {
    const device = aDevice();
    device.advance(2);
    device.skipTo(10);
    device.skipTo(5);
    expect(decodeSamples(read(device.advance(11)))).toEqual(
      Array.from({ length: 50 }, (_, index) => 500 + index),
    );
  });

  it('sends presses once, before its samples, and none without a button', () => {
    const device = aDevice({
      streams: [
        { declaration: aStream(), source: counting() },
        { declaration: button, source: null },
      ],
    });
    device.press(0.5, 'longPress');
    device.press(0.9, 'release');
    const frames = read(device.advance(1));
    expect(
      frames.map((frame) => [
        frame.streamId,
        frame.streamId === 5 ? decodeSamples([frame])[0] : null,
      ]),
    ).toEqual([
      [5, 3],
      [5, 2],
      [1, null],
    ]);
    expect(frames[0]?.deviceTimeUs).toBe(1e15 + 500_000);
    expect(read(device.advance(2)).map((frame) => frame.streamId)).toEqual([1]);
    const without = aDevice();
    without.press(0.5, 'press');
    expect(read(without.advance(1)).map((frame) => frame.streamId)).toEqual([1]);
  });

  it('measures nothing while its sensor is off, but continues to count', () => {
    const device = aDevice();
    device.setSensorsOff(1, 2);
    const values = [0.5, 1, 1.5, 2, 2.5].map((seconds) =>
      decodeSamples(read(device.advance(seconds))),
    );
    expect(values.map((part) => part.every((value) => value === NOT_MEASURED))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(values[4]?.[0]).toBe(100);
  });

  it('reports battery, time and sensors that are off', () => {
    const device = aDevice({
      streams: [
        { declaration: aStream(), source: counting() },
        { declaration: button, source: null },
      ],
    });
    expect(device.report(true, 3)).toMatchObject({
      online: true,
      deviceTimeUs: 1e15 + 3e6,
      batteryPercent: 100,
      sensorsOff: [],
    });
    device.setBattery(9);
    device.setClockError(60);
    device.setSensorsOff(0, 10);
    expect(device.report(false, 3)).toMatchObject({
      online: false,
      deviceTimeUs: 1e15 + 63e6,
      batteryPercent: 9,
      sensorsOff: [1],
    });
    expect(aDevice({ isRealTime: false }).report(true, 3)).not.toHaveProperty('deviceTimeUs');
  });
});

describe('createScriptPlayer', () => {
  function createFixture(text: string) {
    const person = createPerson(createRandom(1));
    const device = aDevice({ streams: [{ declaration: button, source: null }] });
    const offline: number[] = [];
    const player = createScriptPlayer(parseScript(text), {
      person,
      devices: [device],
      goOffline: (until) => void offline.push(until),
    });
    return { person, device, offline, player };
  }

  it('runs each step when it is due and not before', () => {
    const { person, player } = createFixture('0:00 asleep\n0:10 sits\n0:20 walks');
    const conditions = [0, 9.9, 10, 19, 20, 99].map((seconds) => {
      player.advanceTo(seconds);
      return person.condition();
    });
    expect(conditions).toEqual(['asleep', 'asleep', 'sitting', 'sitting', 'walking', 'walking']);
  });

  it('runs every step of a jump in order, with its own time', () => {
    const { offline, device, player } = createFixture(
      '0:01 offline 5\n0:02 presses\n0:03 offline 7',
    );
    player.advanceTo(60);
    expect(offline).toEqual([6, 10]);
    expect(read(device.advance(60)).map((frame) => (frame.deviceTimeUs - 1e15) / 1e6)).toEqual([
      2, 2.4,
    ]);
  });

  it('loops forever, each round from its own start', () => {
    const { offline, player } = createFixture('0:05 offline 1\nloop 0:20');
    player.advanceTo(66);
    expect(offline).toEqual([6, 26, 46, 66]);
  });

  it('plays once without a loop', () => {
    const { offline, player } = createFixture('0:05 offline 1');
    player.advanceTo(10_000);
    expect(offline).toEqual([6]);
  });

  it('sets heart, breathing, battery and clock', () => {
    const { person, device, player } = createFixture(
      '0:00 heart 110\n0:00 breathing 30\n0:00 battery 4\n0:00 clock -10\n0:00 sensorOff 20',
    );
    player.advanceTo(0);
    person.become('asleep');
    expect(person.rates().heart).toBeCloseTo(110 * 0.92, 5);
    expect(person.rates().respiration).toBeCloseTo(30 * 0.9, 5);
    expect(device.report(true, 1)).toMatchObject({ batteryPercent: 4, deviceTimeUs: 1e15 - 9e6 });
  });
});
