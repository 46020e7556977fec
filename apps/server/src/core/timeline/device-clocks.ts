import type { Database } from '../database/database.ts';
import type { Clock } from './timeline-frame.ts';

/**
 * What is taken off a device's times. 0 while its clock is about right; the whole difference, held
 * steady, once a report shows it to be off by more than `limitSeconds`. Frames keep the offset that
 * held when they were staged, so that both times stay known. Reports without a device time (replays
 * at another speed) claim nothing.
 */
export type DeviceClocks = {
  /** Makes `offsetUs` right for these devices. Rejects while the database is away. */
  readonly load: (serials: readonly string[]) => Promise<void>;
  readonly offsetUs: (serial: string) => number;
  /** Another server may have noted another offset: the next `load` or `report` reads it again. */
  readonly doubt: (serial: string) => void;
  /**
   * Takes in a report. @returns device clock minus server clock, the offset that holds from now on,
   * and whether that is a new one.
   */
  readonly report: (
    serial: string,
    deviceTimeUs: number,
  ) => Promise<{
    readonly measuredUs: number;
    readonly appliedUs: number;
    readonly changed: boolean;
  }>;
};

export function createDeviceClocks(
  database: Database,
  clock: Clock,
  limitSeconds: number,
): DeviceClocks {
  const offsets = new Map<string, number>();
  const doubted = new Set<string>();
  const limitUs = limitSeconds * 1e6;

  async function load(serials: readonly string[]): Promise<void> {
    const missing = [...new Set(serials)].filter(
      (serial) => !offsets.has(serial) || doubted.has(serial),
    );
    if (missing.length === 0) return;
    // Once more doubted while the reading is under way, it is read once more.
    for (const serial of missing) doubted.delete(serial);
    const before = new Map(missing.map((serial) => [serial, offsets.get(serial)]));
    const rows = await database
      .query<{ serial: string; clock_offset_us: string }>({
        name: 'device-clocks',
        text: 'select serial, clock_offset_us from device_clocks where serial = any ($1::text[])',
        values: [missing],
      })
      .catch((error: unknown) => {
        for (const serial of missing) doubted.add(serial);
        throw error;
      });
    const read = new Map(rows.map((row) => [row.serial, Number(row.clock_offset_us)]));
    // What a report noted here meanwhile is newer than what was read.
    for (const serial of missing)
      if (offsets.get(serial) === before.get(serial)) offsets.set(serial, read.get(serial) ?? 0);
  }

  return {
    load,
    offsetUs: (serial) => offsets.get(serial) ?? 0,
    doubt: (serial) => {
      if (offsets.has(serial)) doubted.add(serial);
    },
    async report(serial, deviceTimeUs) {
      const measuredUs = deviceTimeUs - Math.round(clock.nowMs() * 1000);
      await load([serial]);
      const before = offsets.get(serial) ?? 0;
      const appliedUs = latch(before, measuredUs, limitUs);
      const changed = appliedUs !== before;
      if (changed) {
        await database.query({
          name: 'device-clock-latch',
          text: `insert into device_clocks (serial, clock_offset_us, latched_ms) values ($1, $2, $3)
            on conflict (serial) do update set clock_offset_us = excluded.clock_offset_us, latched_ms = excluded.latched_ms`,
          values: [serial, appliedUs, Math.floor(clock.nowMs())],
        });
        offsets.set(serial, appliedUs);
      }
      return { measuredUs, appliedUs, changed };
    },
  };
}

/**
 * A held offset moves only when it is wrong by more than the limit: drift must not tear the series.
 */
export function latch(heldUs: number, measuredUs: number, limitUs: number): number {
  if (Math.abs(measuredUs) <= limitUs) return 0;
  return heldUs !== 0 && Math.abs(measuredUs - heldUs) <= limitUs ? heldUs : measuredUs;
}
