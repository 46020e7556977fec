import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFileHeader, encodeFrame } from '@yamori/frames';
import { writeEdf } from '@yamori/formats';
import { afterAll, describe, expect, it } from 'vitest';
import type { Inspection } from '../inspection/inspection.ts';
import { inspect } from './inspect.ts';

const folder = mkdtempSync(join(tmpdir(), 'yamori-inspect-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file and inspects it; returns value, text and refusal. */
async function inspected(name: string, bytes: Uint8Array | string, ...words: readonly string[]) {
  writeFileSync(join(folder, name), bytes);
  const result = await inspect.run([name, ...words], {
    folder,
    environment: {},
    say: () => undefined,
    progress: () => undefined,
  });
  // The command's own value, through JSON like a caller.
  return { ...result, value: JSON.parse(JSON.stringify(result.value)) as Inspection };
}

const digital = (values: Int16Array) =>
  ({
    label: 'ecg',
    unit: 'mV',
    sampleRateHz: 4,
    samples: { kind: 'digital', values, scale: 0.5, offset: 1, notMeasured: null },
  }) as const;

function anEdf(): Uint8Array {
  const result = writeEdf({
    startedAt: '2024-03-02T22:30:15.250',
    streams: [digital(Int16Array.from({ length: 12 }, (_, index) => index - 2))],
    gaps: [{ startSeconds: 1, endSeconds: 10, recordedSeconds: 1 }],
    annotations: [{ onsetSeconds: 0.5, durationSeconds: 2, text: 'turned' }],
  });
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return result.bytes;
}

describe('yamori inspect', () => {
  it("reports format, streams, annotations and gaps of an EDF+D file, relative to the header's second", async () => {
    const { value, text, isRefused } = await inspected('night.edf', anEdf());
    expect(value).toMatchObject({
      format: 'EDF+D',
      startedAt: '2024-03-02T22:30:15',
      durationSeconds: 12,
      problems: [],
      streams: [
        {
          label: 'ecg',
          unit: 'mV',
          sampleRateHz: 4,
          samples: 12,
          startSeconds: 0.25,
          sum: 33,
          min: 0,
          max: 5.5,
          notMeasured: 0,
          first: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5],
          firstDigital: [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7],
          sumDigital: 42,
        },
      ],
      annotations: [{ onsetSeconds: 0.75, durationSeconds: 2, text: 'turned' }],
      gaps: [{ fromSeconds: 1.25, toSeconds: 10.25 }],
    });
    expect(isRefused).toBe(false);
    expect(text).toContain('night.edf: EDF+D, from 2024-03-02T22:30:15, 12 s');
  });

  it('succeeds for a partly readable file, and lists its problems by byte', async () => {
    const whole = anEdf();
    const { value, isRefused } = await inspected('cut.edf', whole.subarray(0, whole.length - 5));
    expect(value.streams[0]?.samples).toBe(8);
    expect(value.problems).toMatchObject([{ code: 'truncated' }]);
    expect(isRefused).toBe(false);
  });

  it('refuses an unreadable file and says why', async () => {
    const { value, text, isRefused } = await inspected(
      'picture.png',
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    );
    expect(value).toMatchObject({
      format: 'unknown',
      startedAt: null,
      streams: [],
      problems: [{ code: 'unknownFormat', byteOffset: 0 }],
    });
    expect(isRefused).toBe(true);
    expect(text).toContain('unknownFormat at byte 0');
  });

  it('uses the given rate and columns of a table', async () => {
    const { value } = await inspected(
      'table.csv',
      'a,b\n1,2\n3,\n',
      '--rate',
      '2',
      '--column',
      'b',
    );
    expect(value).toMatchObject({
      format: 'CSV',
      durationSeconds: 1,
      streams: [
        {
          label: 'b',
          sampleRateHz: 2,
          samples: 2,
          sum: 2,
          notMeasured: 1,
          first: [2, null],
          firstDigital: null,
          sumDigital: null,
        },
      ],
    });
  });

  it('finds the files of a WFDB record in its folder', async () => {
    writeFileSync(join(folder, 'x.dat'), Uint8Array.of(1, 0, 2, 0));
    writeFileSync(join(folder, 'x.atr'), Uint8Array.of(10, 0x04, 0, 0));
    const { value } = await inspected('x.hea', 'x 1 10 2\nx.dat 16 200\n');
    expect(value).toMatchObject({
      format: 'WFDB',
      streams: [{ firstDigital: [1, 2] }],
      annotations: [{ onsetSeconds: 1, text: 'N', source: 'atr' }],
      problems: [],
    });
  });

  it('reports the four parts of a Goe-MF file and statistics of all values', async () => {
    const frames = Float32Array.from({ length: 512 }, (_, index) => (index < 256 ? 0.5 : 0.25));
    const { value } = await inspected('x.get', new Uint8Array(frames.buffer));
    expect(value).toMatchObject({
      format: 'Goe-MF',
      frames: 2,
      framesPerSecond: 13,
      streams: [{ label: 'voltages', samples: 2, channels: 208 }, {}, {}, {}],
      raw: {
        sum: 192,
        min: 0.25,
        max: 0.5,
        firstOfLastFrame: [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25],
      },
    });
  });

  it('reports channels, gaps and the device of a native recording', async () => {
    const stream = {
      id: 1,
      kind: 'axl',
      channelCount: 2,
      unit: 'g',
      sampleRateHz: 2,
      scale: 0.5,
      offset: 0,
    };
    const header = encodeFileHeader({
      deviceSerial: 'YM-1',
      deviceTypeCode: 'bed',
      firmware: '1',
      timeZone: 'Asia/Tokyo',
      streams: [stream],
    });
    const frame = (sequence: number, seconds: number): Uint8Array =>
      encodeFrame({
        streamId: 1,
        sequence,
        deviceTimeUs: seconds * 1e6,
        encoding: 'plain',
        channels: [Int16Array.of(2, 4), Int16Array.of(-32_768, 1)],
      });
    const { value } = await inspected(
      'x.ymr',
      Uint8Array.from([...header, ...frame(0, 1_700_000_000), ...frame(1, 1_700_000_005)]),
    );
    expect(value).toMatchObject({
      format: 'native',
      startedAt: '2023-11-14T22:13:20.000Z',
      durationSeconds: 6,
      problems: [],
      gaps: [{ fromSeconds: 1, toSeconds: 5, stream: 'axl' }],
      frames: 2,
      streams: [
        { label: 'axl 1', unit: 'g', samples: 4, sum: 6, firstDigital: [2, 4, 2, 4] },
        { label: 'axl 2', notMeasured: 2, sum: 1, first: [null, 0.5, null, 0.5] },
      ],
    });
  });

  it.each([
    [['no-such.edf'], 'file-missing'],
    [['.'], 'file-folder'],
    [[], 'usage-wrong'],
    [['a', 'b'], 'usage-wrong'],
    [['a', '--rate', 'fast'], 'file-missing'],
    [['--frob'], 'usage-wrong'],
  ])('rejects %j as %s', async (words, code) => {
    await expect(
      inspect.run(words, {
        folder,
        environment: {},
        say: () => undefined,
        progress: () => undefined,
      }),
    ).rejects.toMatchObject({ code });
  });

  it('replaces control characters from a file, which could manipulate the terminal', async () => {
    const { text } = await inspected('evil.csv', '"a\u001b[31m",b\n1,2\n', '--rate', '1');
    expect(text).not.toContain('\u001b');
  });
});
