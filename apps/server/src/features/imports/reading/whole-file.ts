import { refuse, type ImportSettings } from '@yamori/domain';
import { GOE_MF_MEASUREMENTS, parseCsvTable, readCsv, readGoeMf, type Recording, type RecordingStream } from '@yamori/formats';
import type { Original } from './original.ts';
import type { SampleSource, SourcePart } from './sample-source.ts';

/** Cells of a table: what a reader needs grows with them, however few bytes they have. */
const MOST_CELLS = 40_000_000;
const TIME_COLUMN = /^(time|t|sec|second|elapsed|timestamp)/i;
/** From here on a number of seconds is a time of day of these decades, not of the recording. */
const EPOCH_SECONDS = 1e9;

/** Files that can only be read whole. @throws ProblemError `import-too-large`, `import-rate-missing`, `import-unreadable` */
export async function openWhole(original: Original, kind: 'csv' | 'goeMf', settings: ImportSettings, mostBytes: number): Promise<SampleSource> {
  if (original.sizeBytes > mostBytes) throw refuse('import-too-large', { details: { limit: mostBytes } });
  const bytes = await original.read(0, original.sizeBytes);
  return kind === 'csv' ? ofRecording('csv', readTable(bytes, settings), null) : ofTomograph(bytes, settings);
}

function ofRecording(format: string, recording: Recording, groups: SampleSource['groups']): SampleSource {
  if (recording.streams.length === 0) {
    const [problem] = recording.problems;
    throw refuse('import-unreadable', { details: { reason: problem?.code ?? 'noSignals', byteOffset: problem?.byteOffset ?? 0 } });
  }
  return {
    format, startedAt: recording.startedAt, groups,
    async* parts(): AsyncGenerator<SourcePart> {
      yield { startSeconds: 0, streams: recording.streams, gaps: recording.gaps, firstSamples: recording.streams.map(() => 0), problems: recording.problems, fraction: 1 };
    },
  };
}

function readTable(bytes: Uint8Array, settings: ImportSettings): Recording {
  const cells = tableCells(bytes);
  if (cells > MOST_CELLS) throw refuse('import-too-large', { details: { limit: MOST_CELLS, unit: 'cells' } });
  const time = parseCsvTable(bytes).columns.find((column) => TIME_COLUMN.test(column.name));
  if (settings.sampleRateHz !== undefined) return readCsv(bytes, { rate: { kind: 'fixed', sampleRateHz: settings.sampleRateHz } });
  if (time === undefined) throw refuse('import-rate-missing');
  const [start = 0] = time.values;
  const startedAt = start >= EPOCH_SECONDS && start < 10 * EPOCH_SECONDS ? new Date(start * 1000).toISOString() : undefined;
  return readCsv(bytes, { rate: { kind: 'timeColumn', name: time.name }, ...(startedAt === undefined ? {} : { startedAt }) });
}

const [LINE_FEED, RETURN, COMMA, SEMICOLON, TAB, SPACE] = [10, 13, 44, 59, 9, 32];

/** How many cells a table may have at most, without reading it: lines × the most that one of the first lines divides into. */
export function tableCells(bytes: Uint8Array): number {
  let lines = 1;
  let most = 1;
  let own = [0, 0, 0, 0];
  for (const byte of bytes) {
    if (byte === LINE_FEED || byte === RETURN) {
      lines += 1;
      own = [0, 0, 0, 0];
      continue;
    }
    const delimiter = [COMMA, SEMICOLON, TAB, SPACE].indexOf(byte);
    if (delimiter < 0 || lines > 50) continue;
    own[delimiter] = (own[delimiter] ?? 0) + 1;
    most = Math.max(most, 1 + (own[delimiter] ?? 0));
  }
  return lines * most;
}

function ofTomograph(bytes: Uint8Array, settings: ImportSettings): SampleSource {
  const read = readGoeMf(bytes, settings.sampleRateHz);
  const streams = Array.from({ length: read.frameCount === 0 ? 0 : GOE_MF_MEASUREMENTS }, (_, pair): RecordingStream => ({
    label: `eit ${pair}`, unit: 'V', sampleRateHz: read.frameRateHz,
    samples: { kind: 'physical', values: Float32Array.from({ length: read.frameCount }, (_value, frame) => read.voltages[frame * GOE_MF_MEASUREMENTS + pair] ?? Number.NaN) },
  }));
  const groups = [{ kind: 'eit', label: 'EIT', members: streams.map((_, index) => index) }];
  return ofRecording('goe-mf', { startedAt: null, streams, annotations: [], gaps: [], problems: read.problems }, groups);
}
