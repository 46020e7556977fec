import type { StreamDeclaration } from '@yamori/domain';
import type { Logger } from 'pino';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';

/** What ingest needs to know of a device: its document and its type's. */
export type IngestDevice = {
  readonly serial: string;
  readonly rootDomainId: string;
  readonly domainId: string;
  readonly roomId: string | null;
  readonly typeId: string;
  /** SHA-256 of its key in hex; null: it may not sign in. */
  readonly keyHash: string | null;
  readonly streams: readonly StreamDeclaration[];
};

export type FindDevice = (serial: string) => Promise<IngestDevice | null>;

/**
 * Devices as they were last read. Keeps at most `MAX_DEVICES`, the ones asked for longest ago leave
 * first.
 */
export type DeviceDirectory = {
  /** Rejects only when a device is unknown here and cannot be asked for. */
  readonly find: (serial: string) => Promise<IngestDevice | null>;
  /** What is known without asking. */
  readonly known: (serial: string) => IngestDevice | null | undefined;
  /**
   * The device's document, or (without a serial) any type changed. @returns the device as it is
   * now.
   */
  readonly refresh: (serial: string) => Promise<IngestDevice | null>;
  readonly serials: () => string[];
};

const MAX_DEVICES = 50_000;
/** A serial that was not found is asked for again soon: it may just be being registered. */
const UNKNOWN_SECONDS = 3;

type Entry = { readonly device: IngestDevice | null; readonly readMs: number };

export function createDeviceDirectory(
  findDevice: FindDevice,
  clock: Clock,
  log: Logger,
  maxAgeSeconds: number,
): DeviceDirectory {
  const entries = new Map<string, Entry>();
  const asking = new Map<string, Promise<IngestDevice | null>>();

  function refresh(serial: string): Promise<IngestDevice | null> {
    const reading = findDevice(serial)
      .then((device) => {
        entries.delete(serial);
        entries.set(serial, { device, readMs: clock.nowMs() });
        for (const oldest of entries.keys()) {
          if (entries.size <= MAX_DEVICES) break;
          entries.delete(oldest);
        }
        return device;
      })
      .finally(() => {
        if (asking.get(serial) === reading) asking.delete(serial);
      });
    asking.set(serial, reading);
    return reading;
  }

  return {
    async find(serial) {
      const entry = entries.get(serial);
      const ageSeconds =
        entry === undefined ? Number.POSITIVE_INFINITY : (clock.nowMs() - entry.readMs) / 1000;
      if (
        entry !== undefined &&
        ageSeconds < (entry.device === null ? UNKNOWN_SECONDS : maxAgeSeconds)
      )
        return entry.device;
      const reading = asking.get(serial) ?? refresh(serial);
      if (entry?.device === null || entry === undefined) return reading;
      // A known device keeps working while the database is away.
      return reading.catch((error: unknown) => {
        log.warn(
          { err: error, serial },
          'the device cannot be read again; what was known of it holds',
        );
        return entry.device;
      });
    },
    known: (serial) => entries.get(serial)?.device,
    refresh,
    serials: () => [...entries.keys()],
  };
}
