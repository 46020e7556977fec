import { createHash, timingSafeEqual } from 'node:crypto';
import type { DeviceDirectory, IngestDevice } from './device-directory.ts';

export type Admission =
  | { readonly kind: 'admitted'; readonly device: IngestDevice }
  | { readonly kind: 'refused'; readonly reason: 'unknownDevice' | 'noKey' | 'wrongKey' }
  | { readonly kind: 'unavailable' };

const SERIAL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;
/** Compared with when there is no such device, so that both answers take the same time. */
const NOBODY = Buffer.alloc(32);

/** Checks a device's key. The same work is done for known and unknown serials. */
export async function admitDevice(
  directory: DeviceDirectory,
  serial: string,
  key: string | Uint8Array,
): Promise<Admission> {
  const hash = createHash('sha256').update(key).digest();
  if (!SERIAL.test(serial)) return { kind: 'refused', reason: 'unknownDevice' };
  try {
    const device = await directory.find(serial);
    const wanted = device?.keyHash ?? null;
    const equal = timingSafeEqual(hash, wanted === null ? NOBODY : Buffer.from(wanted, 'hex'));
    if (device === null) return { kind: 'refused', reason: 'unknownDevice' };
    if (device.keyHash === null) return { kind: 'refused', reason: 'noKey' };
    return equal ? { kind: 'admitted', device } : { kind: 'refused', reason: 'wrongKey' };
  } catch {
    return { kind: 'unavailable' };
  }
}
