import type { Database } from '../database/database.ts';
import type { Clock } from './timeline-frame.ts';

/**
 * Offsets subtracted from the times of devices. 0 while a device's clock is about right; otherwise
 * the whole difference, held constant once a report shows more than `limitSeconds`. Frames keep the
 * offset at which they were staged, so both times remain known. Reports without a device time
 * (replays at another speed) change nothing.
 */
export type DeviceClocks = {
  /** Loads the offsets of these devices; rejects while the database is unreachable. */
  readonly load: (serials: readonly string[]) => Promise<void>;
  readonly offsetUs: (serial: string) => number;
  /**
   * Invalidates an offset that another server may have changed; the next `load` or `report` rereads
   * it.
   */
  readonly doubt: (serial: string) => void;
  /**
   * Processes a report. Returns device clock minus server clock, the offset that applies from now
   * on, and whether it is new.
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
    // Before the read, so that an invalidation during the read causes another one.
    for (const serial of missing) doubted.delete(serial);
    const before = new Map(missing.map((serial) => [serial, offsets.get(serial)]));
    const rows = await database
      .query<{ serial: string; clock_offset_us: string }>({
        name: 'read_device_clocks',
        text: 'select serial, clock_offset_us from device_clocks where serial = any ($1::text[])',
        values: [missing],
      })
      .catch((error: unknown) => {
        for (const serial of missing) doubted.add(serial);
        throw error;
      });
    const read = new Map(rows.map((row) => [row.serial, Number(row.clock_offset_us)]));
    // An offset that a report has set in the meantime is newer than the read.
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
          name: 'latch_device_clock',
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
 * Changes a held offset only if it is wrong by more than the limit, so that drift causes no gaps.
 */
export function latch(heldUs: number, measuredUs: number, limitUs: number): number {
  if (Math.abs(measuredUs) <= limitUs) return 0;
  return heldUs !== 0 && Math.abs(measuredUs - heldUs) <= limitUs ? heldUs : measuredUs;
}
