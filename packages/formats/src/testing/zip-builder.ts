import { deflateRawSync } from 'node:zlib';
import { crc32 } from '../archive/zip-directory.ts';

/** A file of a synthetic archive; the given fields are written even if they are wrong. */
export type ZipPart = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isStored?: boolean;
  readonly flags?: number;
  readonly method?: number;
  readonly claimedBytes?: number;
  readonly crc?: number;
  /** Shares the bytes of the previous part. */
  readonly sharesBytes?: boolean;
};

export function buildZip(parts: readonly ZipPart[]): Uint8Array {
  const locals: Uint8Array[] = [];
  const centrals: Uint8Array[] = [];
  let at = 0;
  let before = 0;
  for (const part of parts) {
    const packed = part.isStored === true ? part.bytes : deflateRawSync(part.bytes);
    const name = new TextEncoder().encode(part.name);
    const place = part.sharesBytes === true ? before : at;
    const common = (bytes: Uint8Array, from: number): void => {
      const view = new DataView(bytes.buffer);
      view.setUint16(from, part.flags ?? 0, true);
      view.setUint16(from + 2, part.method ?? (part.isStored === true ? 0 : 8), true);
      view.setUint32(from + 8, part.crc ?? crc32(part.bytes), true);
      view.setUint32(from + 12, packed.length, true);
      view.setUint32(from + 16, part.claimedBytes ?? part.bytes.length, true);
      view.setUint16(from + 20, name.length, true);
    };
    const local = new Uint8Array(30 + name.length + packed.length);
    new DataView(local.buffer).setUint32(0, 0x04034b50, true);
    common(local, 6);
    local.set(name, 30);
    local.set(packed, 30 + name.length);
    const central = new Uint8Array(46 + name.length);
    new DataView(central.buffer).setUint32(0, 0x02014b50, true);
    common(central, 8);
    new DataView(central.buffer).setUint32(42, place, true);
    central.set(name, 46);
    centrals.push(central);
    before = place;
    if (part.sharesBytes === true) continue;
    locals.push(local);
    at += local.length;
  }
  const end = new Uint8Array(22);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, parts.length, true);
  view.setUint16(10, parts.length, true);
  view.setUint32(
    12,
    centrals.reduce((sum, { length }) => sum + length, 0),
    true,
  );
  view.setUint32(16, at, true);
  return new Uint8Array(Buffer.concat([...locals, ...centrals, end]));
}
