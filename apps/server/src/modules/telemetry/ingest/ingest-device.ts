import type { LiveDevice } from '../rooms/live-directory.ts';
import { createHash, timingSafeEqual } from 'node:crypto';

/** A device for ingest: its document and the streams of its type. */
export type IngestDevice = Omit<LiveDevice, 'lastStatus'>;

export type FindDevice = (serial: string) => IngestDevice | null;

export type Admission =
  | { readonly kind: 'admitted'; readonly device: IngestDevice }
  | { readonly kind: 'refused'; readonly reason: 'unknownDevice' | 'noKey' | 'wrongKey' };

const SERIAL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;
/** Compared for unknown devices, so that timing does not reveal whether a device exists. */
const NO_KEY = Buffer.alloc(32);

/** Checks a device’s key, with the same work for known and unknown serials. */
export function admitDevice(
  findDevice: FindDevice,
  serial: string,
  key: string | Uint8Array,
): Admission {
  const hash = createHash('sha256').update(key).digest();
  const device = SERIAL.test(serial) ? findDevice(serial) : null;
  const keyHash = device?.keyHash ?? null;
  const isEqual = timingSafeEqual(hash, keyHash === null ? NO_KEY : Buffer.from(keyHash, 'hex'));
  if (device === null) return { kind: 'refused', reason: 'unknownDevice' };
  if (keyHash === null) return { kind: 'refused', reason: 'noKey' };
  return isEqual ? { kind: 'admitted', device } : { kind: 'refused', reason: 'wrongKey' };
}
