import { encodeFileHeader } from '../file-header-encoder.ts';
import type { FrameContent } from '../frame-encoder.ts';
import { encodeFrame } from '../frame-encoder.ts';
import type { FrameProblem } from '../frame-scanner.ts';
import { aFrame, aWave, joinBytes, patchFrame } from './frame-builder.ts';

/**
 * A test vector: bytes, and the frames and problems in them. Written to vectors/ for other
 * implementations too.
 */
export type VectorCase = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly frames: readonly FrameContent[];
  readonly problems: readonly FrameProblem[];
};

const good = (name: string, parts: Partial<FrameContent>): VectorCase => {
  const frame = aFrame(parts);
  return { name, bytes: encodeFrame(frame), frames: [frame], problems: [] };
};

export const goodVectors = (): VectorCase[] => [
  good('plain-one-sample', { channels: [Int16Array.of(-2)], encoding: 'plain' }),
  good('plain-three-channels', {
    channels: [Int16Array.of(1, 2, 3), Int16Array.of(-1, -2, -3), Int16Array.of(256, 0, -256)],
    encoding: 'plain',
  }),
  good('plain-not-measured', { channels: [Int16Array.of(5, -32_768, 6)], encoding: 'plain' }),
  good('plain-largest-fields', {
    streamId: 65_535,
    sequence: 4_294_967_295,
    deviceTimeUs: Number.MAX_SAFE_INTEGER,
    encoding: 'plain',
  }),
  good('plain-before-1970', { deviceTimeUs: -1, encoding: 'plain' }),
  good('plain-sync-in-samples', {
    channels: [Int16Array.of(0x4d59, -0x5a10, 0x4d59)],
    encoding: 'plain',
  }),
  good('delta-one-sample', { channels: [Int16Array.of(-2)], encoding: 'delta' }),
  good('delta-constant', { channels: [new Int16Array(100).fill(1_000)], encoding: 'delta' }),
  good('delta-wave', { channels: [aWave(250)], encoding: 'delta' }),
  good('delta-two-channels-short-block', {
    channels: [aWave(37), aWave(37, 30, 7)],
    encoding: 'delta',
  }),
  good('delta-widest', {
    channels: [Int16Array.of(-32_768, 32_767, -32_768, 0, -32_768, 0, 32_767)],
    encoding: 'delta',
  }),
  good('delta-every-width', {
    channels: [Int16Array.from({ length: 17 * 32 + 1 }, (_, index) => everyWidth(index))],
    encoding: 'delta',
  }),
];

/** Block `width` has differences of up to `width` bits. */
const everyWidth = (index: number): number =>
  index % 2 === 0 ? 0 : -(2 ** (Math.floor((index - 1) / 32) - 1));

const first = (): Uint8Array => encodeFrame(aFrame({ sequence: 1, encoding: 'plain' }));
const next = aFrame({ sequence: 2, encoding: 'plain' });

/** A damaged piece followed by a good frame, which must be found. */
const damaged = (name: string, code: FrameProblem['code'], bytes: Uint8Array): VectorCase => ({
  name: `damaged-${name}`,
  bytes: joinBytes([bytes, encodeFrame(next)]),
  frames: [next],
  problems: [{ code, byteOffset: 0, byteLength: bytes.length }],
});

const cut = (name: string, bytes: Uint8Array): VectorCase => ({
  name: `damaged-${name}`,
  bytes: joinBytes([encodeFrame(next), bytes]),
  frames: [next],
  problems: [{ code: 'truncated', byteOffset: encodeFrame(next).length, byteLength: bytes.length }],
});

/** A vector for every problem code. */
export const damagedVectors = (): VectorCase[] => [
  damaged('no-sync', 'noSync', Uint8Array.of(1, 2, 3, 0x59, 0x4d, 0xf0, 0x59)),
  damaged('bad-version', 'badVersion', patchFrame(first(), 4, [2])),
  damaged('bad-encoding', 'badEncoding', patchFrame(first(), 5, [2])),
  damaged('bad-length-plain', 'badLength', patchFrame(first(), 24, [15])),
  damaged('bad-length-no-samples', 'badLength', patchFrame(first(), 20, [0, 0])),
  damaged('bad-length-no-channels', 'badLength', patchFrame(first(), 22, [0, 0])),
  damaged(
    'bad-length-delta-width',
    'badLength',
    patchFrame(encodeFrame(aFrame({ encoding: 'delta' })), 30, [17]),
  ),
  damaged(
    'bad-length-delta-rest',
    'badLength',
    patchFrame(encodeFrame(aFrame({ encoding: 'delta' })), 20, [7, 0]),
  ),
  damaged('over-limit-payload', 'overLimit', patchFrame(first(), 24, [1, 0, 1, 0])),
  damaged(
    'over-limit-samples',
    'overLimit',
    patchFrame(encodeFrame(aFrame({ encoding: 'delta' })), 20, [1, 128]),
  ),
  damaged('over-limit-time', 'overLimit', patchFrame(first(), 12, [0, 0, 0, 0, 0, 0, 0x20, 0])),
  damaged(
    'bad-crc',
    'badCrc',
    first().map((byte, index) => (index === 30 ? byte ^ 1 : byte)),
  ),
  damaged(
    'bad-crc-length',
    'truncated',
    patchFrame(encodeFrame(aFrame({ encoding: 'delta' })), 24, [0, 4]),
  ),
  cut('truncated-sync', first().subarray(0, 3)),
  cut('truncated-header', first().subarray(0, 27)),
  cut('truncated-crc', first().subarray(0, first().length - 1)),
];

/** A recording file. */
export const fileVector = (): {
  readonly header: Parameters<typeof encodeFileHeader>[0];
  readonly bytes: Uint8Array;
} => {
  const header = {
    deviceSerial: 'YM-000123',
    deviceTypeCode: 'multi',
    firmware: '2.4.1',
    timeZone: 'Asia/Tokyo',
    streams: [
      {
        id: 1,
        kind: 'ecg',
        channelCount: 1,
        unit: 'mV',
        sampleRateHz: 250,
        scale: 0.005,
        offset: -5.12,
      },
      {
        id: 2,
        kind: 'acceleration',
        channelCount: 3,
        unit: 'g',
        sampleRateHz: 50,
        scale: 1 / 4096,
        offset: 0,
      },
      { id: 9, kind: 'button', channelCount: 1, unit: '', sampleRateHz: 0, scale: 1, offset: 0 },
    ],
  };
  const acceleration = aFrame({
    streamId: 2,
    channels: [aWave(10), aWave(10, 50), aWave(10, 4_000, 9)],
  });
  const bytes = joinBytes([
    encodeFileHeader(header),
    encodeFrame(aFrame({ channels: [aWave(50)] })),
    encodeFrame(acceleration),
  ]);
  return { header, bytes };
};
