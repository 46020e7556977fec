import { standardStreams } from '@yamori/domain';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoRoom } from './rooms.ts';
import type { NightSimulator } from './night-simulator.ts';

/** Puts nights with samples onto the timeline through the normal import. */
export type DemoRecordings = {
  readonly roomIds: ReadonlySet<string>;
  /** Temporary folder for recordings. */
  readonly folder: string;
  /** Whether the device has samples on the timeline in this range. */
  readonly hasSamples: (serial: string, fromMs: number, toMs: number) => Promise<boolean>;
  /** Imports a file into a room. */
  readonly bring: (roomId: string, fileName: string, path: string) => Promise<void>;
};

/** Last night only, because a night of one device takes 25 MB, two thirds of it overhead. */
export const RECORDED_NIGHTS = 1;
/** One bed with an ECG, and one bed in each home. */
export const RECORDED_ROOMS: ReadonlySet<string> = new Set([
  'demo-akane-201',
  'demo-akane-202',
  'demo-mizuki-101',
]);

type NightToRecord = {
  readonly room: DemoRoom;
  readonly night: string;
  /** Seed of the simulator. */
  readonly seed: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly startMs: number;
  readonly hours: number;
  readonly timeZone: string;
  readonly firmware: string;
};

/**
 * Imports recordings of a room's beds for a night, except for devices that have sent data
 * themselves. @returns whether any was imported
 */
export async function recordNight(
  { folder, hasSamples, bring }: DemoRecordings,
  simulator: Pick<NightSimulator, 'record'>,
  {
    room: { roomId, devices },
    night,
    seed,
    fromMs,
    toMs,
    startMs,
    hours,
    timeZone,
    firmware,
  }: NightToRecord,
): Promise<boolean> {
  let brought = false;
  for (const { serial, typeCode } of devices) {
    if (await hasSamples(serial, fromMs, toMs)) continue;
    const file = join(folder, `${serial}.ymr`);
    try {
      const { frames } = await simulator.record({
        person: roomId,
        night: seed,
        startMs,
        hours,
        timeZone,
        device: { serial, typeCode, firmware, streams: standardStreams(typeCode) },
        file,
      });
      // A button without a press.
      if (frames === 0) continue;
      await bring(roomId, `${serial}-${night}.ymr`, file);
      brought = true;
    } finally {
      await rm(file, { force: true });
    }
  }
  return brought;
}
