import { standardStreams, utcOffsetMinutes } from '@yamori/domain';
import type { NightAnalysis } from '@yamori/signal';
import { RECORDED_NIGHTS, RECORDED_ROOMS } from './recordings.ts';
import type { NightBounds, NightPlace } from './places.ts';
import type { DemonstrationRoom } from './rooms.ts';
import type { LivedNight, NightRequest } from './night-simulator.ts';

/** What the simulator answered, as a night is written. */
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
/** The sensors are switched on this long after the night begins: in the evening. */
const EVENING_HOURS = 8;
/** For this long the sensors are on. */
export const DEMO_HOURS = 12;
export const DEMO_FIRMWARE = '1.4.2';

/** Seeds the simulator, so that a night that is repeated comes out the same. */
export const toNightSeed = (cycleNight: number): string => `cycle-${cycleNight}`;

export const toSensorStartMs = ({ fromMs }: Pick<NightBounds, 'fromMs'>): number =>
  fromMs + EVENING_HOURS * HOUR_MS;

/** What the simulator is asked for. */
export function toNightRequest(
  { roomId, devices }: DemonstrationRoom,
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
    // The first start records these nights too, and analysing the recordings changes no figure.
    asRecorded: RECORDED_ROOMS.has(roomId) && cycleNight < RECORDED_NIGHTS,
    devices: devices.map(({ serial, typeCode }) => ({
      serial,
      streams: standardStreams(typeCode),
    })),
  };
}

export function toDemoNightResult(
  { devices }: DemonstrationRoom,
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
