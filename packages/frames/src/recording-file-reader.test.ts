import { describe, expect, it } from 'vitest';
import { encodeFileHeader } from './file-header-encoder.ts';
import { encodeFrame } from './frame-encoder.ts';
import { readRecordingFile } from './recording-file.ts';
import { aFrame, joinBytes } from './testing/frame-builder.ts';

const ecg = {
  id: 1,
  kind: 'ecg',
  channelCount: 1,
  unit: 'mV',
  sampleRateHz: 4,
  scale: 0.5,
  offset: 0,
};
const motion = {
  id: 2,
  kind: 'respi-axl',
  channelCount: 2,
  unit: 'g',
  sampleRateHz: 2,
  scale: 1,
  offset: 0,
};
const header = {
  deviceSerial: 'YM-1',
  deviceTypeCode: 'bed',
  firmware: '1',
  timeZone: 'Asia/Tokyo',
  streams: [ecg, motion],
};
const frame = (
  streamId: number,
  sequence: number,
  seconds: number,
  ...channels: readonly Int16Array[]
): Uint8Array => encodeFrame(aFrame({ streamId, sequence, deviceTimeUs: seconds * 1e6, channels }));
const file = (...frames: readonly Uint8Array[]): Uint8Array =>
  joinBytes([encodeFileHeader(header), ...frames]);

function read(bytes: Uint8Array) {
  const result = readRecordingFile(bytes);
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return result;
}

describe('readRecordingFile', () => {
  it('returns the channels of every stream and the time of each frame', () => {
    const { streams, problems } = read(
      file(
        frame(1, 0, 10, Int16Array.of(1, 2, 3, 4)),
        frame(2, 0, 10, Int16Array.of(5, 6), Int16Array.of(-5, -6)),
        frame(1, 1, 11, Int16Array.of(7)),
      ),
    );
    expect(problems).toEqual([]);
    expect(streams.map(({ channels }) => channels.map((values) => [...values]))).toEqual([
      [[1, 2, 3, 4, 7]],
      [
        [5, 6],
        [-5, -6],
      ],
    ]);
    expect(streams[0]?.frames).toEqual([
      { deviceTimeUs: 10e6, firstSample: 0, sampleCount: 4 },
      { deviceTimeUs: 11e6, firstSample: 4, sampleCount: 1 },
    ]);
  });

  it('orders late frames by time and drops duplicates', () => {
    const first = frame(1, 0, 10, Int16Array.of(1, 2));
    const second = frame(1, 1, 11, Int16Array.of(3, 4));
    const { streams, problems } = read(file(second, first, second));
    expect([...(streams[0]?.channels[0] ?? [])]).toEqual([1, 2, 3, 4]);
    expect(problems).toEqual([]);
  });

  it('reports damaged and undeclared frames by offset, and returns the others', () => {
    const bytes = file(
      frame(1, 0, 10, Int16Array.of(1)),
      frame(9, 0, 10, Int16Array.of(1)),
      frame(2, 0, 10, Int16Array.of(1)),
      frame(1, 1, 11, Int16Array.of(2)),
    );
    const begin = encodeFileHeader(header).length;
    const length = frame(1, 0, 10, Int16Array.of(1)).length;
    bytes[begin + 3 * length + 30] = 0xff;
    const { streams, problems } = read(bytes);
    expect(problems.map(({ code, byteOffset }) => [code, byteOffset])).toEqual([
      ['badCrc', begin + 3 * length],
      ['unknownStream', begin + length],
      ['badChannels', begin + 2 * length],
    ]);
    expect(streams.map(({ channels }) => channels.length)).toEqual([1, 0]);
  });

  it('returns streams without samples for a file without frames', () => {
    expect(read(file()).streams).toMatchObject([
      { channels: [], frames: [] },
      { channels: [], frames: [] },
    ]);
  });

  it('rejects a file with a damaged header', () => {
    expect(readRecordingFile(file().subarray(0, 20))).toMatchObject({
      kind: 'refused',
      problem: { code: 'truncated' },
    });
    expect(readRecordingFile(new Uint8Array(0))).toMatchObject({
      kind: 'refused',
      problem: { code: 'truncated', byteOffset: 0 },
    });
  });
});
