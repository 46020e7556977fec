import { ProblemError } from '@yamori/domain';
import {
  parseEdfHeader,
  readEdf,
  type EdfHeader,
  type FormatProblem,
  type Recording,
} from '@yamori/formats';
import type { Original } from './original.ts';
import type { SampleSource, SourcePart } from './sample-source.ts';

/** Bytes of records to read in one step. */
const WINDOW_BYTES = 2 * 1024 * 1024;
/** The standard's limit is 61,440, but some writers exceed it. */
const MAX_RECORD_BYTES = 32 * 1024 * 1024;
const FIXED_BYTES = 256;
const MAX_SIGNALS = 9_999;
/** Offset of the record count in the header, 8 characters. */
const RECORD_COUNT_AT = 236;
/** Reported once for the whole file, not per window. */
const FILE_LEVEL_PROBLEMS = new Set(['truncated', 'trailingBytes', 'recordCountUnknown']);

/**
 * Opens an EDF, EDF+ or BDF file. Each window consists of the header and some records, so the
 * reader takes it as a complete file.
 */
export async function openEdf(original: Original, format: 'edf' | 'bdf'): Promise<SampleSource> {
  const headerBytes = await original.read(0, FIXED_BYTES * (1 + MAX_SIGNALS));
  const parsed = parseEdfHeader(headerBytes);
  if (parsed.kind === 'refused')
    throw new ProblemError('import-unreadable', {
      details: { reason: parsed.problem.code, byteOffset: parsed.problem.byteOffset },
    });
  const { header } = parsed;
  const head = headerBytes.subarray(0, header.headerBytes);
  if (header.recordBytes > MAX_RECORD_BYTES)
    throw new ProblemError('import-too-large', { details: { limit: MAX_RECORD_BYTES } });
  const recordCount = header.recordBytes === 0 ? 0 : completeRecords(header, original.sizeBytes);
  const window: Window = {
    original,
    header,
    head,
    recordCount,
    problems: findFileProblems(header, original.sizeBytes, recordCount),
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
    const windowProblems = recording.problems.filter(
      ({ code, byteOffset }) =>
        !FILE_LEVEL_PROBLEMS.has(code) && (record === 0 || byteOffset >= header.headerBytes),
    );
    yield {
      startSeconds: getStartSeconds(recording, header, record, firstOffsetSeconds),
      streams: recording.streams,
      gaps: recording.gaps,
      firstSamples: recording.streams.map((_, index) => firstSamples[index] ?? 0),
      problems: [
        ...(record === 0 ? problems : []),
        ...windowProblems.map((problem) => ({
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

/** Only interrupted recordings (+D) store the start of each record. Others are continuous. */
function getStartSeconds(
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
  const available = Math.floor((sizeBytes - header.headerBytes) / header.recordBytes);
  return header.recordCount < 0 ? available : Math.min(available, header.recordCount);
}

/** The problems that the reader would report for the whole file. */
function findFileProblems(
  header: EdfHeader,
  sizeBytes: number,
  recordCount: number,
): FormatProblem[] {
  const endOffset = header.headerBytes + recordCount * header.recordBytes;
  if (header.recordCount < 0)
    return [
      {
        code: 'recordCountUnknown',
        message: `the header does not state the number of records; ${recordCount} are complete`,
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
          message: `ignored ${sizeBytes - endOffset} bytes after the last record`,
          byteOffset: endOffset,
        },
      ]
    : [];
}
