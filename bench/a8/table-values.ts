import {
  parseCsvTable,
  parseTextTable,
  readCsv,
  type Recording,
  type RecordingStream,
} from '@yamori/formats';
import type { Json, Ours } from './compare.ts';
import {
  counts,
  describeStream,
  findMinimum,
  computeMean,
  measured,
  findMaximum,
  computeSum,
} from './figures.ts';
import { readBytes, readRecording, readText } from './files.ts';

type Reference = { readonly [key: string]: Json };
const WORKED_OUT = /\/computed_/;
const computed = [
  WORKED_OUT,
  'worked out from the samples, not read: A1 and A3 of `npm run bench -- a`',
] as const;

const labelled = (recording: Recording, label: string): RecordingStream | undefined =>
  recording.streams.find((stream) => stream.label === label);

export function noiseStress(): Ours {
  const values = measured(
    readRecording('ecg-noise-stress/118e24.csv', { sampleRateHz: 360 }).streams[0],
  );
  const beats = Array.from(
    parseCsvTable(readBytes('ecg-noise-stress/118e24_ann.csv')).columns[0]?.values ?? [],
  );
  return {
    values: {
      '118e24.csv': {
        samples: values.length,
        fs_hz: 360,
        min: findMinimum(values),
        max: findMaximum(values),
        mean: computeMean(values),
        first10: values.slice(0, 10),
        annotated_beats: beats.length,
        first5_beats: beats.slice(0, 5),
        last_beat: beats.at(-1) ?? 0,
        mean_hr_bpm: (60 * 360 * (beats.length - 1)) / ((beats.at(-1) ?? 0) - (beats[0] ?? 0)),
      },
    },
    reasons: [],
  };
}

export function bidmcRecords(reference: Reference): Ours {
  const names = Object.keys(reference).filter((name) => name !== '_how');
  return {
    values: Object.fromEntries(names.map((name) => [name, bidmcRecord(name)])),
    reasons: [],
  };
}

function bidmcRecord(name: string): Json {
  const signals = readRecording(`ecg-resp-bidmc/${name}_Signals.csv`);
  const numerics = readRecording(`ecg-resp-bidmc/${name}_Numerics.csv`);
  const rate = signals.streams[0]?.sampleRateHz ?? 0;
  const rows = signals.streams[0]?.samples.values.length ?? 0;
  const breaths = parseCsvTable(readBytes(`ecg-resp-bidmc/${name}_Breaths.csv`)).columns.map(
    ({ values }) => Array.from(values).filter((value) => !Number.isNaN(value)),
  );
  const summary = (stream: RecordingStream): Record<string, Json> => ({
    mean: computeMean(measured(stream)),
    min: findMinimum(measured(stream)),
    max: findMaximum(measured(stream)),
  });
  return {
    fs_hz: rate,
    rows,
    duration_s: (rows - 1) / rate,
    channels: Object.fromEntries(
      signals.streams.map((stream) => [
        stream.label,
        {
          ...summary(stream),
          first10: measured(stream).slice(0, 10),
          sum: computeSum(measured(stream)),
        },
      ]),
    ),
    numerics_1hz: Object.fromEntries(
      numerics.streams.map((stream) => [
        stream.label,
        { ...summary(stream), missing: stream.samples.values.length - measured(stream).length },
      ]),
    ),
    breaths: Object.fromEntries(
      breaths.map((samples, index) => [`annotator${index + 1}`, breathValues(samples, rate)]),
    ),
  };
}

function breathValues(samples: readonly number[], rate: number): Json {
  const perMinute = (inside: readonly number[]): number =>
    (60 * rate * (inside.length - 1)) / ((inside.at(-1) ?? 0) - (inside[0] ?? 0));
  return {
    count: samples.length,
    mean_rr_bpm: perMinute(samples),
    first5_s: samples.slice(0, 5).map((sample) => sample / rate),
    longest_gap_s: findMaximum(
      samples.slice(1).map((sample, index) => (sample - (samples[index] ?? 0)) / rate),
    ),
    rr_window_bpm: Array.from({ length: 14 }, (_, window) =>
      perMinute(
        samples.filter(
          (sample) => sample >= 32 * window * rate && sample < (32 * window + 64) * rate,
        ),
      ),
    ),
  };
}

export function multisensor(): Ours {
  const read = (name: string): Recording => readRecording(`multisensor-csv/${name}`);
  const bio = readCsv(readBytes('multisensor-csv/bio_resting_5min_100hz.csv'), {
    rate: { kind: 'fixed', sampleRateHz: 100 },
  });
  const comments = (name: string): Json =>
    parseCsvTable(readBytes(`multisensor-csv/${name}`)).comments.map((comment) => `# ${comment}`);
  const single = (name: string): Json => ({
    header: comments(name),
    ...(describeStream(read(name).streams[0]) as Reference),
  });
  const acceleration = read('biosppy_acc.txt');
  return {
    values: {
      'bio_resting_5min_100hz.csv': {
        columns: Object.fromEntries(
          bio.streams.map((stream) => [stream.label, describeStream(stream)]),
        ),
      },
      'biosppy_acc.txt': {
        header: comments('biosppy_acc.txt'),
        fs_hz: acceleration.streams[0]?.sampleRateHz ?? 0,
        axes: acceleration.streams.map((stream) => describeStream(stream)),
      },
      'biosppy_ecg.txt': single('biosppy_ecg.txt'),
      'biosppy_resp.txt': single('biosppy_resp.txt'),
      'nova_resp.txt': acrossValues('nova_resp.txt'),
      'nova_switch.txt': acrossValues('nova_switch.txt'),
      empatica_e4: empaticaValues(),
      'condor_acttrust_test_sample_atr.txt': condorValues(),
    },
    reasons: [computed],
  };
}

function acrossValues(name: string): Json {
  const recording = readRecording(`multisensor-csv/${name}`);
  return {
    rows: parseTextTable(readBytes(`multisensor-csv/${name}`)).rows.length,
    row0: 'time s',
    fs_hz: recording.streams[0]?.sampleRateHz ?? 0,
    channels: recording.streams.map((stream) => describeStream(stream)),
  };
}

function empaticaValues(): Json {
  const read = (name: string): Recording => readRecording(`multisensor-csv/empatica_e4/${name}`);
  const file = (name: string): Json => {
    const recording = read(name);
    return {
      start_unix: Date.parse(`${recording.startedAt}Z`) / 1000,
      start_utc: recording.startedAt,
      fs_hz: recording.streams[0]?.sampleRateHz ?? 0,
      rows: recording.streams[0]?.samples.values.length ?? 0,
      columns: recording.streams.map((stream) => describeStream(stream)),
    };
  };
  const beats = read('IBI.csv');
  const [times, intervals] = [measured(labelled(beats, 'time')), measured(labelled(beats, 'IBI'))];
  return {
    ...Object.fromEntries(
      ['ACC.csv', 'BVP.csv', 'EDA.csv', 'HR.csv', 'TEMP.csv'].map((name) => [name, file(name)]),
    ),
    'IBI.csv': {
      start_unix: Date.parse(`${beats.startedAt}Z`) / 1000,
      rows: times.length,
      first3: [0, 1, 2].map((row) => [times[row] ?? 0, intervals[row] ?? 0]),
      mean_ibi_s: computeMean(intervals),
      hr_from_mean_ibi: 60 / computeMean(intervals),
      last_time_s: times.at(-1) ?? 0,
    },
    'tags.csv': { rows: read('tags.csv').annotations.length },
  };
}

function condorValues(): Json {
  const name = 'multisensor-csv/condor_acttrust_test_sample_atr.txt';
  const recording = readRecording(name);
  const table = parseCsvTable(readBytes(name));
  const wall = (seconds: number): string =>
    new Date(Date.parse(`${recording.startedAt}Z`) + seconds * 1000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
  const rows = recording.streams[0]?.samples.values.length ?? 0;
  const times = (table.columns[0]?.texts ?? []).map(
    (text) => Date.parse(text.replace(/^(\d\d)\/(\d\d)\/(\d{4}) (.*)$/, '$3-$2-$1T$4Z')) / 1000,
  );
  const temperature = (label: string): Json => ({
    mean: computeMean(measured(labelled(recording, label))),
    min: findMinimum(measured(labelled(recording, label))),
    max: findMaximum(measured(labelled(recording, label))),
  });
  const before = readText(name)
    .split('\r\n')
    .findIndex((line) => line.startsWith('DATE/TIME'));
  return {
    delimiter: table.delimiter,
    date_format: 'DD/MM/YYYY',
    header_lines_before_table: before,
    rows,
    columns: table.columns.map((column) => column.name),
    first_time: wall(0),
    last_time: wall((times.at(-1) ?? 0) - (times[0] ?? 0)),
    epoch_s: 1 / (recording.streams[0]?.sampleRateHz ?? 1),
    button_events: recording.annotations
      .filter(({ text }) => text === 'EVENT')
      .map(({ onsetSeconds }) => wall(onsetSeconds)),
    TEMPERATURE_C: temperature('TEMPERATURE'),
    EXT_TEMPERATURE_C: temperature('EXT TEMPERATURE'),
    PIM_sum: computeSum(measured(labelled(recording, 'PIM'))),
    ZCM_sum: computeSum(measured(labelled(recording, 'ZCM'))),
    LIGHT_mean: computeMean(measured(labelled(recording, 'LIGHT'))),
    time_gaps_over_61s: times.filter((time, row) => row > 0 && time - (times[row - 1] ?? 0) > 61)
      .length,
    STATE_counts: counts(measured(labelled(recording, 'STATE')).map(String)),
  };
}

export function japaneseTable(): Ours {
  const name = 'jma_tokyo_daily_2006-2017.csv';
  const bytes = readBytes(`csv-cp932/${name}`);
  const table = parseTextTable(bytes);
  const temperature = measured(readRecording(`csv-cp932/${name}`).streams[0]);
  const firstData = table.rows.findIndex(([cell]) => /^\d{4}\//.test(cell ?? ''));
  const lines = new TextDecoder('shift_jis').decode(bytes).split('\r\n');
  return {
    values: {
      [name]: {
        bytes: bytes.length,
        decodes_as_utf8: table.encoding === 'utf-8',
        newline: lines.length > 1 ? 'CRLF' : '',
        header_lines: lines.slice(0, 5),
        data_rows: table.rows.length - firstData,
        columns: table.rows[firstData]?.length ?? 0,
        first_row: [...(table.rows[firstData] ?? [])],
        last_row: [...(table.rows.at(-1) ?? [])],
        mean_temperature_C: {
          n: temperature.length,
          mean: computeMean(temperature),
          min: findMinimum(temperature),
          max: findMaximum(temperature),
          sum: computeSum(temperature),
        },
      },
    },
    reasons: [],
  };
}
