import { cellTime, type DateOrder, wallTimeText } from '../table/time-cells.ts';

/**
 * What the lines in front of an ActiLife export say of its rows, which carry no times themselves.
 */
export type StatedTiming = { readonly sampleRateHz: number; readonly startedAt: string | null };

/**
 * Reads the ten lines that ActiLife puts before its data: the rate of raw exports ("at 30 Hz"), the
 * epoch of counts ("Epoch Period (hh:mm:ss) 00:01:00"), start date and time in the order that the
 * first line tells. Null for others.
 */
export function actilifeTiming(preamble: readonly (readonly string[])[]): StatedTiming | null {
  const lines = preamble.map((cells) => cells.join(' '));
  const first = lines[0] ?? '';
  if (!/ActiGraph/.test(first) || !/ActiLife/.test(first)) return null;
  const said = (name: string): string =>
    lines
      .find((line) => line.startsWith(name))
      ?.slice(name.length)
      .trim() ?? '';
  const [, hours = '', minutes = '', seconds = ''] =
    /^(\d+):(\d\d):(\d\d)$/.exec(said('Epoch Period (hh:mm:ss)')) ?? [];
  const epochSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const sampleRateHz =
    epochSeconds > 0
      ? 1 / epochSeconds
      : Number(/\bat (\d+(?:\.\d+)?) Hz/.exec(first)?.[1] ?? Number.NaN);
  if (!(sampleRateHz > 0)) return null;
  const start = cellTime(said('Start Date'), said('Start Time'), orderOf(first));
  return { sampleRateHz, startedAt: start === null ? null : wallTimeText(start.wallSeconds) };
}

function orderOf(firstLine: string): DateOrder {
  const format = /date format (\S+)/.exec(firstLine)?.[1] ?? '';
  if (format.startsWith('y')) return 'yearFirst';
  return format.startsWith('d') ? 'dayFirst' : 'monthFirst';
}
