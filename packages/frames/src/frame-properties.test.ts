import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packDeltas, unpackDeltas, isWellPacked } from './delta-packing.ts';
import { decodeFrame } from './frame-decoder.ts';
import { type FrameContent, encodeFrame } from './frame-encoder.ts';
import { scanFrames } from './frame-scanner.ts';
import { decoderWasm } from './testing/wasm-bytes.ts';
import { joinBytes } from './testing/frame-builder.ts';
import { type DecodedFrame, type FrameDecoder, loadFrameDecoder } from './wasm-decoder.ts';

/** Channels of equal length with small steps, jumps and missing values, like those of devices. */
const channels = fc
  .tuple(
    fc.integer({ min: 1, max: 140 }),
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 0, max: 16 }),
  )
  .chain(([length, count, bits]) => {
    const step = fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: -(2 ** bits), max: 2 ** bits }) },
      { weight: 1, arbitrary: fc.constant(-32_768) },
    );
    return fc.array(
      fc
        .array(step, { minLength: length, maxLength: length })
        .map((steps) => Int16Array.from(steps)),
      { minLength: count, maxLength: count },
    );
  });
const frame: fc.Arbitrary<FrameContent> = fc.record({
  streamId: fc.integer({ min: 0, max: 65_535 }),
  sequence: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  deviceTimeUs: fc.maxSafeInteger(),
  channels,
  encoding: fc.constantFrom('plain', 'delta', 'auto'),
});

const flat = (content: FrameContent): number[] =>
  content.channels.flatMap((samples) => [...samples]);
type Plain = {
  readonly streamId: number;
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly samples: readonly number[];
};
const plain = ({ streamId, sequence, deviceTimeUs, samples }: DecodedFrame): Plain => ({
  streamId,
  sequence,
  deviceTimeUs,
  samples: [...samples],
});
const expected = (content: FrameContent): Plain => ({
  streamId: content.streamId,
  sequence: content.sequence,
  deviceTimeUs: content.deviceTimeUs,
  samples: flat(content),
});

/** The frames that the decoder returns for a sequence of chunks. */
function decodePieces(decoder: FrameDecoder, pieces: readonly Uint8Array[]): Plain[] {
  const decoded: Plain[] = [];
  const keep = (each: DecodedFrame): void => void decoded.push(plain(each));
  decoder.reset();
  for (const piece of pieces) decoder.push(piece, keep);
  decoder.end(keep);
  return decoded;
}

const decodeInTypeScript = (bytes: Uint8Array): Plain[] =>
  scanFrames(bytes, { maxProblems: Infinity }).frames.map(
    ({ streamId, sequence, deviceTimeUs, ...view }) => ({
      streamId,
      sequence,
      deviceTimeUs,
      samples: [...decodeFrame({ streamId, sequence, deviceTimeUs, ...view })],
    }),
  );

describe('encoding and decoding of frames', async () => {
  const decoder = await loadFrameDecoder(decoderWasm());

  it('both decoders return the encoded frames', () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 6 }), (contents) => {
        const bytes = joinBytes(contents.map(encodeFrame));
        expect(decodeInTypeScript(bytes)).toEqual(contents.map(expected));
        expect(decodePieces(decoder, [bytes])).toEqual(contents.map(expected));
        expect(decoder.stats()).toEqual({ frames: contents.length, badFrames: 0, skippedBytes: 0 });
      }),
    );
  });

  it('chunk boundaries do not matter', () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 2 }), (contents) => {
        const bytes = joinBytes(contents.map(encodeFrame));
        for (let at = 0; at <= bytes.length; at++) {
          expect(decodePieces(decoder, [bytes.subarray(0, at), bytes.subarray(at)])).toEqual(
            contents.map(expected),
          );
        }
        expect(
          decodePieces(
            decoder,
            Array.from(bytes, (byte) => Uint8Array.of(byte)),
          ),
        ).toEqual(contents.map(expected));
      }),
      { numRuns: 15 },
    );
  });

  it('both decoders find the same frames around damage', () => {
    const damage = fc.record({
      position: fc.nat(),
      kind: fc.constantFrom('flip', 'cut', 'insert'),
      length: fc.integer({ min: 1, max: 40 }),
      byte: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(
        fc.array(frame, { minLength: 2, maxLength: 8 }),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (contents, damages, victimSeed) => {
          const encoded = contents.map(encodeFrame);
          const victim = victimSeed % encoded.length;
          let piece = Array.from(encoded[victim] ?? []);
          for (const { position, kind, length, byte } of damages) {
            const at = position % Math.max(1, piece.length);
            if (kind === 'flip')
              piece = piece.map((value, index) => (index === at ? value ^ byte : value));
            else if (kind === 'cut') piece.splice(at, length);
            else piece.splice(at, 0, ...Array.from({ length }, () => byte));
          }
          const bytes = joinBytes(
            encoded.map((each, index) => (index === victim ? Uint8Array.from(piece) : each)),
          );
          const survivors = contents.filter((_, index) => index !== victim).map(expected);
          const found = decodeInTypeScript(bytes);
          expect(decodePieces(decoder, [bytes])).toEqual(found);
          // Damage may cancel out or miss the frame; then the frame is found too.
          expect(
            found.length - survivors.length === 1 ? contents.map(expected) : survivors,
          ).toEqual(found);
          const scan = scanFrames(bytes);
          expect(decoder.stats()).toEqual({
            frames: found.length,
            badFrames: scan.problems.filter((problem) => problem.code !== 'noSync').length,
            skippedBytes: scan.skippedBytes,
          });
          expect(
            scan.skippedBytes + scan.frames.reduce((sum, each) => sum + each.bytes.length, 0),
          ).toBe(bytes.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('noise with sync patterns contains no frames', () => {
    const noise = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 50 }),
        fc.constant(Uint8Array.of(0x59, 0x4d, 0xf0, 0xa5, 1)),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(noise, (pieces) => {
        expect(decodePieces(decoder, pieces)).toEqual([]);
        expect(scanFrames(joinBytes(pieces)).frames).toEqual([]);
      }),
    );
  });
});

describe('delta packing', () => {
  it('packing is reversible, and a wrong length is detected', () => {
    fc.assert(
      fc.property(channels, (contents) => {
        const sampleCount = contents[0]?.length ?? 0;
        const packed = packDeltas(contents);
        expect([...unpackDeltas(packed, sampleCount, contents.length)]).toEqual(
          contents.flatMap((samples) => [...samples]),
        );
        expect(isWellPacked(packed, sampleCount, contents.length)).toBe(true);
        expect(
          isWellPacked(packed.subarray(1), sampleCount, contents.length) &&
            isWellPacked(packed.subarray(0, -1), sampleCount, contents.length),
        ).toBe(false);
      }),
    );
  });
});
