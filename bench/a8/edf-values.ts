import {
  type EdfHeader,
  parseAnnotationLists,
  parseEdfHeader,
  physicalAt,
  readEdf,
  type Recording,
  type RecordingStream,
} from '@yamori/formats';
import type { Json, Ours } from './compare.ts';
import {
  counts,
  findMinimum,
  computeMean,
  measured,
  findMaximum,
  computeQuantile,
  computeSleepFigures,
  computeSum,
} from './figures.ts';
import { readBytes } from './files.ts';

type Edf = {
  readonly bytes: Uint8Array;
  readonly header: EdfHeader;
  readonly recording: Recording;
};

function readEdfFile(path: string): Edf {
  const bytes = readBytes(path);
  const parsed = parseEdfHeader(bytes);
  if (parsed.kind === 'refused') throw new Error(`${path}: ${parsed.problem.message}`);
  return { bytes, header: parsed.header, recording: readEdf(bytes) };
}

/** `dd.mm.yy`, as in an EDF header. */
const startDate = (header: EdfHeader): string =>
  (header.startedAt ?? '').slice(0, 10).replace(/^(\d\d)(\d\d)-(\d\d)-(\d\d)$/, '$4.$3.$2');
const startTime = (header: EdfHeader): string =>
  (header.startedAt ?? '').slice(11, 19).replaceAll(':', '.');
const expectedBytes = (header: EdfHeader): number =>
  header.headerBytes + header.recordCount * header.recordBytes;

function headerValues({ bytes, header }: Edf): Json {
  return {
    format: header.variant,
    reserved: header.variant === 'EDF' ? '' : header.variant,
    patient: header.patient,
    recording: header.recording,
    startdate: startDate(header),
    starttime: startTime(header),
    header_bytes: header.headerBytes,
    records_in_header: header.recordCount,
    record_duration_s: header.recordSeconds,
    signals_in_header: header.signals.length,
    file_bytes: bytes.length,
    bytes_expected: expectedBytes(header),
    size_matches_header: expectedBytes(header) === bytes.length,
    complete_records_in_file: Math.floor((bytes.length - header.headerBytes) / header.recordBytes),
  };
}

function signalValues(
  edfFile: Edf,
  stream: RecordingStream,
  index: number,
): { readonly [key: string]: Json } {
  const { signals } = edfFile.header;
  const signal = signals.filter(({ label }) => label !== 'EDF Annotations')[index];
  const digital = Array.from(stream.samples.values);
  return {
    label: stream.label,
    unit: stream.unit,
    samples_per_record: signal?.samplesPerRecord ?? 0,
    fs_hz: stream.sampleRateHz,
    n: digital.length,
    phys_min: signal?.physicalMin ?? 0,
    phys_max: signal?.physicalMax ?? 0,
    dig_min: signal?.digitalMin ?? 0,
    dig_max: signal?.digitalMax ?? 0,
    first10_digital: digital.slice(0, 10),
    min_digital: findMinimum(digital),
    max_digital: findMaximum(digital),
    sum_digital: computeSum(digital),
    mean_phys: computeMean(measured(stream)),
    first5_phys: Array.from({ length: Math.min(5, digital.length) }, (_, sample) =>
      physicalAt(stream, sample),
    ),
  };
}

/** Onset from the header's time, duration, text, and the record that contains the annotation. */
function annotationValues({ bytes, header }: Edf): [number, number | null, string, number][] {
  const channels = header.signals.filter((signal) => signal.label === 'EDF Annotations');
  return Array.from({ length: header.recordCount }, (_, record) =>
    channels.flatMap((channel) => {
      const begin = header.headerBytes + record * header.recordBytes + channel.recordOffsetBytes;
      const lists = parseAnnotationLists(
        bytes.subarray(begin, begin + 2 * channel.samplesPerRecord),
        begin,
        [],
      );
      return lists.annotations.map(
        ({ onsetSeconds, durationSeconds, text }): [number, number | null, string, number] => [
          onsetSeconds,
          durationSeconds,
          text,
          record,
        ],
      );
    }),
  ).flat();
}

const readStages = (recording: Recording): string[] =>
  recording.annotations.flatMap(({ text, durationSeconds }) => {
    const stage = /^Sleep stage (\S+)/.exec(text)?.[1];
    return stage === undefined
      ? []
      : Array<string>(Math.round((durationSeconds ?? 30) / 30)).fill(stage);
  });

function caseValues(path: string, reference: { readonly [key: string]: Json }): Json {
  const file = readEdfFile(path);
  const all = annotationValues(file);
  const firstCount = (key: string): number =>
    Array.isArray(reference[key]) ? reference[key].length : 0;
  const stages = readStages(file.recording);
  // The second table omits long wake periods at both ends, and unscored epochs.
  const scored = stages.filter((stage) => stage !== '?');
  const isAsleep = (stage: string): boolean => stage !== 'W' && stage !== '?';
  const firstEpoch = Math.max(0, stages.findIndex(isAsleep) - 60);
  const around = stages.slice(firstEpoch, stages.findLastIndex(isAsleep) + 1 + 60);
  return {
    header: headerValues(file),
    signals: file.recording.streams
      .slice(0, firstCount('signals'))
      .map((stream, index) => signalValues(file, stream, index)),
    annotations_total: file.recording.annotations.length,
    annotations_first: all.slice(0, firstCount('annotations_first')),
    annotation_texts: counts(file.recording.annotations.map(({ text }) => text)),
    ...otherPrograms(file),
    ...(scored.length === 0
      ? {}
      : {
          hypnogram_whole_file: computeSleepFigures(stages),
          hypnogram_30min_around_sleep: { ...computeSleepFigures(around), first_epoch: firstEpoch },
          epoch_runs: file.recording.annotations
            .slice(0, firstCount('epoch_runs'))
            .map(({ text, onsetSeconds, durationSeconds }) => [
              text,
              onsetSeconds,
              durationSeconds,
            ]),
        }),
  };
}

/**
 * The comparable part of the output of MNE and libbiosig. They number duplicate labels, and count
 * arbitrarily in files without signals.
 */
function otherPrograms({ header, recording }: Edf): { readonly [key: string]: Json } {
  const { streams } = recording;
  if (streams.length === 0) return {};
  const labels = streams.map(({ label }) => label);
  const numbered = labels.map((label, index) =>
    labels.filter((other) => other === label).length === 1
      ? label
      : `${label}-${labels.slice(0, index).filter((other) => other === label).length}`,
  );
  const rates = streams.map(({ sampleRateHz }) => sampleRateHz);
  const fastest = streams.find(({ sampleRateHz }) => sampleRateHz === findMaximum(rates));
  return {
    mne: {
      channels: numbered,
      sfreq_hz: findMaximum(rates),
      n_times: fastest?.samples.values.length ?? 0,
      meas_date: `${(header.startedAt ?? '').replace('T', ' ')}+00:00`,
      annotations: recording.annotations.length,
    },
    libbiosig: {
      type: header.variant.slice(0, 3),
      channels: header.signals.length,
      ...(new Set(rates).size === 1 ? { samplingrate: rates[0] ?? 0 } : {}),
      ...(header.variant === 'EDF+D' ? {} : { events: recording.annotations.length }),
    },
  };
}

export function edfCases(reference: { readonly [key: string]: Json }): Ours {
  const names = Object.keys(reference).filter((name) => name !== '_how');
  return {
    values: Object.fromEntries(
      names.map((name) => [name, caseValues(`edf-cases/${name}`, asObject(reference[name]))]),
    ),
    reasons: [
      [/\/version$|signals_note/, 'a note in the reference'],
      [
        /libbiosig\/start$/,
        'libbiosig rounds the start down, to 6 to 20 µs before the time in the file',
      ],
      [
        /libbiosig\/(samplingrate|events)$/,
        'libbiosig counts records as events, and the common multiple of unequal rates',
      ],
      [/\/(mne|libbiosig)\//, 'MNE and libbiosig treat files without signals differently'],
    ],
  };
}

// Every entry of these files but `_how` is an object.
const asObject = (value: Json | undefined): { readonly [key: string]: Json } =>
  value as { readonly [key: string]: Json };

export function cpapNights(reference: { readonly [key: string]: Json }): Ours {
  const nights = Object.keys(reference).filter((name) => name !== '_how');
  return {
    values: Object.fromEntries(
      nights.map((night) => [night, nightValues(night, asObject(reference[night]))]),
    ),
    reasons: [],
  };
}

function nightValues(night: string, reference: { readonly [key: string]: Json }): Json {
  const paths = Object.keys(asObject(reference['files']));
  const read = new Map(
    paths.map((path) => [path, readEdfFile(`cpap-night-resmed/${night}/${path}`)]),
  );
  const flows = [...read].filter(([path]) => path.endsWith('_BRP.edf'));
  const events = [...read]
    .filter(([path]) => path.endsWith('_EVE.edf'))
    .flatMap(([, { recording }]) => recording.annotations.map(({ text }) => text))
    .filter((text) => text !== 'Recording starts');
  const totalMinutes = computeSum(
    flows.map(([, { header }]) => (header.recordCount * header.recordSeconds) / 60),
  );
  return {
    sessions: flows.map(([path, { header }]) => ({
      file: path.slice(path.lastIndexOf('/') + 1),
      start: `${startDate(header)} ${startTime(header)}`,
      duration_min: (header.recordCount * header.recordSeconds) / 60,
    })),
    files: Object.fromEntries(
      [...read].map(([path, file]) => [
        path,
        path === 'STR.edf'
          ? summaryValues(file, asObject(asObject(reference['files'])[path]))
          : fileValues(file),
      ]),
    ),
    recording_total_min: totalMinutes,
    scored_events: counts(events),
    events_per_hour_of_recording: (60 * events.length) / totalMinutes,
  };
}

function fileValues(file: Edf): Json {
  const { header, recording, bytes } = file;
  const rate = recording.streams.find(({ label }) => label === 'RespRate.2s');
  return {
    reserved: header.variant,
    start: `${startDate(header)} ${startTime(header)}`,
    records: header.recordCount,
    record_s: header.recordSeconds,
    size_matches_header: expectedBytes(header) === bytes.length,
    duration_s: header.recordCount * header.recordSeconds,
    signals: recording.streams.flatMap((stream, index) =>
      stream.label === 'Crc16' ? [] : [signalValues(file, stream, index)],
    ),
    annotations: recording.annotations.map(({ onsetSeconds, durationSeconds, text }) => [
      onsetSeconds,
      durationSeconds,
      text,
    ]),
    ...(rate === undefined ? {} : { device_resp_rate: rateValues(rate) }),
  };
}

function rateValues(stream: RecordingStream): Json {
  const values = measured(stream);
  const positive = values.filter((value) => value > 0);
  const minutes = Array.from({ length: Math.floor(values.length / 30) }, (_, minute) =>
    computeMean(values.slice(30 * minute, 30 * (minute + 1))),
  );
  return {
    n: values.length,
    n_positive: positive.length,
    mean_bpm: computeMean(positive),
    median_bpm: computeQuantile(positive, 0.5),
    p5: computeQuantile(positive, 0.05),
    p95: computeQuantile(positive, 0.95),
    per_minute_mean: minutes,
  };
}

/** The daily summary: one record per day. */
function summaryValues(
  { header, recording, bytes }: Edf,
  reference: { readonly [key: string]: Json },
): Json {
  const findStream = (label: string): RecordingStream | undefined =>
    recording.streams.find((stream) => stream.label === label);
  const days = measured(findStream('Date'));
  const night = days.indexOf(20_013);
  const getNightValues = (label: string): number[] => {
    const values = measured(findStream(label));
    const perDay = values.length / days.length;
    return values
      .slice(night * perDay, (night + 1) * perDay)
      .slice(0, Array.isArray(asObject(reference['recorded_night'])[label]) ? 8 : 0);
  };
  return {
    reserved: header.variant,
    start: `${startDate(header)} ${startTime(header)}`,
    records: header.recordCount,
    record_s: header.recordSeconds,
    size_matches_header: expectedBytes(header) === bytes.length,
    signals: recording.streams.map(({ label }) => label),
    days: days.length,
    day_numbers: { first: days[0] ?? 0, last: days.at(-1) ?? 0, unit: 'days since 1970-01-01' },
    recorded_night: Object.fromEntries(
      Object.keys(asObject(reference['recorded_night'])).map((label) => [
        label,
        getNightValues(label),
      ]),
    ),
  };
}
