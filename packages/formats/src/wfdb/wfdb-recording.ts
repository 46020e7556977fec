import type {
  FormatProblem,
  Recording,
  RecordingAnnotation,
  RecordingStream,
} from '../recording.ts';
import { refusedRecording } from '../recording.ts';
import { parseWfdbAnnotations, type WfdbAnnotation } from './wfdb-annotations.ts';
import { joinSegments } from './wfdb-segments.ts';
import { type WfdbHeader, type WfdbSignalHeader, parseWfdbHeader } from './wfdb-header.ts';
import { type WfdbSampleFormat, wfdbSampleFormat } from './wfdb-signals.ts';

/**
 * Files of a record: the text of its .hea file, its signal files, and optionally one annotation
 * file.
 */
export type WfdbFiles = {
  readonly header: string;
  readonly signalFiles: ReadonlyMap<string, Uint8Array>;
  readonly annotations?: Uint8Array;
  /** Header texts of its segments by record name, for a multi-segment record. */
  readonly segmentHeaders?: ReadonlyMap<string, string>;
};

/**
 * Maximum number of samples of a record, more than the bytes of files that are read whole. Only a
 * header that refers to one file under many spellings, or to one segment repeatedly, exceeds it.
 */
const WFDB_MAX_SAMPLES = 128 * 1024 * 1024;
type Left = { samples: number };

/**
 * Reads an ordinary or multi-segment WFDB record. Skips signals with missing files or unsupported
 * formats (FLAC), with a problem, and keeps the whole frames of a truncated file. The text of an
 * annotation is its auxiliary text, or else its symbol.
 */
export function readWfdb(files: WfdbFiles): Recording {
  const parsed = parseWfdbHeader(files.header);
  if (parsed.kind === 'refused') return refusedRecording(parsed.problem);
  const { header } = parsed;
  const problems: FormatProblem[] = [...parsed.problems];
  const left: Left = { samples: WFDB_MAX_SAMPLES };
  const segments = new Map<string, Recording | null>();
  const read = (recordName: string): Recording | null => {
    const known = segments.get(recordName);
    if (known !== undefined) return known;
    const segment = readSegment(recordName, files, left);
    segments.set(recordName, segment);
    return segment;
  };
  const { streams, gaps } =
    header.segments === null
      ? { streams: readSignals(header, files, problems, left), gaps: [] }
      : joinSegments({
          frameRateHz: header.frameRateHz,
          segments: header.segments,
          problems,
          read,
          maxSamples: WFDB_MAX_SAMPLES,
        });
  if (header.segments !== null ? streams.length === 0 : header.signals.length === 0)
    problems.push({
      code: 'noSignals',
      message: `record ${header.recordName} has no signals`,
      byteOffset: 0,
    });
  const marks =
    files.annotations === undefined
      ? { annotations: [], problems: [] }
      : parseWfdbAnnotations(files.annotations);
  return {
    startedAt: header.startedAt,
    streams,
    annotations: toRecordingAnnotations(marks.annotations, header.frameRateHz),
    gaps,
    problems: [...problems, ...marks.problems],
  };
}

/** Converts annotations to seconds; the text is the auxiliary text, or else the symbol. */
export const toRecordingAnnotations = (
  annotations: readonly WfdbAnnotation[],
  frameRateHz: number,
): RecordingAnnotation[] =>
  annotations.map(({ sampleIndex, auxiliary, symbol }) => ({
    onsetSeconds: sampleIndex / frameRateHz,
    durationSeconds: null,
    text: auxiliary === '' ? symbol : auxiliary,
  }));

/** Reads a segment as an ordinary record; nested segments are ignored. */
function readSegment(recordName: string, files: WfdbFiles, left: Left): Recording | null {
  const text = files.segmentHeaders?.get(recordName);
  if (text === undefined) return null;
  const parsed = parseWfdbHeader(text);
  if (parsed.kind === 'refused') return refusedRecording(parsed.problem);
  const problems: FormatProblem[] = [...parsed.problems];
  const streams = readSignals(parsed.header, files, problems, left);
  return { startedAt: parsed.header.startedAt, streams, annotations: [], gaps: [], problems };
}

function readSignals(
  header: WfdbHeader,
  files: WfdbFiles,
  problems: FormatProblem[],
  left: Left,
): RecordingStream[] {
  const streams: RecordingStream[] = [];
  for (const [fileName, signals] of Map.groupBy(header.signals, (signal) => signal.fileName)) {
    const bytes = files.signalFiles.get(fileName);
    // The layout of a multi-segment record refers to no file.
    if (fileName === '~') streams.push(...signals.map((signal) => emptyStream(header, signal)));
    else if (bytes === undefined)
      problems.push({
        code: 'missingFile',
        message: `signal file ${fileName} is missing`,
        byteOffset: 0,
        file: fileName,
      });
    else streams.push(...readSignalFile(header, signals, bytes, { problems, left }));
  }
  return streams;
}

function emptyStream(header: WfdbHeader, signal: WfdbSignalHeader): RecordingStream {
  const format = wfdbSampleFormat(signal.format);
  const values = format?.wide === true ? new Int32Array(0) : new Int16Array(0);
  return toStream(header, signal, { values, notMeasured: format?.notMeasured ?? null });
}

const toStream = (
  header: WfdbHeader,
  signal: WfdbSignalHeader,
  {
    values,
    notMeasured,
  }: { readonly values: Int16Array | Int32Array; readonly notMeasured: number | null },
): RecordingStream => ({
  label: signal.label,
  unit: signal.unit,
  sampleRateHz: header.frameRateHz * signal.samplesPerFrame,
  samples: {
    kind: 'digital',
    values,
    scale: 1 / signal.gain,
    offset: -signal.baseline / signal.gain,
    notMeasured: notMeasured !== null && Number.isNaN(notMeasured) ? null : notMeasured,
  },
});

function readSignalFile(
  header: WfdbHeader,
  signals: readonly WfdbSignalHeader[],
  file: Uint8Array,
  { problems, left }: { readonly problems: FormatProblem[]; readonly left: Left },
): RecordingStream[] {
  const [first] = signals;
  if (first === undefined) return [];
  const format = wfdbSampleFormat(first.format);
  if (format === undefined || signals.some((signal) => signal.format !== first.format)) {
    const message = `signal format ${first.format} of ${first.fileName} is unsupported, or formats are mixed`;
    problems.push({ code: 'unsupported', message, byteOffset: 0, file: first.fileName });
    return [];
  }
  const bytes = file.subarray(first.fileOffsetBytes);
  const samplesPerFrame = signals.reduce((sum, signal) => sum + signal.samplesPerFrame, 0);
  const available = Math.floor(format.sampleCount(bytes.length) / samplesPerFrame);
  const frameCount = Math.min(header.frameCount ?? available, available);
  if (header.frameCount !== null && available < header.frameCount) {
    problems.push({
      code: 'truncated',
      message: `${first.fileName} holds ${available} of ${header.frameCount} frames`,
      byteOffset: file.length,
      file: first.fileName,
    });
  }
  if (frameCount * samplesPerFrame > left.samples) {
    problems.push({
      code: 'expandsTooFar',
      message: `signals expand to more than ${WFDB_MAX_SAMPLES} samples`,
      byteOffset: 0,
      file: first.fileName,
    });
    return [];
  }
  left.samples -= frameCount * samplesPerFrame;
  let firstSample = 0;
  return signals.map((signal) => {
    const values = readSignal(bytes, format, {
      frameCount,
      samplesPerFrame,
      firstSample,
      own: signal.samplesPerFrame,
      initialValue: signal.initialValue,
    });
    firstSample += signal.samplesPerFrame;
    if (
      frameCount === header.frameCount &&
      signal.checksum !== null &&
      checksum(values) !== signal.checksum
    ) {
      problems.push({
        code: 'badChecksum',
        message: `samples of ${signal.label} do not match the header's checksum`,
        byteOffset: 0,
        file: first.fileName,
      });
    }
    return toStream(header, signal, { values, notMeasured: format.notMeasured });
  });
}

type FrameShape = {
  readonly frameCount: number;
  readonly samplesPerFrame: number;
  readonly firstSample: number;
  readonly own: number;
  readonly initialValue: number;
};

function readSignal(
  bytes: Uint8Array,
  format: WfdbSampleFormat,
  shape: FrameShape,
): Int16Array | Int32Array {
  const count = shape.frameCount * shape.own;
  const values = format.wide ? new Int32Array(count) : new Int16Array(count);
  let written = 0;
  let before = shape.initialValue;
  for (let frame = 0; frame < shape.frameCount; frame++) {
    const begin = frame * shape.samplesPerFrame + shape.firstSample;
    for (let index = begin; index < begin + shape.own; index++) {
      before =
        format.isDifference === true
          ? before + format.read(bytes, index)
          : format.read(bytes, index);
      values[written++] = before;
    }
  }
  return values;
}

function checksum(values: Int16Array | Int32Array): number {
  let sum = 0;
  for (const value of values) sum = (sum + value) | 0;
  return sum & 0xffff;
}
