import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DRAWN_JPEG,
  DRAWN_LOSSLESS,
  DRAWN_LOSSY,
  DRAWN_LOSSY_ALPHA,
  DRAWN_PNG,
} from './testing/drawn-pictures.ts';
import { readPictureText } from './validate-images.ts';

type Kind = 'png' | 'jpeg' | 'webp';
const decode = (text: string): Buffer => Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
const toDataUrl = (kind: Kind, bytes: Buffer): string =>
  `data:image/${kind};base64,${bytes.toString('base64')}`;
const [png, jpeg, webp] = [DRAWN_PNG, DRAWN_JPEG, DRAWN_LOSSY].map(decode) as [
  Buffer,
  Buffer,
  Buffer,
];
const SCRIPT = Buffer.from('<script>alert(1)</script>');

const buildPng = (chunks: readonly (readonly [name: string, data: Buffer])[]): Buffer =>
  Buffer.concat([
    png.subarray(0, 8),
    ...chunks.map(([name, data]) => {
      const whole = Buffer.alloc(12 + data.length);
      whole.writeUInt32BE(data.length);
      whole.write(name, 4, 'latin1');
      data.copy(whole, 8);
      whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
      return whole;
    }),
  ]);
function pngHeader(width: number, height: number, depth = 8, colour = 0, interlace = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  return header;
}
const END = ['IEND', Buffer.alloc(0)] as const;
const grey = (width: number, height: number, rawBytes = height * (1 + width)): Buffer =>
  buildPng([
    ['IHDR', pngHeader(width, height)],
    ['IDAT', deflateSync(Buffer.alloc(rawBytes))],
    END,
  ]);
const at = (bytes: Buffer, place: number, more: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]);
const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]),
    data,
  ]);
function buildWebp(...chunks: readonly (readonly [name: string, data: Buffer])[]): Buffer {
  const body = Buffer.concat(
    chunks.map(([name, data]) => {
      const head = Buffer.alloc(8);
      head.write(name, 'latin1');
      head.writeUInt32LE(data.length, 4);
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
    }),
  );
  const riff = Buffer.alloc(12);
  riff.write('RIFF', 'latin1');
  riff.writeUInt32LE(body.length + 4, 4);
  riff.write('WEBP', 8, 'latin1');
  return Buffer.concat([riff, body]);
}
const lossy = webp.subarray(
  webp.indexOf('VP8 ') + 8,
  webp.indexOf('VP8 ') + 8 + webp.readUInt32LE(webp.indexOf('VP8 ') + 4),
);
const extended = (flags: number, width = 12, height = 8): Buffer => {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return data;
};
const changed = (bytes: Buffer, place: number, value: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[place] = value;
  return copy;
};

describe('readPictureText', () => {
  it.each([
    ['PNG', DRAWN_PNG],
    ['JPEG', DRAWN_JPEG],
    ['lossy WebP', DRAWN_LOSSY],
    ['lossy WebP with alpha', DRAWN_LOSSY_ALPHA],
    ['lossless WebP', DRAWN_LOSSLESS],
    ['plain lossy WebP', toDataUrl('webp', buildWebp(['VP8 ', lossy]))],
    ['grey PNG', toDataUrl('png', grey(12, 8))],
    [
      'interlaced PNG',
      toDataUrl(
        'png',
        buildPng([
          ['IHDR', pngHeader(12, 8, 8, 0, 1)],
          ['IDAT', deflateSync(Buffer.alloc(12 * 8 + 1 + 1 + 1 + 2 + 2 + 4 + 4))],
          END,
        ]),
      ),
    ],
  ])('reads the size of a %s', async (_name, text) => {
    expect(await readPictureText(text)).toEqual({
      type: /^data:([^;]+)/.exec(text)?.[1],
      width: 12,
      height: 8,
    });
  });

  it.each<[string, Kind, Buffer]>([
    ['a PNG declared as JPEG', 'jpeg', png],
    ['a JPEG declared as WebP', 'webp', jpeg],
    ['a WebP declared as PNG', 'png', webp],
    ['an HTML page', 'png', SCRIPT],
    ['a file signature alone', 'png', png.subarray(0, 8)],
    ['a PNG followed by a page', 'png', Buffer.concat([png, SCRIPT])],
    ['a page followed by a PNG', 'png', Buffer.concat([SCRIPT, png])],
    ['a PNG with text', 'png', at(png, 33, buildPng([['tEXt', SCRIPT]]).subarray(8))],
    [
      'a PNG with a page after its pixels',
      'png',
      buildPng([
        ['IHDR', pngHeader(12, 8)],
        ['IDAT', Buffer.concat([deflateSync(Buffer.alloc(104)), SCRIPT])],
        END,
      ]),
    ],
    [
      'a PNG whose IEND chunk contains data',
      'png',
      buildPng([
        ['IHDR', pngHeader(12, 8)],
        ['IDAT', deflateSync(Buffer.alloc(104))],
        ['IEND', SCRIPT],
      ]),
    ],
    ['a PNG that unpacks to far more than its size', 'png', grey(12, 8, 30_000_000)],
    ['a PNG with too few pixels', 'png', grey(12, 8, 50)],
    ['a PNG of a huge size', 'png', grey(60_000, 60_000, 100)],
    ['a PNG above the maximum size', 'png', grey(513, 8)],
    ['a PNG of size 0', 'png', grey(0, 8, 8)],
    ['a PNG with a changed byte', 'png', changed(png, 50, (png[50] ?? 0) ^ 1)],
    ['a PNG without pixels', 'png', buildPng([['IHDR', pngHeader(12, 8)], END])],
    ['an animated PNG', 'png', at(png, 33, buildPng([['acTL', Buffer.alloc(8)]]).subarray(8))],
    [
      'a PNG of an invalid bit depth',
      'png',
      buildPng([['IHDR', pngHeader(12, 8, 3)], ['IDAT', deflateSync(Buffer.alloc(104))], END]),
    ],
    ['a JPEG followed by a page', 'jpeg', Buffer.concat([jpeg, SCRIPT])],
    [
      'a JPEG followed by an archive and an end marker',
      'jpeg',
      Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004'), jpeg.subarray(-2)]),
    ],
    ['a JPEG with a comment', 'jpeg', at(jpeg, 2, segment(0xfe, SCRIPT))],
    ['a JPEG with Exif', 'jpeg', at(jpeg, 2, segment(0xe1, Buffer.from('Exif\0\0MM\0*')))],
    ['a JPEG without its frame', 'jpeg', Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(-2)])],
    [
      'a JPEG of a huge size',
      'jpeg',
      changed(jpeg, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5, 0xff),
    ],
    [
      'a JPEG with an empty scan',
      'jpeg',
      Buffer.concat([
        jpeg.subarray(
          0,
          jpeg.lastIndexOf(Buffer.from([0xff, 0xda])) +
            2 +
            jpeg.readUInt16BE(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])) + 2),
        ),
        jpeg.subarray(-2),
      ]),
    ],
    ['a WebP followed by a page', 'webp', Buffer.concat([webp, SCRIPT])],
    [
      'a WebP with text',
      'webp',
      buildWebp(['VP8X', extended(0)], ['XMP ', SCRIPT], ['VP8 ', lossy]),
    ],
    ['a WebP with declared XMP', 'webp', buildWebp(['VP8X', extended(4)], ['VP8 ', lossy])],
    ['a WebP of two sizes', 'webp', buildWebp(['VP8X', extended(0, 4000, 4000)], ['VP8 ', lossy])],
    [
      'a WebP of two images',
      'webp',
      buildWebp(['VP8X', extended(0)], ['VP8 ', lossy], ['VP8 ', lossy]),
    ],
    ['a WebP without an image', 'webp', buildWebp(['VP8X', extended(0)])],
    [
      'a WebP of a huge size',
      'webp',
      buildWebp(['VP8 ', changed(changed(lossy, 7, 0x3f), 9, 0x3f)]),
    ],
  ])('rejects %s', async (_name, kind, bytes) => {
    expect(await readPictureText(toDataUrl(kind, bytes))).toBeNull();
  });

  it.each<[Kind, Buffer]>([
    ['png', png],
    ['jpeg', jpeg],
    ['webp', webp],
  ])('rejects a %s truncated at any byte', async (kind, bytes) => {
    expect(
      (
        await Promise.all(
          Array.from({ length: bytes.length }, (_, length) =>
            readPictureText(toDataUrl(kind, bytes.subarray(0, length))),
          ),
        )
      ).filter((facts) => facts !== null),
    ).toEqual([]);
  });

  it('rejects base64 characters that decode to nothing', async () => {
    expect(await readPictureText(`${DRAWN_JPEG.replace(/=+$/, '')}A`)).toBeNull();
    expect(await readPictureText(DRAWN_PNG.replace('base64,', 'base64, '))).toBeNull();
  });

  it('never throws for damaged bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<[Kind, Buffer]>(['png', png], ['jpeg', jpeg], ['webp', webp]),
        fc.array(fc.tuple(fc.nat(900), fc.nat(255)), { maxLength: 6 }),
        async ([kind, seed], changes) => {
          const bytes = Buffer.from(seed);
          for (const [place, value] of changes) if (place < bytes.length) bytes[place] = value;
          const facts = await readPictureText(toDataUrl(kind, bytes));
          expect(facts === null || (facts.width <= 512 && facts.height <= 512)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
