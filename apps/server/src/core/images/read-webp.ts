import { isDrawable, type PictureFacts } from './picture-facts.ts';

type Chunk = { readonly name: string; readonly data: Buffer };
type Size = { readonly width: number; readonly height: number };

/** Of `VP8X`: alpha and colour profile. Animations, Exif and XMP are no part of a picture. */
const TAKEN_FLAGS = 0b0011_0000;

/**
 * A RIFF container that ends where it says, with one picture in it (RFC 9649). Its pixels are not
 * unpacked.
 */
export function readWebp(bytes: Buffer): PictureFacts | null {
  const chunks = chunksOf(bytes);
  const [first] = chunks ?? [];
  if (chunks === null || first === undefined) return null;
  const pictures = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const [picture] = pictures;
  if (picture === undefined || pictures.length > 1 || chunks.at(-1) !== picture) return null;
  const size = picture.name === 'VP8 ' ? lossySize(picture.data) : losslessSize(picture.data);
  if (size === null || !isDrawable(size.width, size.height) || !isArranged(chunks, first, size))
    return null;
  return { type: 'image/webp', ...size };
}

/**
 * A picture alone, or a header that says the same size, then what it announces, then the picture.
 */
function isArranged(chunks: readonly Chunk[], first: Chunk, { width, height }: Size): boolean {
  if (chunks.length === 1) return true;
  const { name, data } = first;
  if (
    name !== 'VP8X' ||
    data.length !== 10 ||
    ((data[0] ?? 0) & ~TAKEN_FLAGS) !== 0 ||
    data.readUIntLE(4, 3) + 1 !== width ||
    data.readUIntLE(7, 3) + 1 !== height
  )
    return false;
  const between = chunks.slice(1, -1).map((chunk) => chunk.name);
  return (
    between.every((one) => one === 'ICCP' || one === 'ALPH') &&
    new Set(between).size === between.length
  );
}

function chunksOf(bytes: Buffer): Chunk[] | null {
  if (
    bytes.length < 20 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WEBP' ||
    bytes.readUInt32LE(4) + 8 !== bytes.length
  )
    return null;
  const chunks: Chunk[] = [];
  for (let at = 12; at < bytes.length;) {
    if (at + 8 > bytes.length) return null;
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    const padded = end + (end % 2);
    if (padded > bytes.length || (padded > end && bytes[end] !== 0)) return null;
    chunks.push({ name: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, end) });
    at = padded;
  }
  return chunks;
}

/**
 * A key frame that is shown, its start code, and a first partition that lies in it (RFC 6386,
 * section 9.1).
 */
function lossySize(data: Buffer): Size | null {
  if (data.length <= 10 || data.readUIntBE(3, 3) !== 0x9d_01_2a) return null;
  const tag = data.readUIntLE(0, 3);
  const isShownKeyFrame = (tag & 1) === 0 && ((tag >>> 4) & 1) === 1;
  return isShownKeyFrame && 10 + (tag >>> 5) <= data.length
    ? { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
    : null;
}

/** The signature, two sides of 14 bits, and version 0 (RFC 9649, section 3.4). */
function losslessSize(data: Buffer): Size | null {
  if (data.length <= 5 || data[0] !== 0x2f) return null;
  const sizes = data.readUInt32LE(1);
  return sizes >>> 29 === 0
    ? { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 }
    : null;
}
