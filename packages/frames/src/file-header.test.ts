import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32c } from './crc32c.ts';
import { encodeFileHeader } from './file-header-encoder.ts';
import { parseFileHeader } from './file-header-parser.ts';
import type { FileHeader, FileStream } from './file-header.ts';

const aStream = (parts: Partial<FileStream> = {}): FileStream => ({
  id: 1,
  kind: 'ecg',
  channelCount: 1,
  unit: 'mV',
  sampleRateHz: 250,
  scale: 0.005,
  offset: 0,
  ...parts,
});
const aHeader = (parts: Partial<FileHeader> = {}): FileHeader => ({
  deviceSerial: 'YM-1',
  deviceTypeCode: 'multi',
  firmware: '1.0',
  timeZone: 'Asia/Tokyo',
  streams: [aStream()],
  ...parts,
});

/** The header with bytes replaced and its CRC updated. */
function patched(
  offset: number,
  bytes: readonly number[],
  header: FileHeader = aHeader(),
): Uint8Array {
  const encoded = encodeFileHeader(header);
  encoded.set(bytes, offset);
  new DataView(encoded.buffer).setUint32(
    encoded.length - 4,
    crc32c(encoded, 0, encoded.length - 4),
    true,
  );
  return encoded;
}

const getProblemCode = (bytes: Uint8Array): string => {
  const result = parseFileHeader(bytes);
  return result.kind === 'refused' ? result.problem.code : 'none';
};

describe('encodeFileHeader and parseFileHeader', () => {
  it('a header survives encoding and parsing', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((value) => value.isWellFormed());
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const stream = fc.record({
      id: fc.integer({ min: 0, max: 65_535 }),
      kind: text,
      channelCount: fc.integer({ min: 1, max: 65_535 }),
      unit: text,
      sampleRateHz: number.map((value) => Math.abs(value) + 0),
      scale: number.filter((value) => value !== 0),
      offset: number,
    });
    const streams = fc.uniqueArray(stream, { selector: (each) => each.id, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.record({
          deviceSerial: text,
          deviceTypeCode: text,
          firmware: text,
          timeZone: text,
          streams,
        }),
        (header) => {
          const bytes = encodeFileHeader(header);
          expect(parseFileHeader(Uint8Array.from([...bytes, 1, 2, 3]))).toEqual({
            kind: 'header',
            header,
            framesOffset: bytes.length,
          });
        },
      ),
    );
  });

  it.each([
    ['an empty file', new Uint8Array(0), 'truncated'],
    ['a file of another format', new TextEncoder().encode('0       EDF'), 'badMagic'],
    ['a cut header', encodeFileHeader(aHeader()).subarray(0, 40), 'truncated'],
    ['an unknown version', patched(8, [2]), 'badVersion'],
    ['a length over the limit', patched(12, [0, 0, 2, 0]), 'overLimit'],
    ['a length that is too small', patched(12, [19, 0]), 'badLength'],
    [
      'a flipped bit',
      encodeFileHeader(aHeader()).map((byte, index) => (index === 20 ? byte ^ 1 : byte)),
      'badCrc',
    ],
    ['text that is not UTF-8', patched(17, [0xff]), 'badText'],
    ['a text past the end', patched(16, [255]), 'badLength'],
    ['too many streams', patched(10, [2]), 'badLength'],
    ['too few streams', patched(10, [0]), 'badLength'],
    ['a stream without channels', patched(44, [0]), 'badStream'],
  ])('reports %s', (_, bytes, code) => {
    expect(getProblemCode(bytes)).toBe(code);
  });

  it.each([
    ['a text over 255 bytes', aHeader({ firmware: 'あ'.repeat(86) })],
    ['a scale of 0', aHeader({ streams: [aStream({ scale: 0 })] })],
    ['a negative rate', aHeader({ streams: [aStream({ sampleRateHz: -1 })] })],
    ['two streams with one id', aHeader({ streams: [aStream(), aStream()] })],
    [
      'a header over 64 KiB',
      aHeader({
        streams: Array.from({ length: 200 }, (_, id) =>
          aStream({ id, kind: 'k'.repeat(255), unit: 'u'.repeat(255) }),
        ),
      }),
    ],
  ])('rejects %s', (_, header) => {
    expect(() => encodeFileHeader(header)).toThrow(RangeError);
  });

  it('parsing never throws on 100,000 damaged headers', () => {
    const whole = encodeFileHeader(
      aHeader({ streams: [aStream(), aStream({ id: 2, kind: '呼吸' })] }),
    );
    let state = 7;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 100_000; round++) {
      const damaged = Uint8Array.from(whole);
      for (let count = 1 + random(4); count > 0; count--)
        damaged[random(damaged.length)] = random(256);
      // Update the CRC of half of them, so that the damage passes that check.
      if (round % 2 === 0)
        new DataView(damaged.buffer).setUint32(
          whole.length - 4,
          crc32c(damaged, 0, whole.length - 4),
          true,
        );
      const input = round % 5 === 0 ? damaged.subarray(0, random(whole.length)) : damaged;
      const result = parseFileHeader(input);
      if (result.kind === 'refused')
        expect(result.problem.byteOffset).toBeLessThanOrEqual(input.length);
    }
  });
});
