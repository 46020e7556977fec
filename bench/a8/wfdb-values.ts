import {
  parseWfdbAnnotations,
  parseWfdbHeader,
  physicalAt,
  type WfdbAnnotation,
} from '@yamori/formats';
import type { Json, Ours } from './compare.ts';
import {
  computeBeatFigures,
  counts,
  findMinimum,
  computeMean,
  measured,
  findMaximum,
  computeQuantile,
  computeSleepFigures,
  computeSum,
} from './figures.ts';
import { readBytes, readRecording, readText } from './files.ts';

type Reference = { readonly [key: string]: Json };
// Every entry of these files but `_how` is an object.
const asObject = (value: Json | undefined): Reference => value as Reference;
const readAnnotations = (path: string): readonly WfdbAnnotation[] =>
  parseWfdbAnnotations(readBytes(path)).annotations;

function readHeader(path: string) {
  const parsed = parseWfdbHeader(readText(path));
  if (parsed.kind === 'refused') throw new Error(`${path}: ${parsed.problem.message}`);
  return parsed.header;
}

export function mitRecords(reference: Reference): Ours {
  const names = Object.keys(reference).filter((name) => name !== '_how');
  return { values: Object.fromEntries(names.map((name) => [name, mitRecord(name)])), reasons: [] };
}

function mitRecord(name: string): Json {
  const header = readHeader(`ecg-mitdb/${name}.hea`);
  const recording = readRecording(`ecg-mitdb/${name}.hea`);
  const annotations = readAnnotations(`ecg-mitdb/${name}.atr`);
  const { beats, samples, intervals, mean_hr_bpm } = computeBeatFigures(
    annotations,
    header.frameRateHz,
  );
  const length = recording.streams[0]?.samples.values.length ?? 0;
  const mean = computeMean(intervals);
  return {
    fs_hz: header.frameRateHz,
    samples: length,
    duration_s: length / header.frameRateHz,
    signals: recording.streams.map((stream, place) => {
      const own = header.signals[place];
      const digital = Array.from(stream.samples.values);
      return {
        name: stream.label,
        format: own?.format ?? 0,
        gain_per_mV: own?.gain ?? 0,
        baseline: own?.baseline ?? 0,
        units: stream.unit,
        first10_digital: digital.slice(0, 10),
        min: findMinimum(digital),
        max: findMaximum(digital),
        sum_digital: computeSum(digital),
        mean_phys: computeMean(measured(stream)),
        first5_phys: [0, 1, 2, 3, 4].map((index) => physicalAt(stream, index)),
        checksum16_header: ((own?.checksum ?? 0) << 16) >> 16,
        checksum_ok: !recording.problems.some(({ code }) => code === 'badChecksum'),
      };
    }),
    annotations: annotations.length,
    beats: beats.length,
    beat_symbols: counts(beats.map(({ symbol }) => symbol)),
    nonbeat_symbols: counts(
      annotations.filter((each) => !beats.includes(each)).map(({ symbol }) => symbol),
    ),
    first10_beats_samples: samples.slice(0, 10),
    last_beat_sample: samples.at(-1) ?? 0,
    mean_hr_bpm,
    rr_s: {
      median: computeQuantile(intervals, 0.5),
      min: findMinimum(intervals),
      max: findMaximum(intervals),
      sd: Math.sqrt(
        computeSum(intervals.map((interval) => (interval - mean) ** 2)) / (intervals.length - 1),
      ),
    },
    pauses_over_2s: intervals.filter((interval) => interval > 2).length,
    beats_per_minute_of_record: Array.from(
      { length: Math.floor(length / header.frameRateHz / 60) },
      (_, minute) =>
        samples.filter((sample) => Math.floor(sample / header.frameRateHz / 60) === minute).length,
    ),
  };
}

export function apneaRecords(reference: Reference): Ours {
  const names = Object.keys(asObject(reference['records']));
  const records = names.map((name) => [name, apneaRecord(name)] as const);
  const minutes = computeSum(records.map(([, record]) => record.minutes_labelled));
  const apnea = computeSum(records.map(([, record]) => record.apnea_minutes));
  return {
    values: {
      records: Object.fromEntries(records),
      total_minutes: minutes,
      total_apnea_minutes: apnea,
      majority_baseline_accuracy_pct: (100 * (minutes - apnea)) / minutes,
    },
    reasons: [[/\/published\//, "from the database's own table, in none of its files here"]],
  };
}

function apneaRecord(name: string) {
  const header = readHeader(`apnea-ecg/${name}.hea`);
  const labels = readAnnotations(`apnea-ecg/${name}.apn`)
    .map(({ symbol }) => symbol)
    .join('');
  const { beats, samples, intervals, mean_hr_bpm } = computeBeatFigures(
    readAnnotations(`apnea-ecg/${name}.qrs`),
    header.frameRateHz,
  );
  return {
    samples: header.frameCount,
    fs_hz: header.frameRateHz,
    hours: (header.frameCount ?? 0) / header.frameRateHz / 3600,
    minutes_labelled: labels.length,
    apnea_minutes: labels.replaceAll('N', '').length,
    labels,
    beats: beats.length,
    mean_hr_bpm,
    rr_median_s: computeQuantile(intervals, 0.5),
    first5_beats: samples.slice(0, 5),
  };
}

const RESPIRATORY = new Set(['H', 'HA', 'OA', 'X', 'CA', 'CAA']);

export function sleepRecords(reference: Reference): Ours {
  const names = Object.keys(asObject(reference['records']));
  return {
    values: { records: Object.fromEntries(names.map((name) => [name, sleepRecord(name)])) },
    reasons: [],
  };
}

function sleepRecord(name: string): Json {
  const header = readHeader(`slpdb/${name}.hea`);
  const epochs = readAnnotations(`slpdb/${name}.st`).map(({ auxiliary, sampleIndex }) => ({
    sampleIndex,
    words: auxiliary.trim().split(/\s+/),
  }));
  const stages = epochs.map(({ words }) =>
    words[0] === 'M' || words[0] === 'MT' ? 'MT' : (words[0] ?? ''),
  );
  const events = epochs.flatMap(({ words }) => words.slice(1));
  const respiratory = events.filter((event) => RESPIRATORY.has(event)).length;
  const sleep = computeSleepFigures(stages);
  const { beats, mean_hr_bpm } = computeBeatFigures(
    readAnnotations(`slpdb/${name}.ecg`),
    header.frameRateHz,
  );
  const epochSamples = 30 * header.frameRateHz;
  return {
    header_comment: header.comments.map((comment) => `# ${comment}`),
    scored_epochs: epochs.length,
    first_label_sample: epochs[0]?.sampleIndex ?? 0,
    gaps_between_epochs: epochs.filter(
      ({ sampleIndex }, index) =>
        index > 0 && sampleIndex - (epochs[index - 1]?.sampleIndex ?? 0) > 1.5 * epochSamples,
    ).length,
    sleep,
    stage_string: stages.join(' '),
    events: counts(events),
    apnea_hypopnea_events: respiratory,
    AHI_per_h_sleep: (60 * respiratory) / Number(sleep['TST_min']),
    beats: beats.length,
    mean_hr_bpm,
    record_hours: (header.frameCount ?? 0) / header.frameRateHz / 3600,
  };
}
