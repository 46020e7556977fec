import { standardStreams, utcOffsetMinutes } from '@yamori/domain';
import type { NightAnalysis } from '@yamori/signal';
import { RECORDED_NIGHTS, RECORDED_ROOMS } from './recordings.ts';
import type { NightBounds, NightPlace } from './places.ts';
import type { DemoRoom } from './rooms.ts';
import type { LivedNight, NightRequest } from './night-simulator.ts';

/** Result of the simulator, as it is written. */
export type DemoNightResult = {
  readonly analysis: NightAnalysis;
  readonly calls: { readonly atMs: number; readonly streamId: number }[];
  readonly devices: {
    serial: string;
    firmware: string;
    typeId: string;
    streams: { streamId: number; signal: string; sampleRateHz: number }[];
  }[];
  /** When the sensors were on. */
  readonly fromMs: number;
  readonly toMs: number;
};

const HOUR_MS = 3_600_000;
/** The sensors start this long after the night begins, in the evening. */
const EVENING_HOURS = 8;
/** The sensors are on for this long. */
export const DEMO_HOURS = 12;
export const DEMO_FIRMWARE = '1.4.2';

/** Seed of the simulator, so that repeated nights are equal. */
export const toNightSeed = (cycleNight: number): string => `cycle-${cycleNight}`;

export const toSensorStartMs = ({ fromMs }: Pick<NightBounds, 'fromMs'>): number =>
  fromMs + EVENING_HOURS * HOUR_MS;

/** Builds the request to the simulator. */
export function toNightRequest(
  { roomId, devices }: DemoRoom,
  place: Omit<NightPlace, 'key' | 'back' | 'nightStartsAt' | 'night'>,
  hours: number,
): NightRequest {
  const { timeZone, cycleNight, fromMs, toMs } = place;
  return {
    person: roomId,
    night: toNightSeed(cycleNight),
    fromMs,
    toMs,
    utcOffsetMinutes: utcOffsetMinutes((fromMs + toMs) / 2, timeZone),
    startMs: toSensorStartMs(place),
    hours,
    // The first start also records these nights, and analysing the recordings gives the same
    // figures.
    asRecorded: RECORDED_ROOMS.has(roomId) && cycleNight < RECORDED_NIGHTS,
    devices: devices.map(({ serial, typeCode }) => ({
      serial,
      streams: standardStreams(typeCode),
    })),
  };
}

export function toDemoNightResult(
  { devices }: DemoRoom,
  { startMs, hours }: NightRequest,
  { analysis, streams, callsMs }: LivedNight,
): DemoNightResult {
  const button = devices
    .flatMap(({ typeCode }) => standardStreams(typeCode))
    .find(({ kind }) => kind === 'button');
  return {
    analysis,
    calls: button === undefined ? [] : callsMs.map((atMs) => ({ atMs, streamId: button.streamId })),
    devices: devices.map(({ serial, typeCode }) => ({
      serial,
      firmware: DEMO_FIRMWARE,
      typeId: typeCode,
      streams: streams
        .filter((stream) => stream.serial === serial)
        .map(({ streamId, signal, sampleRateHz }) => ({ streamId, signal, sampleRateHz })),
    })),
    fromMs: startMs,
    toMs: startMs + hours * HOUR_MS,
  };
}
