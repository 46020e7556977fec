import type { TimelineStream } from '@yamori/domain';
import { NOT_MEASURED } from '@yamori/frames';
import { ProblemError } from '@yamori/domain';
import { durationUs } from '../../core/timeline/timeline-frame.ts';
import type { TimelineRun } from '../../core/timeline/sample-runs.ts';
import { csvBytes, countDigits, numberText } from './csv-text.ts';
import type { ExportedFile, ExportContext, ExportTask } from './export-context.ts';
import { createLocalText, type LocalText } from './local-text.ts';
import { readWindows } from './read-windows.ts';
import { channelLabels } from './stream-labels.ts';

const WINDOW_US = 300 * 1e6;

/**
 * Exports every sample at its own time: one row for each time at which any stream has a sample,
 * with empty cells for the others.
 */
export async function exportSamples(
  context: ExportContext,
  task: ExportTask,
): Promise<ExportedFile> {
  const streams = task.streams.map(({ stream }) => stream);
  const windows = readWindows(
    context.timeline,
    task.streams,
    { fromUs: task.fromUs, toUs: task.toUs, windowUs: WINDOW_US },
    task.signal,
  );
  // Read the first window before replying, so that an empty export is a problem, not an empty file.
  const first = await windows.next();
  if (first.done === true) throw new ProblemError('export-empty');
  const text = createLocalText(task.timeZone);
  const columns = streams.map(createColumn);
  async function* rows(): AsyncGenerator<string> {
    yield* windowRows(first.value?.runs ?? [], columns, text);
    for await (const { runs } of windows) yield* windowRows(runs, columns, text);
  }
  return { totalBytes: null, bytes: csvBytes(['time', ...columnNames(streams)], rows()) };
}

export function columnNames(streams: readonly TimelineStream[]): string[] {
  const labels = channelLabels(streams);
  return streams.flatMap((stream) =>
    (labels.get(stream) ?? []).map((label) =>
      stream.unit === '' ? label : `${label} [${stream.unit}]`,
    ),
  );
}

type Column = { readonly text: (digital: number) => string; readonly empty: string };

function createColumn({ scale, offset, channels }: TimelineStream): Column {
  const digits = countDigits(scale);
  return {
    text: (digital) =>
      digital === NOT_MEASURED ? '' : numberText(digital * scale + offset, digits),
    empty: ','.repeat(channels - 1),
  };
}

/** Position of the next sample to write. */
type Reading = { readonly runs: readonly TimelineRun[]; run: number; sample: number };

function* windowRows(
  runs: readonly (readonly TimelineRun[])[],
  columns: readonly Column[],
  text: LocalText,
): Generator<string> {
  const readings = runs.map((some): Reading => ({ runs: some, run: 0, sample: 0 }));
  for (;;) {
    const times = readings.map(nextTimeUs);
    const timeUs = Math.min(...times);
    if (timeUs === Infinity) return;
    let row = text.zoned(timeUs);
    readings.forEach((reading, index) => {
      const column = columns[index];
      if (column === undefined) return;
      row += `,${times[index] === timeUs ? takeSample(reading, column) : column.empty}`;
    });
    yield `${row}\r\n`;
  }
}

function nextTimeUs({ runs, run, sample }: Reading): number {
  const found = runs[run];
  return found === undefined
    ? Infinity
    : found.firstSampleTimeUs + durationUs(sample, found.sampleRateHz ?? 0);
}

function takeSample(reading: Reading, { text }: Column): string {
  const run = reading.runs[reading.run];
  const cells = (run?.channels ?? [])
    .map((channel) => text(channel[reading.sample] ?? NOT_MEASURED))
    .join(',');
  reading.sample += 1;
  if (reading.sample >= (run?.channels[0]?.length ?? 0))
    Object.assign(reading, { run: reading.run + 1, sample: 0 });
  return cells;
}
