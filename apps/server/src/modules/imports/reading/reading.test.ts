import { tableCells, type RecordingStream } from '@yamori/formats';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../testing/device-frames.ts';
import { toContentDisposition, fileNamePart } from '../../../core/http/content-disposition.ts';
import { createFaultList } from './fault-list.ts';
import type { PlannedStream } from './import-plan.ts';
import { cutFrames, samplesAFrame } from './sample-frames.ts';
import { createValueRange, digitalValues } from './sample-values.ts';
import { groupStreams, publicKind, publicUnit } from './stream-naming.ts';

const physical = (values: readonly number[], sampleRateHz = 10): RecordingStream => ({
  label: 'flow',
  unit: 'L/s',
  sampleRateHz,
  samples: { kind: 'physical', values: Float64Array.from(values) },
});
const digital = (values: Int16Array | Int32Array, more: object = {}): RecordingStream => ({
  label: 'ecg',
  unit: 'uV',
  sampleRateHz: 10,
  samples: { kind: 'digital', values, scale: 0.5, offset: 3, notMeasured: null, ...more },
});

describe('sample values', () => {
  const scaled = (stream: RecordingStream) => {
    const range = createValueRange();
    range.add(stream);
    const scaling = range.scaling();
    return { scaling, values: digitalValues(stream, scaling, 0, stream.samples.values.length) };
  };

  it('digital values are unchanged, except that the "not measured" code is raised by one', () => {
    const { scaling, values } = scaled(digital(Int16Array.of(-32_768, -1, 0, 32_767)));
    expect(scaling).toEqual({ values: 'digital', scale: 0.5, offset: 3 });
    expect([...values]).toEqual([-32_767, -1, 0, 32_767]);
    expect([...scaled(digital(Int16Array.of(-7, 5), { notMeasured: -7 })).values]).toEqual([
      -32_768, 5,
    ]);
  });

  it.each<[string, number[], number]>([
    ['whole numbers', [0, 17, 60_000], 1],
    ['tenths', [36.5, 36.6, 41.2], 0.1],
    ['thousandths', [-0.125, 3.001], 0.001],
  ])('%s are stored exactly', (_, given, scale) => {
    const { scaling, values } = scaled(physical(given));
    expect(scaling.scale).toBe(scale);
    values.forEach((value, index) =>
      expect(value * scaling.scale + scaling.offset).toBeCloseTo(given[index] ?? Number.NaN, 9),
    );
  });

  it('values of any range keep gaps and a resolution of 65,534 steps', () => {
    const random = createRandom(4);
    const given = Array.from({ length: 2_000 }, (_, index) =>
      index % 9 === 0 ? Number.NaN : 1e6 * (random() - 0.3),
    );
    const { scaling, values } = scaled(physical(given));
    values.forEach((value, index) => {
      if (Number.isNaN(given[index])) expect(value).toBe(-32_768);
      else
        expect(
          Math.abs(value * scaling.scale + scaling.offset - (given[index] ?? 0)),
        ).toBeLessThanOrEqual(scaling.scale);
    });
  });

  it('24-bit values keep the resolution of their range', () => {
    const given = Int32Array.from({ length: 500 }, (_, index) => 4_000_000 + 13 * index);
    const { scaling, values } = scaled(digital(given));
    expect(scaling.values).toBe('physical');
    values.forEach((value, index) =>
      expect(
        Math.abs(value * scaling.scale + scaling.offset - ((given[index] ?? 0) * 0.5 + 3)),
      ).toBeLessThanOrEqual(scaling.scale),
    );
  });

  it.each<[string, number[]]>([
    ['nothing', []],
    ['no measurement', [Number.NaN, Number.NaN]],
    ['one value', [5, 5, 5]],
    ['infinite values', [Infinity, -Infinity, 2]],
  ])('a signal with %s gets a scaling', (_, given) => {
    const { scaling, values } = scaled(physical(given));
    expect(Number.isFinite(scaling.scale) && scaling.scale > 0).toBe(true);
    expect(
      [...values].map(
        (value, index) =>
          value === -32_768 || value * scaling.scale + scaling.offset === given[index],
      ),
    ).toEqual(given.map(() => true));
  });
});

describe('cutFrames', () => {
  const planned = (more: Partial<PlannedStream> = {}): PlannedStream => ({
    streamId: 1,
    kind: 'flow',
    label: 'flow',
    unit: '',
    channels: 1,
    sampleRateHz: 10,
    samples: 0,
    scale: 1,
    offset: 0,
    members: [0],
    values: 'physical',
    ...more,
  });
  const from = {
    serial: 'F-1',
    receivedMs: 5,
    timeUs: (seconds: number) => Math.round(1e12 + seconds * 1e6),
  };
  const count = (length: number): number[] => Array.from({ length }, (_, index) => index);
  const made = (part: Parameters<typeof cutFrames>[0], streams = [planned()]) =>
    cutFrames(part, streams, from).map(({ make }) => make());

  it.each([
    [250, 1, 250],
    [10, 1, 10],
    [1, 1, 10],
    [0.1, 1, 60],
    [1 / 60, 1, 60],
    [1 / 3600, 1, 6],
    [20_000, 1, 16_000],
    [13, 208, 13],
    [250, 1024, 15],
  ])('frames at %f Hz and %i channels have %i samples', (rate, channels, samples) => {
    expect(samplesAFrame(rate, channels)).toBe(samples);
  });

  it('frames are equal however the recording is divided into parts', () => {
    const whole = made({
      startSeconds: 0,
      streams: [physical(count(97))],
      gaps: [],
      firstSamples: [0],
    });
    const parts = [
      [0, 30],
      [30, 60],
      [60, 97],
    ].flatMap(([begin = 0, end = 0]) =>
      made({
        startSeconds: begin / 10,
        streams: [physical(count(97).slice(begin, end))],
        gaps: [],
        firstSamples: [begin],
      }),
    );
    expect(parts).toEqual(whole);
    expect(
      whole.map((frame) => [frame.sequence, frame.deviceTimeUs - 1e12, frame.channels[0]?.length]),
    ).toEqual(Array.from({ length: 10 }, (_, index) => [index, index * 1e6, index === 9 ? 7 : 10]));
  });

  it('frames end at gaps and continue after them', () => {
    const gaps = [{ startSeconds: 2.5, endSeconds: 100, recordedSeconds: 2.5 }];
    const frames = made({
      startSeconds: 50,
      streams: [physical(count(40))],
      gaps,
      firstSamples: [0],
    });
    expect(
      frames.map((frame) => [(frame.deviceTimeUs - 1e12) / 1e6, frame.channels[0]?.length]),
    ).toEqual([
      [50, 10],
      [51, 10],
      [52, 5],
      [150, 5],
      [150.5, 10],
    ]);
    expect(frames.flatMap((frame) => [...(frame.channels[0] ?? [])])).toEqual(count(40));
  });

  it('frames of several channels are as long as the shortest', () => {
    const frames = made(
      {
        startSeconds: 0,
        streams: [physical(count(20)), physical(count(17))],
        gaps: [],
        firstSamples: [0, 0],
      },
      [planned({ channels: 2, members: [0, 1] })],
    );
    expect(frames.map((frame) => frame.channels.map((channel) => channel.length))).toEqual([
      [10, 10],
      [7, 7],
    ]);
  });
});

describe('stream names', () => {
  const named = (...labels: string[]) =>
    labels.map((label) => ({ label, unit: 'g', sampleRateHz: 50 }));

  it('labels determine the kind, and three axes of one rate form one stream', () => {
    expect(groupStreams(named('ECG', 'Acc X', 'acc_y', 'AccelZ', 'Flow (L/s)'))).toEqual([
      { kind: 'ecg', label: 'ECG', members: [0] },
      { kind: 'respi-axl', label: 'Acc X acc_y AccelZ', members: [1, 2, 3] },
      { kind: 'flow', label: 'Flow (L/s)', members: [4] },
    ]);
    expect(
      groupStreams([...named('x', 'y'), { label: 'z', unit: 'g', sampleRateHz: 25 }]).map(
        ({ members }) => members,
      ),
    ).toEqual([[0], [1], [2]]);
  });

  it.each([
    ['EEG Fpz-Cz', 'eeg'],
    ['Press.40ms', 'press'],
    ['Leak.2s', 'leak'],
    ['Flow.40ms', 'flow'],
    ['SpO2.2s', 'spo2'],
    ['Abdo', 'abdomen'],
    ['PIM', 'activity'],
    ['Crc16', 'checksum'],
    ['Crescendo', 'crescendo'],
    ['Heart rate', 'heart-rate'],
    ['tanaka hanako', 'tanaka-hanako'],
  ])('the label %s gives the kind %s', (label, kind) => {
    expect(groupStreams(named(label))[0]?.kind).toBe(kind);
  });

  it('unknown labels and units of a file never enter a device type', () => {
    expect(
      ['ecg', 'respi-axl', 'eeg', 'flow', 'tanaka-hanako', '', 'signal'].map(publicKind),
    ).toEqual(['ecg', 'respi-axl', 'eeg', 'flow', 'signal', 'signal', 'signal']);
    expect(['uV', 'L/s', 'Hanako', ''].map(publicUnit)).toEqual(['uV', 'L/s', '', '']);
  });

  it('any label becomes a kind that a document can hold', () => {
    for (const label of ['', '\u0000\u0001', '///', 'x'.repeat(300), '\ud800', '👩‍⚕️'.repeat(40)]) {
      const [group] = groupStreams(named(label));
      expect(group?.kind.length).toBeGreaterThan(0);
      expect(group?.kind.length).toBeLessThanOrEqual(40);
      expect(
        group?.kind.isWellFormed() && group.label.isWellFormed() && !/\p{Cc}/u.test(group.label),
      ).toBe(true);
    }
  });
});

describe('limits of reading', () => {
  it('tableCells counts the cells of a table', () => {
    const cells = (text: string) => tableCells(new TextEncoder().encode(text));
    expect([
      cells(''),
      cells('a,b\n1,2\n'),
      cells('a;b;c\r\n'),
      cells(`${'a,'.repeat(999)}a\n${'1\n'.repeat(1_000)}`),
    ]).toEqual([1, 6, 9, 1_002_000]);
  });

  it('a fault list groups faults by code in fixed memory', () => {
    const faults = createFaultList();
    for (let index = 0; index < 10_000; index++) faults.add(`kind${index % 80}`, index + 0.5);
    expect(faults.list()).toHaveLength(50);
    expect(faults.list()[3]).toEqual({ code: 'kind3', byteOffset: 3, count: 125 });
  });

  it.each([
    ['night.edf', 'attachment; filename="night.edf"; filename*=UTF-8\'\'night.edf'],
    [
      '夜"\\;\r\n.edf',
      'attachment; filename="_.edf"; filename*=UTF-8\'\'%E5%A4%9C%22%5C%3B%0D%0A.edf',
    ],
    ["a'(b)*.csv", 'attachment; filename="a_b_.csv"; filename*=UTF-8\'\'a%27%28b%29%2A.csv'],
    ['\ud800.csv', 'attachment; filename="_.csv"; filename*=UTF-8\'\'%EF%BF%BD.csv'],
  ])('the content-disposition header contains a safe name for %j', (name, header) => {
    expect(toContentDisposition(name)).toBe(header);
  });

  it.each([
    ['特別養護老人ホーム　あかね苑', '特別養護老人ホーム_あかね苑'],
    ['..\\..//etc: "x"?', 'etc_x'],
    ['夜\u202egpj\u200b.', '夜_gpj'],
    ['名'.repeat(100), '名'.repeat(60)],
    ['...', ''],
    ['\ud800', '\ufffd'],
  ])('the text %j becomes a safe part of a file name', (name, part) => {
    expect(fileNamePart(name)).toBe(part);
  });
});
