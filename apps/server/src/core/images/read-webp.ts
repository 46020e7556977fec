import { isDrawable, type PictureFacts } from './picture-facts.ts';

type Chunk = { readonly name: string; readonly data: Buffer };
type Size = { readonly width: number; readonly height: number };

/** Flags of `VP8X`: alpha and colour profile. Animations, Exif and XMP are rejected. */
const ALLOWED_FLAGS = 0b0011_0000;

/**
 * Checks a RIFF container of the declared length with one image (RFC 9649). Does not decode the
 * pixels.
 */
export function readWebp(bytes: Buffer): PictureFacts | null {
  const chunks = readChunks(bytes);
  const [first] = chunks ?? [];
  if (chunks === null || first === undefined) return null;
  const pictures = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const [picture] = pictures;
  if (picture === undefined || pictures.length > 1 || chunks.at(-1) !== picture) return null;
  const size =
    picture.name === 'VP8 ' ? readLossySize(picture.data) : readLosslessSize(picture.data);
  if (size === null || !isDrawable(size.width, size.height) || !hasValidLayout(chunks, first, size))
    return null;
  return { type: 'image/webp', ...size };
}

/**
 * Whether the chunks are an image alone, or a `VP8X` header of the same size, what it declares, and
 * the image.
 */
function hasValidLayout(chunks: readonly Chunk[], first: Chunk, { width, height }: Size): boolean {
  if (chunks.length === 1) return true;
  const { name, data } = first;
  if (
    name !== 'VP8X' ||
    data.length !== 10 ||
    ((data[0] ?? 0) & ~ALLOWED_FLAGS) !== 0 ||
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

function readChunks(bytes: Buffer): Chunk[] | null {
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

/** Size of a visible key frame whose first partition is inside the data (RFC 6386, section 9.1). */
function readLossySize(data: Buffer): Size | null {
  if (data.length <= 10 || data.readUIntBE(3, 3) !== 0x9d_01_2a) return null;
  const tag = data.readUIntLE(0, 3);
  const isShownKeyFrame = (tag & 1) === 0 && ((tag >>> 4) & 1) === 1;
  return isShownKeyFrame && 10 + (tag >>> 5) <= data.length
    ? { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
    : null;
}

/** Size from the header: signature, two sides of 14 bits, version 0 (RFC 9649, section 3.4). */
function readLosslessSize(data: Buffer): Size | null {
  if (data.length <= 5 || data[0] !== 0x2f) return null;
  const sizes = data.readUInt32LE(1);
  return sizes >>> 29 === 0
    ? { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 }
    : null;
}
