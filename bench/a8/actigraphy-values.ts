import {
  type ActiwareNight,
  actiwareNights,
  decodeTextFile,
  parseTextTable,
  readActiware,
} from '@yamori/formats';
import type { Json, Ours } from './compare.ts';
import { counts, measured, computeSum } from './figures.ts';
import { readBytes, readRecording } from './files.ts';

type Reference = { readonly [key: string]: Json };

export function actiwareExports(reference: Reference): Ours {
  const names = Object.keys(reference).filter((name) => name !== '_how');
  return {
    values: Object.fromEntries(names.map((name) => [name, actiwareValues(name)])),
    reasons: [],
  };
}

function actiwareValues(name: string): Json {
  const bytes = readBytes(`actigraphy-actiware/${name}`);
  const source = readActiware(bytes);
  const { recording, epochHeader, epochRows, statistics } = source;
  const decoded = decodeTextFile(bytes, 'windows-1252');
  const place = (pattern: RegExp): number => epochHeader.findIndex((label) => pattern.test(label));
  const activity = recording.streams.find(({ label }) => /^(activity|aktivität)$/i.test(label));
  const values = measured(activity);
  const time = (text: string): string => text.slice(0, 19);
  const marker = recording.annotations.filter(({ text }) => /^mark/i.test(text));
  const dates = epochRows[0]?.[1] ?? '';
  const decimal = statistics.rows.flat().some((cell) => /^\d+,\d+$/.test(cell)) ? ',' : '.';
  const vendor = statistics.rows
    .filter(([kind = '']) => /^(rest|sleep|ruhe|schlaf)$/i.test(kind))
    .map((row) => row.slice(0, 15));
  const at = (seconds: number): string =>
    new Date(Date.parse(`${recording.startedAt}Z`) + seconds * 1000).toISOString().slice(0, 19);
  return {
    encoding:
      decoded.markBytes === 3
        ? 'UTF-8 with BOM'
        : decoded.encoding === 'utf-8'
          ? 'UTF-8'
          : decoded.encoding,
    newline: decoded.text.includes('\r\n') ? 'CRLF' : 'LF',
    decimal,
    date_format: dates.includes('/') ? 'DD/MM/YYYY' : 'DD.MM.YYYY',
    missing_token: epochRows.flat().find((cell) => /^(NaN|kZ)$/.test(cell)) ?? '',
    columns: [...epochHeader],
    rows: epochRows.length,
    epoch_s: 1 / (activity?.sampleRateHz ?? 1),
    first: time(recording.startedAt ?? ''),
    last: at((epochRows.length - 1) / (activity?.sampleRateHz ?? 1)),
    regular: recording.gaps.length === 0,
    activity_sum: computeSum(values),
    activity_missing: epochRows.length - values.length,
    interval_counts: counts(epochRows.map((row) => row[place(/^Intervall? ?status$/i)] ?? '')),
    markers: marker.map(({ onsetSeconds }) => at(onsetSeconds)),
    nights_from_epochs: actiwareNights(source).map(nightValues),
    vendor_statistics_rows: vendor,
    vendor_statistics_header: [statistics.header.slice(0, 15)],
  };
}

const nightValues = (night: ActiwareNight): Json => ({
  in_bed: night.inBedAt,
  out_of_bed: night.outOfBedAt,
  TIB_min: night.timeInBedMinutes,
  TST_min_in_bed: night.sleepInBedMinutes,
  wake_min_in_bed: night.wakeInBedMinutes,
  ...(night.sleep === null
    ? {}
    : {
        sleep_interval_start: night.sleep.startsAt,
        sleep_interval_end: night.sleep.endsAt,
        SOL_min: night.sleep.onsetLatencyMinutes,
        TST_min: night.sleep.totalSleepMinutes,
        WASO_min: night.sleep.wakeAfterOnsetMinutes,
        SE_pct_TST_over_TIB: night.sleep.efficiencyPercent,
      }),
});

const DAY = 'actigraphy-actigraph/GT3XPlus-RawData-Day01';

export function actigraphExports(): Ours {
  const ten = readRecording(`${DAY}.csv`);
  const sum = (label: string): number =>
    computeSum(measured(ten.streams.find((stream) => stream.label === label)));
  const rows = ten.streams[0]?.samples.values.length ?? 0;
  const scored = (name: string): Json =>
    counts(
      parseTextTable(readBytes(`${DAY}-${name}.csv`))
        .rows.slice(1)
        .map((row) => row.at(-1) ?? ''),
    );
  const [names = [], ...periods] = parseTextTable(readBytes(`${DAY}-sleep-periods.csv`)).rows;
  const cell = (text: string): Json => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
  const last = new Date(
    Date.parse(`${ten.startedAt}Z`) + ((rows - 1) / (ten.streams[0]?.sampleRateHz ?? 1)) * 1000,
  )
    .toISOString()
    .slice(0, 19);
  const minutes = readRecording(`${DAY}-10sec60sec.csv`);
  return {
    values: {
      rows_10s: rows,
      first: `${ten.startedAt}Z`,
      last: `${last}Z`,
      axis_sums: ['axis1', 'axis2', 'axis3'].map(sum),
      steps_sum: sum('steps'),
      epochs_60s: minutes.streams[0]?.samples.values.length ?? 0,
      sadeh: scored('Sadeh'),
      cole_kripke: scored('ColeKripke'),
      sleep_periods: periods.map((row) =>
        Object.fromEntries(row.map((text, index) => [names[index] ?? '', cell(text)])),
      ),
    },
    reasons: [
      [
        /own_vs_vendor_disagreements/,
        "a score of ours against the vendor's: A5 of `npm run bench -- a`",
      ],
    ],
  };
}
