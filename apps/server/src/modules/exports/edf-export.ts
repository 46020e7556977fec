import { ProblemError, type TimelineStream } from '@yamori/domain';
import {
  type EdfStream,
  openEdfStream,
  type RecordingAnnotation,
  chooseRecordSeconds,
} from '@yamori/formats';
import { edfSubject } from './edf-subject.ts';
import type { ExportedFile, ExportedStream, ExportContext, ExportTask } from './export-context.ts';
import { createLocalText } from './local-text.ts';
import { placedRecords, type RecordGrid } from './placed-records.ts';
import { readWindows } from './read-windows.ts';
import { recordMap, type RecordMap } from './record-map.ts';
import { annotationsFrom, readHappenings } from './room-annotations.ts';
import { channelLabels } from './stream-labels.ts';

/** Window of the search for the first sample. */
const LOOKING_US = 3600 * 1e6;

/**
 * Exports the chosen streams as EDF+. Reads the range twice: first to find the records, whose
 * number the header states, then to write them. Data that arrives in between adds no record.
 */
export async function exportEdf(context: ExportContext, task: ExportTask): Promise<ExportedFile> {
  const sampled = task.streams.filter(({ stream }) => stream.sampleRateHz > 0);
  const recordSeconds = chooseRecordSeconds(
    sampled.flatMap(({ stream }) =>
      Array.from({ length: stream.channels }, () => stream.sampleRateHz),
    ),
  );
  if (sampled.length > 0 && recordSeconds === null)
    throw new ProblemError('export-rate-unsupported', {
      details: { rates: [...new Set(sampled.map(({ stream }) => stream.sampleRateHz))].join(', ') },
    });
  const startUs = await firstSampleUs(context, sampled, task);
  if (startUs === null || recordSeconds === null) throw new ProblemError('export-empty');
  const grid: RecordGrid = { startUs, toUs: task.toUs, recordSeconds };
  const leftOut = new Int32Array(sampled.length);
  const map = recordMap(
    sampled.map(({ stream }) => Math.round(stream.sampleRateHz * recordSeconds)),
    Math.ceil((task.toUs - startUs) / 1e6 / recordSeconds),
  );
  for await (const placed of placedRecords(context.timeline, sampled, grid, task.signal, leftOut))
    map.add(placed);
  const records = map.records();
  if (records.length === 0) throw new ProblemError('export-empty');
  const labels = channelLabels(task.streams.map(({ stream }) => stream));
  const annotations = [
    ...annotationsFrom(await readHappenings(context, task), startUs),
    ...lossNotes(sampled, map, { recordSeconds, leftOut, labels }),
  ].toSorted((one, other) => one.onsetSeconds - other.onsetSeconds);
  const stream = openEdfStream({
    startedAt: createLocalText(task.timeZone).plain(startUs),
    recordSeconds,
    records,
    annotations,
    ...edfSubject(task, startUs),
    signals: sampled.flatMap((each) => createSignals(each, labels)),
  });
  if (stream.kind === 'refused')
    throw new ProblemError('export-rate-unsupported', { details: { reason: stream.problem.code } });
  return {
    totalBytes: stream.totalBytes,
    bytes: edfBytes(
      stream,
      records,
      placedRecords(context.timeline, sampled, grid, task.signal, new Int32Array(sampled.length)),
      map.samplesPerRecord,
    ),
  };
}

async function firstSampleUs(
  { timeline }: ExportContext,
  streams: readonly ExportedStream[],
  { fromUs, toUs, signal }: ExportTask,
): Promise<number | null> {
  for await (const { runs } of readWindows(
    timeline,
    streams,
    { fromUs, toUs, windowUs: LOOKING_US },
    signal,
  )) {
    return Math.min(
      ...runs.flatMap((some) => some.map(({ firstSampleTimeUs }) => firstSampleTimeUs)),
    );
  }
  return null;
}

function createSignals(
  { stream }: ExportedStream,
  labels: ReadonlyMap<TimelineStream, readonly string[]>,
) {
  const { serial, sampleRateHz, unit, scale, offset } = stream;
  return (labels.get(stream) ?? []).map((label) => ({
    label,
    unit: unit.replace('Ω', 'Ohm'),
    sampleRateHz,
    scale,
    offset,
    transducer: serial,
  }));
}

/** Minimum bytes of a chunk of records. */
const CHUNK_BYTES = 256 * 1024;

async function* edfBytes(
  stream: EdfStream,
  records: Uint32Array,
  placed: ReturnType<typeof placedRecords>,
  samplesPerRecord: readonly number[],
): AsyncGenerator<Uint8Array> {
  yield stream.header;
  const state = { place: 0, chunks: [] as Uint8Array[], bytes: 0 };
  const push = (chunk: Uint8Array): void => {
    state.chunks.push(chunk);
    state.bytes += chunk.length;
    state.place += 1;
  };
  function* flush(least: number): Generator<Uint8Array> {
    if (state.bytes < Math.max(1, least)) return;
    yield Buffer.concat(state.chunks);
    Object.assign(state, { chunks: [], bytes: 0 });
  }
  for await (const { firstRecord, count, streams } of placed) {
    // Records deleted since (by an undone import) are still written, because the header counts
    // them.
    while (state.place < records.length && (records[state.place] ?? 0) < firstRecord + count) {
      const at = (records[state.place] ?? 0) - firstRecord;
      push(
        stream.record(
          state.place,
          at < 0
            ? []
            : streams.flatMap((channels, index) =>
                channels.map((channel) =>
                  channel.subarray(
                    at * (samplesPerRecord[index] ?? 0),
                    (at + 1) * (samplesPerRecord[index] ?? 0),
                  ),
                ),
              ),
        ),
      );
      yield* flush(CHUNK_BYTES);
    }
  }
  while (state.place < records.length) {
    push(stream.record(state.place, []));
    yield* flush(CHUNK_BYTES);
  }
  yield* flush(1);
}

type Losses = {
  readonly recordSeconds: number;
  readonly leftOut: Int32Array;
  readonly labels: ReadonlyMap<TimelineStream, readonly string[]>;
};

/** Annotations for gaps of single streams, and for samples that were left out. */
function lossNotes(
  streams: readonly ExportedStream[],
  map: RecordMap,
  { recordSeconds, leftOut, labels }: Losses,
): RecordingAnnotation[] {
  return streams.flatMap(({ stream }, index) => {
    const name = labels.get(stream)?.[0] ?? stream.kind;
    const holes = map.silences(index).map(({ from, to }) => ({
      onsetSeconds: from * recordSeconds,
      durationSeconds: (to - from) * recordSeconds,
      text: `Not measured: ${name}`,
    }));
    const lost = leftOut[index] ?? 0;
    return lost === 0
      ? holes
      : [
          {
            onsetSeconds: 0,
            durationSeconds: null,
            text: `${lost} samples found no place: ${name}`,
          },
          ...holes,
        ];
  });
}
