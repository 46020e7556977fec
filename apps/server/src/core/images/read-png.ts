import { crc32, inflate } from 'node:zlib';
import { isDrawable, type PictureFacts } from './picture-facts.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks for pixels and colours. Texts, places and animations are rejected. */
const ALLOWED_CHUNKS: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
]);
/** Samples of a pixel, and allowed bit depths, by colour type (PNG, table 11.1). */
const COLOURS: Readonly<
  Record<number, { readonly samples: number; readonly depths: readonly number[] }>
> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

type Chunk = { readonly name: string; readonly data: Buffer };
type Header = {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly isInterlaced: boolean;
};

/**
 * Checks the chunks from IHDR to IEND with their CRCs, and the number of pixels (PNG, 3rd edition).
 */
export async function readPng(bytes: Buffer): Promise<PictureFacts | null> {
  const chunks = readChunks(bytes);
  const header = readHeader(chunks?.[0]);
  if (chunks === null || header === null || chunks.at(-1)?.data.length !== 0) return null;
  const names = chunks.map(({ name }) => name);
  const data = chunks.filter(({ name }) => name === 'IDAT').map((chunk) => chunk.data);
  const isOrdered =
    names.lastIndexOf('IHDR') === 0 &&
    names.indexOf('IEND') === names.length - 1 &&
    names.lastIndexOf('IDAT') - names.indexOf('IDAT') === data.length - 1;
  return isOrdered &&
    data.length > 0 &&
    (await hasPixels(Buffer.concat(data), countRawBytes(header)))
    ? { type: 'image/png', width: header.width, height: header.height }
    : null;
}

function readChunks(bytes: Buffer): Chunk[] | null {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return null;
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length;) {
    if (at + 12 > bytes.length) return null;
    const end = at + 8 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (
      end + 4 > bytes.length ||
      !ALLOWED_CHUNKS.has(name) ||
      crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)
    )
      return null;
    chunks.push({ name, data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

function readHeader(chunk: Chunk | undefined): Header | null {
  if (chunk?.name !== 'IHDR' || chunk.data.length !== 13) return null;
  const [depth, colour, packing, filter, interlace] = [...chunk.data.subarray(8)];
  const width = chunk.data.readUInt32BE(0);
  const height = chunk.data.readUInt32BE(4);
  const kind = COLOURS[colour ?? -1];
  if (
    kind === undefined ||
    depth === undefined ||
    !kind.depths.includes(depth) ||
    packing !== 0 ||
    filter !== 0 ||
    (interlace !== 0 && interlace !== 1)
  )
    return null;
  return isDrawable(width, height)
    ? { width, height, bitsPerPixel: depth * kind.samples, isInterlaced: interlace === 1 }
    : null;
}

/**
 * Start and step of the seven passes of an interlaced image: x, y, step x, step y (PNG, section
 * 8.2).
 */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Bytes of the unpacked pixels. Every row starts with a byte for its filter type. */
function countRawBytes({ width, height, bitsPerPixel, isInterlaced }: Header): number {
  const getDataLength = (across: number, down: number): number =>
    across < 1 || down < 1 ? 0 : down * (1 + Math.ceil((across * bitsPerPixel) / 8));
  if (!isInterlaced) return getDataLength(width, height);
  return PASSES.reduce(
    (sum, [x, y, stepX, stepY]) =>
      sum + getDataLength(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)),
    0,
  );
}

/**
 * Whether the data unpacks to exactly the image's pixels. Never unpacks more, and allows nothing
 * after the end. Asynchronous, because one commit may contain a hundred images.
 */
const hasPixels = (packed: Buffer, rawBytes: number): Promise<boolean> =>
  new Promise((resolve) => {
    inflate(packed, { maxOutputLength: rawBytes, info: true }, (error, result) => {
      // Truncated, damaged, or larger than the header says.
      if (error !== null) return resolve(false);
      // With `info` the result includes the engine, which the types omit.
      const { buffer, engine } = result as unknown as {
        readonly buffer: Buffer;
        readonly engine: { readonly bytesWritten: number };
      };
      resolve(buffer.length === rawBytes && engine.bytesWritten === packed.length);
    });
  });
