import { bundleFiles } from '../archive/bundle-files.ts';
import { readZipDirectory } from '../archive/zip-directory.ts';
import { readAxivity } from '../accelerometer/axivity.ts';
import { actiwareNights } from '../actigraphy/actiware-nights.ts';
import { readActiware } from '../actigraphy/actiware.ts';
import { readAwd } from '../actigraphy/awd.ts';
import { readEmpatica } from '../actigraphy/empatica.ts';
import { readMotionWare } from '../actigraphy/motionware.ts';
import { readEdf } from '../edf/edf-recording.ts';
import { openEdfStream } from '../edf/edf-stream-writer.ts';
import { writeEdf } from '../edf/edf-writer.ts';
import { readGoeMf } from '../eit/goe-mf-recording.ts';
import { readFileContent } from '../read-file.ts';
import {
  type FormatProblem,
  physicalSamples,
  type Recording,
  recordingSeconds,
} from '../recording.ts';
import { readCsv } from '../table/csv-recording.ts';
import { parseTextTable } from '../table/table-text.ts';
import { parseWfdbAnnotations } from '../wfdb/wfdb-annotations.ts';
import { readWfdb } from '../wfdb/wfdb-recording.ts';
import { buildAxivity } from './axivity-builder.ts';
import { buildBdf } from './bdf-builder.ts';
import { annotationList, buildEdf } from './edf-builder.ts';

/** A parser, valid files to mutate, and a check of its result for any input. */
export type FuzzedParser = {
  readonly name: string;
  readonly wholes: readonly Uint8Array[];
  readonly parse: (bytes: Uint8Array) => void;
};

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const repeated = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** Throws if a result violates the guarantees of every reader. */
function checkRecording(recording: Recording, bytes: Uint8Array, sampleBytes = bytes.length): void {
  let values = 0;
  for (const stream of recording.streams) {
    if (!(stream.sampleRateHz >= 0 && stream.sampleRateHz < Infinity))
      throw new Error(`rate ${stream.sampleRateHz}`);
    if (
      stream.samples.kind === 'digital' &&
      !(Number.isFinite(stream.samples.scale) && stream.samples.scale !== 0)
    )
      throw new Error(`scale ${stream.samples.scale}`);
    values += physicalSamples(stream).length;
  }
  // A sample takes at least one bit of the file; a ragged table also has empty cells.
  if (values > 8 * sampleBytes + 2 ** 20)
    throw new Error(`${values} samples from ${bytes.length} bytes`);
  for (const annotation of recording.annotations)
    if (!Number.isFinite(annotation.onsetSeconds)) throw new Error('an onset is not a number');
  if (!(recordingSeconds(recording) >= 0)) throw new Error('the duration is negative');
  checkProblems(recording.problems, bytes);
}

function checkProblems(problems: readonly FormatProblem[], bytes: Uint8Array): void {
  for (const { code, byteOffset, message } of problems) {
    if (!((byteOffset >= 0 && byteOffset <= bytes.length) || code === 'missingFile'))
      throw new Error(`${code} at ${byteOffset} of ${bytes.length}`);
    if (message.length > 2_000)
      throw new Error(`${code}: a message of ${message.length} characters`);
  }
}

const annotations = {
  label: 'EDF Annotations',
  records: ['a', '仰臥位', 'c'].map(
    (word, index) => annotationList(`+${index * 1.5}`, ['']) + annotationList('+1', [word], '2.5'),
  ),
};
const flow = {
  label: 'Flow',
  records: [
    [0, 500],
    [-1000, 1000],
    [7, 8],
  ],
};
const pulse = {
  label: 'Pulse',
  physical: [-1.5, 40],
  digital: [-32_768, 32_767],
  records: [[1], [2], [3]],
} as const;
const edfs = [
  ...['EDF+D', 'EDF+C', ''].map((reserved) =>
    buildEdf({
      reserved,
      recording: 'Startdate 02-MAR-2024 X X X',
      signals: [flow, pulse, annotations],
    }),
  ),
  ownEdf(),
];
const bdfs = ['BDF+D', '24BIT'].map((reserved) =>
  buildBdf({
    reserved,
    signals: [
      {
        label: 'Status',
        records: [
          [1, 70_000],
          [0, 5],
          [5, 5],
        ],
      },
      { ...annotations, label: 'BDF Annotations' },
    ],
  }),
);

const csvs = [
  '\uFEFFTime [s], RESP, "II"\n0,0.35386,0.72549\n0.008,0.35679,-6.7e-1\n0.016,,0.6\n0.024,1,2\n',
  't;x\r\n0,5;1.234,5\r\n1,0;2,5\r\n',
  '# Sampling Rate (Hz):= 100\n# Labels:= a\tb\n1\t2\n3\t4\n',
  `Date,Time,Axis1,Sleep or Awake?\n${repeated(40, (index) => `6/27/2012,10:${10 + index} AM,${index},${index % 3 === 0 ? 'W' : 'S'}\n`)}`,
  `Downloaded\n,a,a\ndate,"x, y",z\n${repeated(30, (index) => `2006/1/${index + 1},3.${index},"8 ""q"""\n`)}`,
  `${repeated(100, (index) => `${index / 100} `)}\n${repeated(100, (index) => `${index * index} `)}\n`,
].map(text);
const cp932 = Uint8Array.of(
  0x8b,
  0x43,
  0x89,
  0xb7,
  0x2c,
  0x95,
  0x94,
  0x0a,
  0x31,
  0x2c,
  0x32,
  0x0a,
  0x33,
  0x2c,
  0x34,
  0x0a,
);

const intervalStatus = (epoch: number): string => {
  if (epoch < 10) return 'ACTIVE';
  return epoch < 50 ? 'REST-S' : 'REST';
};
const quoted = (...cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;
const actiware = text(
  `\uFEFF${quoted('Actiware Export File')}${quoted('------ Statistics ------')}${quoted('Interval Type', 'x', '')}${quoted('REST', '1', '')}${quoted('------ Epochs ------')}${quoted('Line', 'Date', 'Time', 'Activity', 'Marker', 'Sleep/Wake', 'Interval Status', '')}${repeated(
    60,
    (index) =>
      quoted(
        String(index + 1),
        '13/02/2024',
        `23:${String(index).padStart(2, '0')}:00`,
        String(index * 7),
        index === 9 ? '1' : '0',
        index % 4 === 0 ? '1' : '0',
        intervalStatus(index),
      ),
  )}`,
);

const WFDB_HEADER = text(
  'x 3 360/8(5) 8 10:30:00.5 21/11/2024\nx.dat 212x2:3+1 200(10)/mV 11 1024 995 -22131 0 MLII\nx.dat 212 200 11 1024\ny.dat 8 100 8 0 5\n# note\n',
);
const SEGMENT_HEADER = text('x/4 2 10 33\nx_layout 0\na 2\n~ 20\na 3\n');
const signalFiles = new Map([
  ['x.dat', new Uint8Array(60).fill(77)],
  ['y.dat', new Uint8Array(30).fill(3)],
  ['a.dat', new Uint8Array(20).fill(9)],
]);
const segmentHeaders = new Map([
  ['a', 'a 2 10 2\na.dat 16 200 16 0 0 - 0 I\na.dat 16 100 16 0 0 - 0 II'],
  ['x_layout', 'x_layout 2 10 0\n~ 0 200 16 0 0 - 0 I\n~ 0 100 16 0 0 - 0 II'],
]);
const MARKS = Uint8Array.of(
  18,
  0x70,
  5,
  0xfc,
  40,
  65,
  70,
  73,
  66,
  0,
  0,
  0xec,
  1,
  0,
  2,
  0,
  7,
  0x14,
  1,
  0xf4,
  1,
  0xf8,
  3,
  0xf0,
  1,
  4,
  0,
  0,
);
const decode = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes);

/** Headers of formats 8, 24, 160, 310 and 311 for the two signals, among others. */
const narrow = [8, 16, 24, 32, 61, 80, 160, 212, 310, 311].map((format) =>
  text(`x 2 100 9\nx.dat ${format} 200 16 0 7 - 0 a\nx.dat ${format} 200 16 0 7 - 0 b\n`),
);

const recordingParser = (
  name: string,
  wholes: readonly Uint8Array[],
  read: (bytes: Uint8Array) => Recording,
): FuzzedParser => ({ name, wholes, parse: (bytes) => checkRecording(read(bytes), bytes) });

export const FUZZED_PARSERS: readonly FuzzedParser[] = [
  recordingParser('edf', edfs, readEdf),
  recordingParser('bdf', bdfs, readEdf),
  {
    name: 'wfdb-header',
    wholes: [WFDB_HEADER, SEGMENT_HEADER, ...narrow],
    parse: (bytes) => {
      const recording = readWfdb({ header: decode(bytes), signalFiles, segmentHeaders });
      // The samples and the offsets of `truncated` come from other files; segments may repeat them.
      checkRecording(
        { ...recording, problems: recording.problems.filter(({ code }) => code !== 'truncated') },
        bytes,
        110 * bytes.length,
      );
    },
  },
  {
    name: 'wfdb-annotations',
    wholes: [MARKS],
    parse: (bytes) => {
      const read = parseWfdbAnnotations(bytes);
      if (read.annotations.length > bytes.length / 2)
        throw new Error('more annotations than words');
      checkProblems(read.problems, bytes);
    },
  },
  {
    name: 'goe-mf',
    wholes: [new Uint8Array(new Float32Array(512).fill(0.25).buffer)],
    parse: (bytes) => {
      const read = readGoeMf(bytes);
      if (read.voltages.length !== read.frameCount * 208)
        throw new Error('a truncated frame was kept');
      checkProblems(read.problems, bytes);
    },
  },
  {
    name: 'zip-directory',
    wholes: [
      bundleFiles([
        { name: 'x.hea', bytes: WFDB_HEADER },
        { name: 'x.dat', bytes: MARKS },
      ]),
    ],
    parse: (bytes) => {
      const read = readZipDirectory(bytes);
      if (read.kind === 'refused') return checkProblems([read.problem], bytes);
      for (const { dataAt, packedBytes } of read.entries)
        if (dataAt + packedBytes > bytes.length)
          throw new Error('a file lies beyond the end of the archive');
    },
  },
  recordingParser('csv-found', [...csvs, cp932], (bytes) =>
    readCsv(bytes, { rate: { kind: 'found' } }),
  ),
  recordingParser('csv-rate', [...csvs, cp932], (bytes) =>
    readCsv(bytes, { rate: { kind: 'fixed', sampleRateHz: 10 } }),
  ),
  {
    name: 'text-table',
    wholes: [...csvs, cp932],
    parse: (bytes) => checkProblems(parseTextTable(bytes).problems, bytes),
  },
  recordingParser('actiware', [actiware], (bytes) => {
    const source = readActiware(bytes);
    actiwareNights(source);
    return source.recording;
  }),
  recordingParser(
    'awd',
    [
      text(
        `a\r\n23-Jan-2018\r\n13:58\r\n 4 \r\n00\r\nV1\r\nX\r\n${repeated(50, (index) => `${index * 3}${index === 7 ? ' M' : ''}\r\n`)}`,
      ),
    ],
    readAwd,
  ),
  recordingParser(
    'motionware',
    [
      text(
        `<motionfile><name>=StartTime</name><content>2018-05-23 17:30:00</content><channel><name>m</name><units>c</units><epoch>5</epoch><offset>2</offset><data encoding="text">${repeated(80, (index) => `${index},`)}</data></channel></motionfile>`,
      ),
    ],
    readMotionWare,
  ),
  recordingParser(
    'axivity',
    [false, true].map((isPacked) =>
      buildAxivity(
        [0, 1, 2].map((index) => ({
          samples: Array.from({ length: 50 }, (_, sample) => [sample, -sample, 256]),
          seconds: index / 2,
          isPacked,
        })),
      ),
    ),
    readAxivity,
  ),
  recordingParser(
    'empatica',
    [
      text(
        `1560279825.0, 1560279825.0, 1560279825.0\n32.0, 32.0, 32.0\n${repeated(30, (index) => `${index},-${index},5\n`)}`,
      ),
    ],
    (bytes) => readEmpatica(bytes, 'ACC'),
  ),
  {
    name: 'detection',
    wholes: [...edfs, ...bdfs, ...csvs, actiware, WFDB_HEADER],
    parse: (bytes) => {
      const content = readFileContent({
        name: 'x',
        bytes,
        beside: (name) => signalFiles.get(name) ?? null,
      });
      if (content.kind === 'recording' && content.format !== 'wfdb')
        checkRecording(content.recording, bytes);
    },
  },
  {
    name: 'edf-again',
    wholes: edfs,
    parse: (bytes) => {
      const { startedAt, streams, gaps, annotations: marks } = readEdf(bytes);
      const written = writeEdf({
        startedAt: startedAt ?? '2024-01-01T00:00:00',
        streams,
        gaps,
        annotations: marks,
      });
      if (written.kind === 'file') checkRecording(readEdf(written.bytes), written.bytes);
    },
  },
];

/** As written by an export: with exact scales in addition to the ranges, and with a gap. */
function ownEdf(): Uint8Array {
  const stream = openEdfStream({
    startedAt: '2024-03-02T22:30:15.25',
    recordSeconds: 1,
    records: Uint32Array.of(0, 1, 5),
    equipment: 'X',
    signals: [{ label: 'acc x', unit: 'g', sampleRateHz: 5, scale: 1 / 16_384, offset: 0 }],
    annotations: [{ onsetSeconds: 1, durationSeconds: 2, text: 'Not measured: acc x' }],
  });
  if (stream.kind === 'refused') return new Uint8Array(0);
  const records = [0, 1, 2].map((place) =>
    stream.record(place, [Int16Array.of(place, -32_768, 7, 8, 32_767)]),
  );
  return Uint8Array.from([stream.header, ...records].flatMap((part) => [...part]));
}
