import { deviceCollection, isFileSerial, lastHeardAt, type AwaitedDevice } from '@yamori/domain';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Database } from '../../../core/database/database.ts';
import { readNewestRecords } from './night-extents-store.ts';
import type { PlannedNight } from './night-plan.ts';
import type { Awaited } from './night-result-writer.ts';

/** The scheduler checks a night for late records for two days. */
const WAIT_MS = 48 * 60 * 60_000;
/** A device that delivers buffered records lags behind real time by more than any live device. */
const BEHIND_MS = 5 * 60_000;
/** The last frame may end slightly before the night does. */
const TOLERANCE_MS = 60_000;
const MAX_DEVICES = 200;

type DeviceReaderContext = {
  readonly store: DocumentStore;
  readonly database: Database;
  readonly now: () => Date;
};
const deviceFields = deviceCollection.schema.pick({ status: true, retiredAt: true }).strip();
type DeviceFields = Pick<ReturnType<typeof deviceFields.parse>, 'status' | 'retiredAt'>;

/** Devices of the room that have not delivered all their records of the night; null if none. */
export async function readAwaited(
  { store, database, now }: DeviceReaderContext,
  { serials, leftAtUs, toMs }: PlannedNight,
): Promise<Awaited> {
  const until = new Date(toMs + WAIT_MS);
  const awaitable = serials.filter((serial) => !isFileSerial(serial)).slice(0, MAX_DEVICES);
  if (now() >= until || awaitable.length === 0) return null;
  const newest = await readNewestRecords(database, awaitable);
  const documents = await store.read(awaitable.map((serial) => `device/${serial}`));
  const devices = awaitable.flatMap((serial, index): AwaitedDevice[] => {
    const device = deviceFields.safeParse(documents[index]?.data);
    const newestUs = newest.get(serial);
    const newestMs = newestUs === undefined ? null : newestUs / 1000;
    const endMs = (leftAtUs.get(serial) ?? toMs * 1000) / 1000;
    return device.success && isAwaited(device.data, newestMs, endMs)
      ? [{ serial, since: newestMs === null ? null : new Date(newestMs) }]
      : [];
  });
  return devices.length === 0 ? null : { until, devices };
}

/**
 * Whether a device may still deliver records from before `endMs`. Devices send in recording order,
 * so a device that has been heard after the end and does not lag has nothing left to send.
 */
export function isAwaited(
  { status, retiredAt }: DeviceFields,
  newestMs: number | null,
  endMs: number,
): boolean {
  if (retiredAt !== null) return false;
  if (newestMs !== null && newestMs >= endMs - TOLERANCE_MS) return false;
  const heardMs = lastHeardAt(status)?.getTime() ?? null;
  if (heardMs === null || heardMs < endMs) return true;
  const receivedMs = status?.lastFrameAt?.getTime() ?? null;
  return newestMs !== null && receivedMs !== null && receivedMs - newestMs > BEHIND_MS;
}
