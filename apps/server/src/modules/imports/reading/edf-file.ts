import { refuse } from '@yamori/domain';
import {
  parseEdfHeader,
  readEdf,
  type EdfHeader,
  type FormatProblem,
  type Recording,
} from '@yamori/formats';
import type { Original } from './original.ts';
import type { SampleSource, SourcePart } from './sample-source.ts';

/** Bytes of records that are read at one time. */
const WINDOW_BYTES = 2 * 1024 * 1024;
/** The standard's limit is 61,440; some writers go further. */
const MAX_RECORD_BYTES = 32 * 1024 * 1024;
const FIXED_BYTES = 256;
const MAX_SIGNALS = 9_999;
/** Where the header says how many records there are, in 8 characters. */
const RECORD_COUNT_AT = 236;
/** Said of the whole file here, and of no window. */
const OF_THE_FILE = new Set(['truncated', 'trailingBytes', 'recordCountUnknown']);

/**
 * Opens an EDF, EDF+ or BDF file. Each window is the header with some of the records, which the
 * reader takes as a complete file.
 */
export async function openEdf(original: Original, format: 'edf' | 'bdf'): Promise<SampleSource> {
  const headerBytes = await original.read(0, FIXED_BYTES * (1 + MAX_SIGNALS));
  const parsed = parseEdfHeader(headerBytes);
  if (parsed.kind === 'refused')
    throw refuse('import-unreadable', {
      details: { reason: parsed.problem.code, byteOffset: parsed.problem.byteOffset },
    });
  const { header } = parsed;
  const head = headerBytes.subarray(0, header.headerBytes);
  if (header.recordBytes > MAX_RECORD_BYTES)
    throw refuse('import-too-large', { details: { limit: MAX_RECORD_BYTES } });
  const recordCount = header.recordBytes === 0 ? 0 : completeRecords(header, original.sizeBytes);
  const window: Window = {
    original,
    header,
    head,
    recordCount,
    problems: problemsOfFile(header, original.sizeBytes, recordCount),
  };
  const first = readEdf(
    withRecords(
      head,
      1,
      await original.read(
        header.headerBytes,
        header.headerBytes + Math.min(1, recordCount) * header.recordBytes,
      ),
    ),
  );
  return {
    format,
    startedAt: first.startedAt,
    groups: null,
    parts: () => parts(window, first.startOffsetSeconds ?? 0),
  };
}

type Window = {
  readonly original: Original;
  readonly header: EdfHeader;
  readonly head: Uint8Array;
  readonly recordCount: number;
  readonly problems: readonly FormatProblem[];
};

async function* parts(
  { original, header, head, recordCount, problems }: Window,
  firstOffsetSeconds: number,
): AsyncGenerator<SourcePart> {
  const recordsPerWindow = Math.max(1, Math.floor(WINDOW_BYTES / Math.max(1, header.recordBytes)));
  let firstSamples: number[] = [];
  for (let record = 0; record < recordCount; record += recordsPerWindow) {
    const count = Math.min(recordsPerWindow, recordCount - record);
    const begin = header.headerBytes + record * header.recordBytes;
    const recording = readEdf(
      withRecords(head, count, await original.read(begin, begin + count * header.recordBytes)),
    );
    const found = recording.problems.filter(
      ({ code, byteOffset }) =>
        !OF_THE_FILE.has(code) && (record === 0 || byteOffset >= header.headerBytes),
    );
    yield {
      startSeconds: startOf(recording, header, record, firstOffsetSeconds),
      streams: recording.streams,
      gaps: recording.gaps,
      firstSamples: recording.streams.map((_, index) => firstSamples[index] ?? 0),
      problems: [
        ...(record === 0 ? problems : []),
        ...found.map((problem) => ({
          ...problem,
          byteOffset:
            problem.byteOffset +
            (problem.byteOffset >= header.headerBytes ? begin - header.headerBytes : 0),
        })),
      ],
      fraction: (record + count) / recordCount,
    };
    firstSamples = recording.streams.map(
      (stream, index) => (firstSamples[index] ?? 0) + stream.samples.values.length,
    );
  }
}

/**
 * Only an interrupted recording says of each record when it began; the others go on without a
 * break.
 */
function startOf(
  recording: Recording,
  header: EdfHeader,
  record: number,
  firstOffsetSeconds: number,
): number {
  return header.variant.endsWith('+D')
    ? (recording.startOffsetSeconds ?? 0) - firstOffsetSeconds
    : record * header.recordSeconds;
}

function withRecords(head: Uint8Array, count: number, records: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + records.length);
  bytes.set(head);
  bytes.set(new TextEncoder().encode(String(count).padEnd(8)), RECORD_COUNT_AT);
  bytes.set(records, head.length);
  return bytes;
}

function completeRecords(header: EdfHeader, sizeBytes: number): number {
  const there = Math.floor((sizeBytes - header.headerBytes) / header.recordBytes);
  return header.recordCount < 0 ? there : Math.min(there, header.recordCount);
}

/** What the reader would say of the file as a whole, in its words. */
function problemsOfFile(
  header: EdfHeader,
  sizeBytes: number,
  recordCount: number,
): FormatProblem[] {
  const endOffset = header.headerBytes + recordCount * header.recordBytes;
  if (header.recordCount < 0)
    return [
      {
        code: 'recordCountUnknown',
        message: `the header does not say how many records there are; ${recordCount} are complete`,
        byteOffset: RECORD_COUNT_AT,
      },
    ];
  if (recordCount < header.recordCount)
    return [
      {
        code: 'truncated',
        message: `${recordCount} of ${header.recordCount} records are complete`,
        byteOffset: endOffset,
      },
    ];
  return sizeBytes > endOffset
    ? [
        {
          code: 'trailingBytes',
          message: `${sizeBytes - endOffset} bytes behind the last record are left out`,
          byteOffset: endOffset,
        },
      ]
    : [];
}
