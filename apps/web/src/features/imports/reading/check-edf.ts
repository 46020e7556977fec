import { parseEdfHeader, readEdf, type EdfHeader, type Recording } from '@yamori/formats';
import {
  MAX_GAPS_LISTED,
  nothingFound,
  type CheckedStream,
  type FileGap,
  type Found,
} from './file-check.ts';
import { createFaultList } from './fault-list.ts';
import { placeInEdf } from './fault-place.ts';
import type { HashingReader } from './file-source.ts';
import { createSignalTraces } from './signal-traces.ts';

const WINDOW_BYTES = 2 * 1024 * 1024;
const FIXED_BYTES = 256;
const MAX_SIGNALS = 9_999;
/** Maximum size of a data record in memory; the server has the same limit. */
const MAX_RECORD_BYTES = 32 * 1024 * 1024;
/** Offset of the 8-character number of records in the header. */
const RECORD_COUNT_AT = 236;
/** A larger step between two records is a gap. */
const GAP_SECONDS = 0.05;
/** Reported once for the whole file, not for each window. */
const OF_THE_FILE: ReadonlySet<string> = new Set([
  'truncated',
  'trailingBytes',
  'recordCountUnknown',
]);

/**
 * Reads EDF, EDF+C/D and BDF in windows of whole records: each window is the file's header with
 * some records, a complete file to the reader.
 */
export async function checkEdf(reader: HashingReader): Promise<Found> {
  const parsed = parseEdfHeader(await reader.source.read(0, FIXED_BYTES * (1 + MAX_SIGNALS)));
  if (parsed.kind === 'refused') {
    const { code, byteOffset } = parsed.problem;
    return nothingFound('EDF', { code: 'import-unreadable' }, [
      { code, byteOffset, count: 1, ...placeInEdf(byteOffset, FIXED_BYTES * (1 + MAX_SIGNALS)) },
    ]);
  }
  const { header } = parsed;
  if (header.recordBytes > MAX_RECORD_BYTES)
    return nothingFound(header.variant, { code: 'import-too-large' });
  const faults = createFaultList();
  const fault = (code: string, byteOffset: number): void =>
    faults.add(code, byteOffset, placeInEdf(byteOffset, header.headerBytes));
  const recordCount = completeRecords(header, reader.source.sizeBytes, fault);
  const walked = await walkRecords(reader, header, recordCount, fault);
  const problem = walked.streams.every(isNoCourse)
    ? { code: 'import-empty' }
    : walked.startedAt === null
      ? { code: 'import-start-missing' }
      : null;
  return {
    formatName: header.variant,
    serial: null,
    deviceTypeCode: null,
    start:
      walked.startedAt === null ? { kind: 'unknown' } : { kind: 'local', text: walked.startedAt },
    seconds: walked.seconds,
    streams: walked.streams,
    annotations: walked.annotations,
    gapCount: walked.gapCount,
    gaps: walked.gaps,
    faults: faults.list(),
    problem,
  };
}

/** The server does not store these: a checksum in an event file is a value without a time. */
const isNoCourse = ({ samples, sampleRateHz }: CheckedStream): boolean =>
  samples === 0 || !(sampleRateHz > 0);

type Fault = (code: string, byteOffset: number) => void;

async function walkRecords(
  reader: HashingReader,
  header: EdfHeader,
  recordCount: number,
  fault: Fault,
) {
  const head = await reader.next(header.headerBytes);
  const traces = createSignalTraces();
  const gaps: FileGap[] = [];
  const state = { annotations: 0, gapCount: 0, firstOffset: 0, startedAt: null as string | null };
  const atOnce = Math.max(1, Math.floor(WINDOW_BYTES / Math.max(1, header.recordBytes)));
  const gap = (fromSeconds: number, toSeconds: number): void => {
    state.gapCount += 1;
    if (gaps.length < MAX_GAPS_LISTED) gaps.push({ fromSeconds, toSeconds });
  };
  for (let record = 0; record < Math.max(1, recordCount); record += atOnce) {
    const count = Math.min(atOnce, recordCount - record);
    const begin = reader.atByte();
    const recording = readEdf(
      withRecords(head, count, await reader.next(count * header.recordBytes)),
    );
    if (record === 0) {
      state.startedAt = recording.startedAt;
      state.firstOffset = recording.startOffsetSeconds ?? 0;
    }
    for (const { code, byteOffset } of recording.problems) {
      const isInRecords = byteOffset >= header.headerBytes;
      if (!OF_THE_FILE.has(code) && (record === 0 || isInRecords))
        fault(code, byteOffset + (isInRecords ? begin - header.headerBytes : 0));
    }
    const startSeconds = recordStart(recording, header, record, state.firstOffset);
    if (traces.endSeconds() > 0 && startSeconds > traces.endSeconds() + GAP_SECONDS)
      gap(traces.endSeconds(), startSeconds);
    for (const each of recording.gaps)
      gap(startSeconds + each.startSeconds, startSeconds + each.endSeconds);
    state.annotations += recording.annotations.length;
    traces.add({ startSeconds, streams: recording.streams, gaps: recording.gaps });
  }
  return { ...state, gaps, seconds: traces.endSeconds(), streams: traces.streams() };
}

/** Only an interrupted recording has a start time for each record; others are continuous. */
const recordStart = (
  recording: Recording,
  header: EdfHeader,
  record: number,
  firstOffset: number,
): number =>
  header.variant.endsWith('+D')
    ? (recording.startOffsetSeconds ?? 0) - firstOffset
    : record * header.recordSeconds;

function withRecords(head: Uint8Array, count: number, records: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + records.length);
  bytes.set(head);
  bytes.set(new TextEncoder().encode(String(count).padEnd(8)), RECORD_COUNT_AT);
  bytes.set(records, head.length);
  return bytes;
}

/** Compares the header of the whole file with its actual size. */
function completeRecords(header: EdfHeader, sizeBytes: number, fault: Fault): number {
  const available =
    header.recordBytes === 0
      ? 0
      : Math.floor((sizeBytes - header.headerBytes) / header.recordBytes);
  const count = header.recordCount < 0 ? available : Math.min(available, header.recordCount);
  const end = header.headerBytes + count * header.recordBytes;
  if (header.recordCount < 0) fault('recordCountUnknown', RECORD_COUNT_AT);
  else if (count < header.recordCount) fault('truncated', end);
  else if (sizeBytes > end) fault('trailingBytes', end);
  return count;
}
