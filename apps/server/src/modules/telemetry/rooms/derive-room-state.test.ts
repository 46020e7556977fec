import { isRoomSilent, type Presence, type SleepState } from '@yamori/domain';
import { noReading, uncertainReading, valueReading } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { deviceFault, roomFault, type DeviceHealth } from './device-fault.ts';
import { isRoomWorthWriting, REFRESH_AFTER_MS } from './live-writes.ts';
import { deriveRoomState, type DeviceVitals, type RoomDevice } from './derive-room-state.ts';
import { dropEstimated, toStoredStates } from './stored-states.ts';

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
const nowMs = 1_800_000_000_000;
const aDevice = (vitals: Partial<DeviceVitals>, more: Partial<RoomDevice> = {}): RoomDevice => ({
  serial: 'A-1',
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

describe('nextRoomLive', () => {
  it('takes each figure from the most certain device', () => {
    const live = deriveRoomState(
      null,
      [
        aDevice({ heartRate: valueReading(61, 0.5, nowMs) }),
        aDevice({
          heartRate: valueReading(75.46, 0.9, nowMs),
          respirationRate: valueReading(14, 0.8, nowMs),
        }),
      ],
      nowMs,
    );
    expect(live.heartRate).toEqual({ value: 75.5, at: new Date(nowMs), certainty: 0.9 });
    expect(live.respirationRate?.value).toBe(14);
  });

  it('names the vitals that some device measures, including those of a silent device', () => {
    const devices = [
      aDevice({}, { measures: ['respirationRate'] }),
      aDevice({}, { measures: ['heartRate'], isLost: true, vitals: null }),
    ];
    const live = deriveRoomState(null, devices, nowMs);
    expect(live.measures).toEqual(['heartRate', 'respirationRate']);
    const without = deriveRoomState(live, devices.slice(0, 1), nowMs);
    expect(without.measures).toEqual(['respirationRate']);
    expect(isRoomWorthWriting(live, { ...live, measures: without.measures }, nowMs, nowMs)).toBe(
      true,
    );
  });

  it('shows no figure that is too old or uncertain', () => {
    const live = deriveRoomState(
      null,
      [
        aDevice({
          heartRate: valueReading(75, 0.9, nowMs - 15_001),
          respirationRate: uncertainReading('noisy', nowMs),
          temperature: valueReading(36.5, 1, nowMs - 119_000),
        }),
      ],
      nowMs,
    );
    expect(live.heartRate).toBeNull();
    expect(live.respirationRate).toBeNull();
    expect(live.temperature?.value).toBe(36.5);
  });

  it('withholds respiration with a reason while any device detects movement, but not the heart rate', () => {
    const rates = {
      heartRate: valueReading(75, 0.9, nowMs),
      respirationRate: valueReading(16, 0.9, nowMs),
    };
    const moved = (milliG: number, ageMs = 0) =>
      deriveRoomState(
        null,
        [
          aDevice(rates),
          aDevice({ movement: valueReading(1, 1, nowMs) }),
          aDevice({ movement: valueReading(milliG, 0.4, nowMs - ageMs) }),
        ],
        nowMs,
      );
    expect(moved(20)).toMatchObject({
      heartRate: { value: 75 },
      respirationRate: null,
      doubts: { heartRate: null, respirationRate: 'movement' },
    });
    expect(moved(19)).toMatchObject({
      respirationRate: { value: 16 },
      doubts: { respirationRate: null },
    });
    expect(moved(200, 10_001).respirationRate?.value).toBe(16);
  });

  it('gives the reason for a missing figure, unless another device is certain of it', () => {
    const clipped = aDevice({
      respirationRate: uncertainReading('saturated', nowMs),
      heartRate: uncertainReading('settling', nowMs),
    });
    expect(deriveRoomState(null, [clipped], nowMs).doubts).toEqual({
      heartRate: null,
      respirationRate: 'saturated',
    });
    expect(
      deriveRoomState(
        null,
        [clipped, aDevice({ respirationRate: valueReading(14, 0.6, nowMs) })],
        nowMs,
      ),
    ).toMatchObject({ respirationRate: { value: 14 }, doubts: { respirationRate: null } });
  });

  it('retains a state and its start while estimators settle, up to a minute after the last frame', () => {
    const asleep = deriveRoomState(
      null,
      [
        aDevice({
          presence: valueReading('inBed', 1, nowMs),
          sleepState: valueReading('asleep', 1, nowMs),
        }),
      ],
      nowMs,
    );
    const after = (afterMs: number, vitals: Partial<DeviceVitals>, lastFrameAtMs: number | null) =>
      deriveRoomState(asleep, [aDevice(vitals, { lastFrameAtMs })], nowMs + afterMs);
    const settling = uncertainReading('settling', nowMs);
    const kept = {
      presence: 'inBed',
      presenceSince: new Date(nowMs),
      sleepState: 'asleep',
      sleepStateSince: new Date(nowMs),
    };
    expect(after(60_000, {}, null)).toMatchObject(kept);
    expect(after(61_000, {}, null)).toMatchObject({ presence: 'unknown', sleepState: 'unknown' });
    expect(
      after(90_000, { presence: settling, sleepState: settling }, nowMs + 90_000),
    ).toMatchObject(kept);
    // An unattached sensor means unknown, not unchanged.
    const free = uncertainReading('flat', nowMs);
    expect(after(5_000, { presence: free, sleepState: free }, nowMs + 5_000)).toMatchObject({
      presence: 'unknown',
      sleepState: 'unknown',
    });
  });

  it('continues the stored states after an outage once the first estimate confirms them', () => {
    const since = new Date(nowMs - 40 * 60_000);
    const lastMs = nowMs - 61_000;
    const state = (vitals: Partial<DeviceVitals>) => [aDevice(vitals, { lastFrameAtMs: nowMs })];
    const before = {
      ...deriveRoomState(null, [aDevice({}, { lastFrameAtMs: lastMs })], lastMs),
      presence: 'inBed' as const,
      presenceSince: since,
      sleepState: 'asleep' as const,
      sleepStateSince: since,
    };
    const stored = toStoredStates(before);
    const first = deriveRoomState(before, [aDevice({}, { lastFrameAtMs: null })], nowMs, stored);
    expect(first).toMatchObject({ presence: 'unknown', sleepState: 'unknown' });
    const inBed = { presence: valueReading<Presence>('inBed', 1, nowMs) };
    const estimated = deriveRoomState(first, state(inBed), nowMs, stored);
    expect(estimated).toMatchObject({ presence: 'inBed', presenceSince: since });
    const later = dropEstimated(stored, state(inBed), estimated, nowMs);
    const asleep = { ...inBed, sleepState: valueReading<SleepState>('asleep', 1, nowMs) };
    expect(deriveRoomState(estimated, state(asleep), nowMs, later)).toMatchObject({
      presenceSince: since,
      sleepState: 'asleep',
      sleepStateSince: since,
    });
    expect(dropEstimated(stored, state(asleep), estimated, nowMs)).toBeNull();
    const out = { presence: valueReading<Presence>('outOfBed', 1, nowMs) };
    expect(deriveRoomState(first, state(out), nowMs, stored)).toMatchObject({
      presence: 'outOfBed',
      presenceSince: new Date(nowMs),
      sleepState: 'awake',
      sleepStateSince: new Date(nowMs),
    });
    // Too old to assume that nothing changed in between.
    expect(dropEstimated(stored, [aDevice({})], first, lastMs + 15 * 60_000 + 1)).toBeNull();
  });

  it('retains the start of a state while it lasts and moves it on a change', () => {
    const inBed = aDevice({
      presence: valueReading('inBed', 1, nowMs),
      sleepState: valueReading('asleep', 1, nowMs),
    });
    const first = deriveRoomState(null, [inBed], nowMs);
    const later = deriveRoomState(
      first,
      [
        aDevice({
          presence: valueReading('inBed', 1, nowMs + 60_000),
          sleepState: valueReading('asleep', 1, nowMs + 60_000),
        }),
      ],
      nowMs + 60_000,
    );
    expect(later.presenceSince).toEqual(new Date(nowMs));
    const out = deriveRoomState(
      later,
      [
        aDevice({
          presence: valueReading('outOfBed', 1, nowMs + 70_000),
          sleepState: valueReading('asleep', 1, nowMs + 70_000),
        }),
      ],
      nowMs + 70_000,
    );
    expect(out).toMatchObject({
      presence: 'outOfBed',
      presenceSince: new Date(nowMs + 70_000),
      sleepState: 'awake',
      posture: 'unknown',
    });
  });

  it('a room is not silent at the moment when one of several devices is lost', () => {
    const lost = aDevice(
      {},
      { serial: 'BUTTON', fault: 'deviceOffline', faultSinceMs: nowMs, lastFrameAtMs: 0 },
    );
    const sending = (agoMs: number) => aDevice({}, { serial: 'BED', lastFrameAtMs: nowMs - agoMs });
    for (const agoMs of [1, 900, 14_999]) {
      const live = deriveRoomState(null, [lost, sending(agoMs)], nowMs);
      expect(live).toMatchObject({ fault: 'deviceOffline', faultSerial: 'BUTTON' });
      expect(isRoomSilent(live)).toBe(false);
    }
    expect(isRoomSilent(deriveRoomState(null, [lost, sending(15_000)], nowMs))).toBe(true);
  });

  it('names a device that was never heard, but counts it as a fault only without another device', () => {
    const never = aDevice(
      {},
      {
        serial: 'NEW',
        fault: 'deviceOffline',
        faultSinceMs: nowMs,
        lastFrameAtMs: null,
        hasReceived: false,
      },
    );
    expect(deriveRoomState(null, [never, aDevice({})], nowMs)).toMatchObject({
      fault: 'none',
      faultSerial: 'NEW',
    });
    expect(
      deriveRoomState(null, [never, aDevice({}, { fault: 'sensorOff' })], nowMs),
    ).toMatchObject({
      fault: 'sensorOff',
      faultSerial: 'A-1',
    });
    expect(deriveRoomState(null, [never], nowMs)).toMatchObject({
      fault: 'deviceOffline',
      faultSerial: 'NEW',
    });
  });

  it('prefers out of bed when two sensors are equally certain, in either order', () => {
    const hangs = aDevice({ presence: valueReading('inBed', 0.8, nowMs) });
    const left = aDevice({ presence: valueReading('outOfBed', 0.8, nowMs) });
    for (const devices of [
      [hangs, left],
      [left, hangs],
    ])
      expect(deriveRoomState(null, devices, nowMs)).toMatchObject({ presence: 'outOfBed' });
  });

  it('limits the start of a state to now', () => {
    const inBed = aDevice({ presence: valueReading('inBed', 1, nowMs) });
    const ahead = deriveRoomState(null, [inBed], nowMs + 3_600_000);
    expect(deriveRoomState(ahead, [inBed], nowMs)).toMatchObject({
      presenceSince: new Date(nowMs),
      faultSince: new Date(nowMs),
    });
  });

  it('reports unknown without evidence of presence', () => {
    expect(deriveRoomState(null, [aDevice({})], nowMs)).toMatchObject({
      presence: 'unknown',
      sleepState: 'unknown',
      posture: 'unknown',
      fault: 'none',
    });
  });
});

describe('deviceFault and roomFault', () => {
  const well: DeviceHealth = {
    isOnline: true,
    batteryPercent: 80,
    sensorsOff: 0,
    noisySinceMs: null,
  };

  it.each([
    ['none', well],
    ['deviceOffline', { ...well, isOnline: false }],
    ['sensorOff', { ...well, sensorsOff: 1 }],
    ['noisy', { ...well, noisySinceMs: nowMs - 30_000 }],
    ['none', { ...well, noisySinceMs: nowMs - 29_000 }],
    ['batteryLow', { ...well, batteryPercent: 15 }],
    ['none', { ...well, batteryPercent: 16 }],
    ['none', { ...well, batteryPercent: null }],
    ['deviceOffline', { ...well, isOnline: false, sensorsOff: 1, batteryPercent: 1 }],
  ] as const)('reports %s', (fault, health) => {
    expect(deviceFault(health, nowMs)).toBe(fault);
  });

  it('roomFault returns the worst fault with its device, and undeployed without devices', () => {
    expect(roomFault([])).toEqual({ fault: 'undeployed', serial: null, sinceMs: null });
    expect(
      roomFault([{ serial: 'A', fault: 'none', faultSinceMs: nowMs, hasReceived: true }]),
    ).toEqual({
      fault: 'none',
      serial: null,
      sinceMs: null,
    });
    expect(
      roomFault([
        { serial: 'A', fault: 'batteryLow', faultSinceMs: nowMs, hasReceived: true },
        { serial: 'B', fault: 'deviceOffline', faultSinceMs: nowMs, hasReceived: true },
        { serial: 'C', fault: 'noisy', faultSinceMs: nowMs, hasReceived: true },
      ]),
    ).toEqual({ fault: 'deviceOffline', serial: 'B', sinceMs: nowMs });
  });

  it('roomFault names the device that was lost last, in either order', () => {
    const button = aDevice({}, { serial: 'A', fault: 'deviceOffline', faultSinceMs: nowMs - 9000 });
    const bed = aDevice({}, { serial: 'B', fault: 'deviceOffline', faultSinceMs: nowMs });
    for (const devices of [
      [button, bed],
      [bed, button],
    ])
      expect(deriveRoomState(null, devices, nowMs)).toMatchObject({
        faultSerial: 'B',
        faultSince: new Date(nowMs),
      });
  });

  it('nextRoomLive retains the start of a silence while no device of the room sends', () => {
    const lastFrameAtMs = nowMs - 15_000;
    const at = (serial: string, lostAfterMs: number | null): RoomDevice =>
      aDevice(
        {},
        lostAfterMs === null
          ? { serial, lastFrameAtMs }
          : {
              serial,
              lastFrameAtMs,
              fault: 'deviceOffline',
              faultSinceMs: nowMs + lostAfterMs,
            },
      );
    const steps = [
      { afterMs: 0, devices: [at('BED', null), at('BUTTON', 0)] },
      { afterMs: 3000, devices: [at('BED', 3000), at('BUTTON', 0)] },
      { afterMs: 60_000, devices: [at('BED', 3000), at('BUTTON', null)] },
    ];
    let live: ReturnType<typeof deriveRoomState> | null = null;
    for (const { afterMs, devices } of steps) {
      live = deriveRoomState(live, devices, nowMs + afterMs);
      expect(live).toMatchObject({ fault: 'deviceOffline', faultSince: new Date(nowMs) });
      expect(isRoomSilent(live)).toBe(true);
    }
    const bedSends = aDevice({}, { serial: 'BED', lastFrameAtMs: nowMs + 70_000 });
    live = deriveRoomState(live, [bedSends, at('BUTTON', 65_000)], nowMs + 70_000);
    expect(live).toMatchObject({ faultSerial: 'BUTTON', faultSince: new Date(nowMs + 65_000) });
    expect(isRoomSilent(live)).toBe(false);
  });
});

describe('isRoomWorthWriting', () => {
  const live = deriveRoomState(null, [aDevice({ heartRate: valueReading(70, 1, nowMs) })], nowMs);

  it.each([
    ['the first state', null, live, 0, true],
    ['an unchanged state', live, live, 60_000, false],
    [
      'a doubt',
      live,
      { ...live, doubts: { heartRate: null, respirationRate: 'flat' as const } },
      0,
      true,
    ],
    [
      'a heart rate that moved invisibly',
      live,
      { ...live, heartRate: { value: 70.6, at: new Date(nowMs), certainty: 1 } },
      1000,
      false,
    ],
    [
      'a heart rate that moved',
      live,
      { ...live, heartRate: { value: 71, at: new Date(nowMs), certainty: 1 } },
      1000,
      true,
    ],
    ['a heart rate that disappeared', live, { ...live, heartRate: null }, 1000, true],
    ['a fault', live, { ...live, fault: 'noisy' as const }, 0, true],
    [
      'the first frame of another device after one was lost',
      { ...live, fault: 'deviceOffline' as const },
      { ...live, fault: 'deviceOffline' as const, lastFrameAt: new Date(nowMs + 700) },
      1000,
      true,
    ],
    [
      'a newer time, too early',
      live,
      { ...live, lastFrameAt: new Date(nowMs + 1000) },
      REFRESH_AFTER_MS - 1,
      false,
    ],
    [
      'a newer time, after the interval',
      live,
      { ...live, lastFrameAt: new Date(nowMs + 1000) },
      REFRESH_AFTER_MS,
      true,
    ],
  ])('decides on %s', (_name, written, next, afterMs, worth) => {
    expect(isRoomWorthWriting(written, next, nowMs, nowMs + afterMs)).toBe(worth);
  });
});
