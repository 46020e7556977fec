import { ProblemError, type TimelineStream } from '@yamori/domain';
import { readExactColumns } from '../../core/timeline/exact-columns.ts';
import type { Bins } from '../../core/timeline/pyramid/bins.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import { columnNames } from './csv-export.ts';
import { csvBytes, countDigits, numberText } from './csv-text.ts';
import type { ExportedFile, ExportedStream, ExportContext, ExportTask } from './export-context.ts';
import { createLocalText } from './local-text.ts';

const MINUTE_US = 60 * 1e6;
const DAY_US = 86_400 * 1e6;

/**
 * Exports minimum, maximum and mean of each channel by minute, with the number of samples. Minutes
 * without data have no row.
 */
export async function exportMinutes(
  context: ExportContext,
  task: ExportTask,
): Promise<ExportedFile> {
  const sampled = task.streams.filter(({ stream }) => stream.sampleRateHz > 0);
  if (sampled.length === 0) throw new ProblemError('export-empty');
  const names = sampled.flatMap(({ stream }, index) => [
    ...columnNames(sampled.map((each) => each.stream))
      .slice(channelsBefore(sampled, index), channelsBefore(sampled, index) + stream.channels)
      .flatMap((name) => ['min', 'max', 'mean'].map((what) => withPart(name, what))),
    `samples ${stream.serial}:${stream.streamId}`,
  ]);
  const text = createLocalText(task.timeZone);
  async function* rows(): AsyncGenerator<string> {
    for (
      let fromUs = task.fromUs;
      fromUs < task.toUs;
      fromUs = Math.min(task.toUs, (Math.floor(fromUs / DAY_US) + 1) * DAY_US)
    ) {
      task.signal.throwIfAborted();
      yield* dayRows(
        context.timeline,
        sampled,
        fromUs,
        Math.min(task.toUs, (Math.floor(fromUs / DAY_US) + 1) * DAY_US),
        text.zoned,
      );
    }
  }
  return { totalBytes: null, bytes: csvBytes(['time', ...names], rows()) };
}

const channelsBefore = (streams: readonly ExportedStream[], index: number): number =>
  streams.slice(0, index).reduce((sum, { stream }) => sum + stream.channels, 0);
/** `ecg [mV]` → `ecg mean [mV]` */
const withPart = (name: string, part: string): string =>
  name.includes(' [') ? name.replace(' [', ` ${part} [`) : `${name} ${part}`;

/** Minutes of one stream within a day, numbered since 1970. */
type Minutes = { readonly stream: TimelineStream; readonly stays: readonly Bins[] };

async function* dayRows(
  timeline: Timeline,
  streams: readonly ExportedStream[],
  fromUs: number,
  toUs: number,
  time: (us: number) => string,
): AsyncGenerator<string> {
  const found: Minutes[] = [];
  for (const { stream, stays } of streams) {
    const bins: Bins[] = [];
    for (const stay of stays) {
      const range = { fromUs: Math.max(stay.fromUs, fromUs), toUs: Math.min(stay.toUs, toUs) };
      if (range.fromUs < range.toUs)
        bins.push(
          await readExactColumns(timeline, {
            serial: stream.serial,
            streamId: stream.streamId,
            ...range,
            columnUs: MINUTE_US,
          }),
        );
    }
    found.push({ stream, stays: bins });
  }
  for (let minute = Math.floor(fromUs / MINUTE_US); minute * MINUTE_US < toUs; minute += 1) {
    const cells = found.map((each) => minuteCells(each, minute));
    if (cells.some(({ samples }) => samples > 0))
      yield `${time(minute * MINUTE_US)},${cells.map(({ text }) => text).join(',')}\r\n`;
  }
}

function minuteCells(
  { stream, stays }: Minutes,
  minute: number,
): { readonly samples: number; readonly text: string } {
  const digits = countDigits(stream.scale);
  const bins = stays.find(({ firstBin, counts }) => (counts[minute - firstBin] ?? 0) > 0);
  const at = minute - (bins?.firstBin ?? 0);
  const samples = bins?.counts[at] ?? 0;
  const value = (digital: number | undefined): string =>
    digital === undefined || digital === -32_768
      ? ''
      : numberText(digital * stream.scale + stream.offset, digits);
  const cells = Array.from({ length: stream.channels }, (_, channel) =>
    [bins?.minimum, bins?.maximum, bins?.mean]
      .map((tracks) => value(tracks?.[channel]?.[at]))
      .join(','),
  );
  return { samples, text: [...cells, samples === 0 ? '' : String(samples)].join(',') };
}
