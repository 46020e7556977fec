import type { InspectedStream, Inspection } from './inspection.ts';

const MAX_LINES = 20;

/** Formats an inspection for display. */
export function inspectionText(fileName: string, inspection: Inspection): string {
  const { format, startedAt, durationSeconds, streams, annotations, gaps, problems } = inspection;
  return [
    `${fileName}: ${format}, from ${startedAt ?? 'an unknown time'}, ${durationText(durationSeconds)}`,
    ...formatSection('streams', streams, streamText),
    ...formatSection(
      'annotations',
      annotations,
      ({ onsetSeconds, durationSeconds: lasts, text }) =>
        `${seconds(onsetSeconds).padStart(12)} s${lasts === null ? '' : ` for ${seconds(lasts)} s`}  ${printable(text)}`,
    ),
    ...formatSection(
      'gaps',
      gaps,
      ({ fromSeconds, toSeconds, stream }) =>
        `${seconds(fromSeconds)} to ${seconds(toSeconds)} s${stream === undefined ? '' : ` in ${stream}`}`,
    ),
    ...formatSection(
      'problems',
      problems,
      ({ code, message, byteOffset }) => `${code} at byte ${byteOffset}: ${printable(message)}`,
    ),
  ]
    .join('\n')
    .concat('\n');
}

function formatSection<Item>(
  what: string,
  items: readonly Item[],
  line: (item: Item) => string,
): string[] {
  if (items.length === 0) return [];
  const more = items.length > MAX_LINES ? [`  … ${items.length - MAX_LINES} more`] : [];
  return [
    `${items.length} ${what}`,
    ...items.slice(0, MAX_LINES).map((item) => `  ${line(item)}`),
    ...more,
  ];
}

function streamText(stream: InspectedStream): string {
  const rate = stream.sampleRateHz > 0 ? `${number(stream.sampleRateHz)} Hz` : 'no rate';
  const range =
    stream.min === null
      ? 'nothing measured'
      : `${number(stream.min)} to ${number(stream.max)} ${printable(stream.unit)}`;
  const channels = stream.channels > 1 ? ` × ${stream.channels} channels` : '';
  return `${printable(stream.label).padEnd(24)} ${rate.padStart(12)}  ${stream.samples} samples${channels}  ${range}${stream.notMeasured > 0 ? `  ${stream.notMeasured} not measured` : ''}`;
}

/** Text from a file must not control the terminal. */
// oxlint-disable-next-line eslint/no-control-regex -- control characters must be replaced
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '·');
const number = (value: number | null): string =>
  value === null ? '-' : String(Number(value.toPrecision(6)));
const seconds = (value: number): string => String(Math.round(value * 1_000) / 1_000);

function durationText(total: number): string {
  const whole = Math.floor(total);
  return total < 60
    ? `${seconds(total)} s`
    : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min ${whole % 60} s`;
}
