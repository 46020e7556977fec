import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PHOTO_BYTES, ProblemError } from '@yamori/domain';
import {
  DRAWN_JPEG,
  DRAWN_LOSSLESS,
  DRAWN_LOSSY,
  DRAWN_LOSSY_ALPHA,
} from '../../../core/images/testing/drawn-pictures.ts';
import { aPng } from '../../../testing/small-pictures.ts';
import { checkPhoto } from './photo-store.ts';

const getProblemCode = async (bytes: Buffer): Promise<string> => {
  try {
    return await checkPhoto(bytes);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
};

const decodeDataUrl = (text: string): Buffer =>
  Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
const [jpeg, webp] = [decodeDataUrl(DRAWN_JPEG), decodeDataUrl(DRAWN_LOSSY)] as const;
/** Inserts a segment at the start of the JPEG. */
const withSegment = (marker: number, words: string): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, marker, 0, words.length + 2]),
    Buffer.from(words, 'latin1'),
    jpeg.subarray(2),
  ]);
const withoutIdat = (png: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, png.indexOf('IDAT') - 4), png.subarray(png.indexOf('IEND') - 4)]);
const wrongSum = (png: Buffer): Buffer => {
  const bytes = Buffer.from(png);
  bytes[png.indexOf('IDAT') - 5] = (bytes[png.indexOf('IDAT') - 5] ?? 0) ^ 1;
  return bytes;
};

describe('checkPhoto', () => {
  it.each([
    ['PNG', aPng(), 'image/png'],
    ['a larger PNG', aPng(64, 64), 'image/png'],
    ['JPEG', jpeg, 'image/jpeg'],
    ['lossy WebP', webp, 'image/webp'],
    ['WebP with alpha', decodeDataUrl(DRAWN_LOSSY_ALPHA), 'image/webp'],
    ['lossless WebP', decodeDataUrl(DRAWN_LOSSLESS), 'image/webp'],
  ])('recognises %s by its content', async (_name, bytes, type) => {
    expect(await getProblemCode(bytes)).toBe(type);
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.padEnd(80))],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(80))],
    ['GIF', Buffer.from('GIF89a'.padEnd(80, '\0'), 'latin1')],
    ['the first bytes of a PNG', aPng().subarray(0, 30)],
    ['a truncated PNG', aPng().subarray(0, -4)],
    [
      'a PNG followed by a script',
      Buffer.concat([aPng(), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a PNG of width 0', aPng(0, 2)],
    ['a PNG of 513 pixels width', aPng(513, 2)],
    ['a PNG without image data', withoutIdat(aPng())],
    ['a PNG with a wrong checksum', wrongSum(aPng())],
    ['a JPEG followed by a script', Buffer.concat([jpeg, Buffer.from('<script>')])],
    [
      'a JPEG followed by a script and an end marker',
      Buffer.concat([jpeg, Buffer.from('<script>'), Buffer.from([0xff, 0xd9])]),
    ],
    ['a JPEG with a location', withSegment(0xe1, 'Exif\0\0MM\0*GPS 35.6 139.7')],
    ['a JPEG with a comment', withSegment(0xfe, '<script>alert(1)</script>')],
    ['a truncated JPEG', jpeg.subarray(0, 10)],
    ['a WebP with trailing bytes', Buffer.concat([webp, Buffer.from('x')])],
    [
      'a WebP of an unknown kind',
      Buffer.from(webp.toString('latin1').replace('VP8X', 'VP9X'), 'latin1'),
    ],
  ])('rejects %s', async (_name, bytes) => {
    expect(await getProblemCode(bytes)).toBe('photo-invalid');
  });

  it('rejects a large photo', async () => {
    expect(await getProblemCode(Buffer.concat([aPng(), Buffer.alloc(MAX_PHOTO_BYTES)]))).toBe(
      'photo-too-large',
    );
  });

  it('accepts or rejects damaged bytes without failing', async () => {
    const seeds = [
      aPng(),
      jpeg,
      webp,
      decodeDataUrl(DRAWN_LOSSY_ALPHA),
      decodeDataUrl(DRAWN_LOSSLESS),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }),
        fc.nat(200),
        async (seed, changes, length) => {
          const bytes = Buffer.from(seed);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          expect(['image/png', 'image/jpeg', 'image/webp', 'photo-invalid']).toContain(
            await getProblemCode(bytes.subarray(0, length)),
          );
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
