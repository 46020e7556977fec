import { cellTime, type DateOrder, wallTimeText } from '../table/time-cells.ts';

/** Rate and start of an ActiLife export, whose rows have no times. */
type StatedTiming = { readonly sampleRateHz: number; readonly startedAt: string | null };

/**
 * Parses the ten lines before the data of an ActiLife export: the rate of raw exports ("at 30 Hz"),
 * the epoch of counts ("Epoch Period (hh:mm:ss) 00:01:00"), and start date and time in the order
 * given by the first line. Null for other tables.
 */
export function actilifeTiming(preamble: readonly (readonly string[])[]): StatedTiming | null {
  const lines = preamble.map((cells) => cells.join(' '));
  const first = lines[0] ?? '';
  if (!/ActiGraph/.test(first) || !/ActiLife/.test(first)) return null;
  const valueAfter = (name: string): string =>
    lines
      .find((line) => line.startsWith(name))
      ?.slice(name.length)
      .trim() ?? '';
  const [, hours = '', minutes = '', seconds = ''] =
    /^(\d+):(\d\d):(\d\d)$/.exec(valueAfter('Epoch Period (hh:mm:ss)')) ?? [];
  const epochSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const sampleRateHz =
    epochSeconds > 0
      ? 1 / epochSeconds
      : Number(/\bat (\d+(?:\.\d+)?) Hz/.exec(first)?.[1] ?? Number.NaN);
  if (!(sampleRateHz > 0)) return null;
  const start = cellTime(valueAfter('Start Date'), valueAfter('Start Time'), parseDateOrder(first));
  return { sampleRateHz, startedAt: start === null ? null : wallTimeText(start.wallSeconds) };
}

function parseDateOrder(firstLine: string): DateOrder {
  const format = /date format (\S+)/.exec(firstLine)?.[1] ?? '';
  if (format.startsWith('y')) return 'yearFirst';
  return format.startsWith('d') ? 'dayFirst' : 'monthFirst';
}
