import { standardStreams } from '@yamori/domain';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemonstrationRoom } from './rooms.ts';
import type { NightSimulator } from './night-simulator.ts';

/** How nights with samples come onto the timeline: as any recording does, by an import. */
export type DemonstrationRecordings = {
  readonly roomIds: ReadonlySet<string>;
  /** Where a recording lies while it is brought in. */
  readonly folder: string;
  /** Whether the device has anything on the timeline then. */
  readonly hasSamples: (serial: string, fromMs: number, toMs: number) => Promise<boolean>;
  /** Imports a file into a room. */
  readonly bring: (roomId: string, fileName: string, path: string) => Promise<void>;
};

/** Last night only: a device's night takes 25 MB, two thirds of it outside the samples. */
export const RECORDED_NIGHTS = 1;
/** A bed with a heart, and a bed in each home. */
export const RECORDED_ROOMS: ReadonlySet<string> = new Set([
  'demo-akane-201',
  'demo-akane-202',
  'demo-mizuki-101',
]);

type NightToRecord = {
  readonly room: DemonstrationRoom;
  readonly night: string;
  /** Seeds the simulator. */
  readonly seed: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly startMs: number;
  readonly hours: number;
  readonly timeZone: string;
  readonly firmware: string;
};

/**
 * Brings in what the beds of a room sent of a night, unless they sent anything themselves. @returns
 * whether anything was brought
 */
export async function recordNight(
  { folder, hasSamples, bring }: DemonstrationRecordings,
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
      // A button that nobody pressed.
      if (frames === 0) continue;
      await bring(roomId, `${serial}-${night}.ymr`, file);
      brought = true;
    } finally {
      await rm(file, { force: true });
    }
  }
  return brought;
}
