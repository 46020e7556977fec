import { MOST_PHOTO_BYTES, MOST_PHOTO_PIXELS, refuse, type PHOTO_TYPES } from '@yamori/domain';

export type PhotoType = (typeof PHOTO_TYPES)[number];
type Picture = { readonly type: PhotoType; readonly width: number; readonly height: number };

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * What kind of picture this is, by its content and never by what its sender calls it. It has to be whole, small, and to end where
 * its format says: nothing rides along behind it.
 * @throws ProblemError `photo-too-large`, `photo-invalid`
 */
export function checkPhoto(bytes: Buffer): PhotoType {
  if (bytes.length > MOST_PHOTO_BYTES) throw refuse('photo-too-large', { place: 'photo', details: { limit: MOST_PHOTO_BYTES / 1000 } });
  const picture = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  if (picture === null || picture.width < 1 || picture.height < 1 || picture.width > MOST_PHOTO_PIXELS || picture.height > MOST_PHOTO_PIXELS) throw refuse('photo-invalid', { place: 'photo' });
  return picture.type;
}

/** Chunks of length, name, data and check sum, from IHDR to IEND (PNG, section 5). */
function readPng(bytes: Buffer): Picture | null {
  if (bytes.length < 45 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  let at = 8;
  while (at + 12 <= bytes.length) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next === bytes.length ? { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null;
    at = next;
  }
  return null;
}

/** Segments up to the frame header, which says the size (ITU-T T.81, annex B). */
function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 20 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    // C4, C8 and CC lie among the frame headers and are none.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** A RIFF container whose first chunk says the size (RFC 9649). */
function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const type = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ': return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const sizes = bytes.readUInt32LE(21);
      return { type, width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default: return null;
  }
}
