import type { FormatProblem, Recording, RecordingStream } from '../recording.ts';
import { refusedRecording } from '../recording.ts';
import { parseWfdbAnnotations } from './wfdb-annotations.ts';
import { type WfdbHeader, type WfdbSignalHeader, parseWfdbHeader } from './wfdb-header.ts';
import { type WfdbSampleFormat, wfdbSampleFormat } from './wfdb-signals.ts';

/** A record: the text of its .hea file, the signal files it names, and one annotation file if wanted. */
export type WfdbFiles = {
  readonly header: string;
  readonly signalFiles: ReadonlyMap<string, Uint8Array>;
  readonly annotations?: Uint8Array;
};

/**
 * Reads a WFDB record. Signals of missing files and of formats other than 80, 16, 61, 32 and 212 are left
 * out with a problem; of a cut file the whole frames are kept. An annotation's text is its auxiliary
 * text where it has one, else its symbol.
 */
export function readWfdb(files: WfdbFiles): Recording {
  const parsed = parseWfdbHeader(files.header);
  if (parsed.kind === 'refused') return refusedRecording(parsed.problem);
  const { header } = parsed;
  const problems: FormatProblem[] = [...parsed.problems];
  if (header.signals.length === 0) problems.push({ code: 'noSignals', message: `record ${header.recordName} has no signals`, byteOffset: 0 });
  const streams: RecordingStream[] = [];
  for (const [fileName, signals] of Map.groupBy(header.signals, (signal) => signal.fileName)) {
    const bytes = files.signalFiles.get(fileName);
    if (bytes === undefined) problems.push({ code: 'missingFile', message: `signal file ${fileName} is not there`, byteOffset: 0 });
    else streams.push(...readSignalFile(header, signals, bytes, problems));
  }
  const read = files.annotations === undefined ? { annotations: [], problems: [] } : parseWfdbAnnotations(files.annotations);
  const annotations = read.annotations.map((annotation) => ({
    onsetSeconds: annotation.sampleIndex / header.frameRateHz,
    durationSeconds: null,
    text: annotation.auxiliary === '' ? annotation.symbol : annotation.auxiliary,
  }));
  return { startedAt: header.startedAt, streams, annotations, gaps: [], problems: [...problems, ...read.problems] };
}

function readSignalFile(
  header: WfdbHeader,
  signals: readonly WfdbSignalHeader[],
  file: Uint8Array,
  problems: FormatProblem[],
): RecordingStream[] {
  const [first] = signals;
  if (first === undefined) return [];
  const format = wfdbSampleFormat(first.format);
  if (format === undefined || signals.some((signal) => signal.format !== first.format)) {
    const message = `signal format ${first.format} of ${first.fileName} is not one of 80, 16, 61, 32, 212, or is mixed`;
    problems.push({ code: 'unsupported', message, byteOffset: 0 });
    return [];
  }
  const bytes = file.subarray(first.fileOffsetBytes);
  const samplesPerFrame = signals.reduce((sum, signal) => sum + signal.samplesPerFrame, 0);
  const available = Math.floor(format.sampleCount(bytes.length) / samplesPerFrame);
  const frameCount = Math.min(header.frameCount ?? available, available);
  if (header.frameCount !== null && available < header.frameCount) {
    problems.push({ code: 'truncated', message: `${first.fileName} holds ${available} of ${header.frameCount} frames`, byteOffset: file.length });
  }
  let firstSample = 0;
  return signals.map((signal) => {
    const values = readSignal(bytes, format, { frameCount, samplesPerFrame, firstSample, own: signal.samplesPerFrame });
    firstSample += signal.samplesPerFrame;
    if (frameCount === header.frameCount && signal.checksum !== null && checksum(values) !== signal.checksum) {
      problems.push({ code: 'badChecksum', message: `the samples of ${signal.label} do not add up to the header's checksum`, byteOffset: 0 });
    }
    return {
      label: signal.label,
      unit: signal.unit,
      sampleRateHz: header.frameRateHz * signal.samplesPerFrame,
      samples: { kind: 'digital', values, scale: 1 / signal.gain, offset: -signal.baseline / signal.gain, notMeasured: format.notMeasured },
    };
  });
}

type FrameShape = { readonly frameCount: number; readonly samplesPerFrame: number; readonly firstSample: number; readonly own: number };

function readSignal(bytes: Uint8Array, format: WfdbSampleFormat, shape: FrameShape): Int16Array | Int32Array {
  const count = shape.frameCount * shape.own;
  const values = format.wide ? new Int32Array(count) : new Int16Array(count);
  let written = 0;
  for (let frame = 0; frame < shape.frameCount; frame++) {
    const begin = frame * shape.samplesPerFrame + shape.firstSample;
    for (let index = begin; index < begin + shape.own; index++) values[written++] = format.read(bytes, index);
  }
  return values;
}

function checksum(values: Int16Array | Int32Array): number {
  let sum = 0;
  for (const value of values) sum = (sum + value) | 0;
  return sum & 0xffff;
}
