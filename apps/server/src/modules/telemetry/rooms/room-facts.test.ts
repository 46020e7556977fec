import { UNKNOWN_FACTS } from '@yamori/domain';
import { noReading, valueReading } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { nextRoomFacts } from './room-facts.ts';
import type { DeviceVitals, RoomDevice } from './derive-room-state.ts';
import { aRoomLive } from '../testing/live-states.ts';

const nowMs = 1_800_000_000_000;
const silent: DeviceVitals = {
  heartRate: noReading,
  respirationRate: noReading,
  breath: { kind: 'unknown' },
  movement: noReading,
  temperature: noReading,
  posture: noReading,
  presence: noReading,
  sleepState: noReading,
};
const aDevice = (
  more: Partial<RoomDevice> = {},
  vitals: Partial<DeviceVitals> = {},
): RoomDevice => ({
  serial: 'A',
  fault: 'none',
  faultSinceMs: nowMs,
  lastFrameAtMs: nowMs,
  hasReceived: true,
  isLost: false,
  isUnjudged: false,
  isBatteryLow: false,
  sensorsOff: 0,
  measures: [],
  clockOffsetSeconds: null,
  vitals: { ...silent, ...vitals },
  ...more,
});
const figure = (value: number, certainty = 0.9) => ({ value, at: new Date(nowMs), certainty });

describe('nextRoomFacts', () => {
  it('derives the facts from the live state in relevant steps', () => {
    const live = aRoomLive({
      presence: 'inBed',
      presenceSince: new Date(5),
      sleepState: 'asleep',
      posture: 'left',
      heartRate: figure(61.4),
      respirationRate: figure(13.8),
      temperature: figure(36.24),
    });
    expect(nextRoomFacts(null, live, [aDevice()], nowMs)).toEqual({
      ...UNKNOWN_FACTS,
      areDevicesUnknown: false,
      presence: 'inBed',
      presenceSinceMs: 5,
      sleepState: 'asleep',
      posture: 'left',
      heartRate: 61,
      respirationRate: 14,
      temperature: 36.2,
    });
  });

  it('drops an uncertain or missing figure immediately and updates the others every five seconds', () => {
    const before = nextRoomFacts(null, aRoomLive({ heartRate: figure(60) }), [], nowMs);
    expect(
      nextRoomFacts(before, aRoomLive({ heartRate: figure(90) }), [], nowMs + 2_000).heartRate,
    ).toBe(60);
    expect(
      nextRoomFacts(before, aRoomLive({ heartRate: figure(90) }), [], nowMs + 5_000).heartRate,
    ).toBe(90);
    expect(
      nextRoomFacts(before, aRoomLive({ heartRate: figure(90, 0.4) }), [], nowMs + 2_000).heartRate,
    ).toBeNull();
    expect(nextRoomFacts(before, aRoomLive(), [], nowMs + 2_000).heartRate).toBeNull();
  });

  it('names the first device with each fault, and only the loss of a lost device', () => {
    const devices = [
      aDevice({ serial: 'C', isBatteryLow: true }),
      aDevice({ serial: 'B', isBatteryLow: true, sensorsOff: 1, clockOffsetSeconds: -7203 }),
      aDevice({ serial: 'D', isLost: true, isBatteryLow: true, clockOffsetSeconds: 9e9 }),
    ];
    expect(nextRoomFacts(null, aRoomLive(), devices, nowMs)).toMatchObject({
      batteryLow: 'B',
      sensorOff: 'B',
      deviceOffline: 'D',
      clockSkew: 'B',
      clockOffsetSeconds: 7205,
    });
    expect(
      nextRoomFacts(null, aRoomLive(), [aDevice({ clockOffsetSeconds: 2 })], nowMs),
    ).toMatchObject({
      batteryLow: null,
      sensorOff: null,
      deviceOffline: null,
      clockSkew: null,
      clockOffsetSeconds: 0,
    });
  });

  it('records the last movement above breathing if a sensor detects it', () => {
    const still = aDevice({}, { movement: valueReading(3, 1, nowMs) });
    const moving = aDevice({}, { movement: valueReading(45, 1, nowMs) });
    expect(nextRoomFacts(null, aRoomLive(), [aDevice()], nowMs).movedAtMs).toBeNull();
    const first = nextRoomFacts(null, aRoomLive(), [still], nowMs);
    expect(first.movedAtMs).toBe(nowMs);
    expect(nextRoomFacts(first, aRoomLive(), [still], nowMs + 600_000).movedAtMs).toBe(nowMs);
    expect(nextRoomFacts(first, aRoomLive(), [moving], nowMs + 610_000).movedAtMs).toBe(
      nowMs + 600_000,
    );
  });

  it('detects breath if one device does, and treats a jittering pause as the same', () => {
    const paused = (sinceMs: number) => aDevice({}, { breath: { kind: 'paused', sinceMs } });
    const first = nextRoomFacts(null, aRoomLive(), [paused(nowMs - 9_000)], nowMs);
    expect(first.breath).toEqual({ kind: 'paused', sinceMs: nowMs - 9_000 });
    expect(nextRoomFacts(first, aRoomLive(), [paused(nowMs - 8_700)], nowMs).breath).toBe(
      first.breath,
    );
    expect(nextRoomFacts(first, aRoomLive(), [paused(nowMs - 4_000)], nowMs).breath).toEqual({
      kind: 'paused',
      sinceMs: nowMs - 4_000,
    });
    expect(
      nextRoomFacts(
        first,
        aRoomLive(),
        [paused(nowMs), aDevice({}, { breath: { kind: 'seen' } })],
        nowMs,
      ).breath,
    ).toEqual({ kind: 'seen' });
    expect(nextRoomFacts(first, aRoomLive(), [aDevice()], nowMs).breath).toEqual({
      kind: 'unknown',
    });
  });
});
