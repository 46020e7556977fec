import {
  analyseNight,
  type NightAnalysis,
  type NightChannel,
  type NightChannelKind,
} from '@yamori/signal';
import { type Command, CommandProblem, numberOption, parseArguments } from '../command.ts';
import { readInput } from '../input-files.ts';
import {
  type RecordedChannel,
  type RecordedFile,
  readRecordedFile,
} from '../recordings/recorded-channels.ts';

const MAX_HOURS = 48;

export const night: Command = {
  name: 'night',
  usage: 'FILE … [--rate HZ] [--column NAME …] [--utc-offset MINUTES] [--json]',
  summary:
    'analyses a night from one or more recordings: epochs, trends, events, figures with bounds, provenance',
  run: async (args, { folder, progress }) => {
    const { values, positionals } = parseArguments(args, {
      rate: { type: 'string' },
      column: { type: 'string', multiple: true },
      'utc-offset': { type: 'string' },
    });
    if (positionals.length === 0) throw new CommandProblem('usage-wrong', 'FILE is missing');
    const options = {
      ...(values.rate === undefined
        ? {}
        : { sampleRateHz: numberOption('rate', values.rate, [1e-3, 1e6]) }),
      ...(values.column === undefined ? {} : { columns: values.column }),
    };
    const files = positionals.map((fileName, i) => {
      progress(i / positionals.length, fileName);
      return { fileName, file: readRecordedFile(readInput(folder, fileName), options) };
    });
    progress(1, 'read');
    const value = analyseFiles(
      files,
      values['utc-offset'] === undefined
        ? 0
        : numberOption('utc-offset', values['utc-offset'], [-840, 840]),
    );
    return { value, text: formatNight(value) };
  },
};

/** Maps labels to the channels of the analysis. Three accelerometer channels form one. */
const KINDS: readonly [NightChannelKind, RegExp][] = [
  ['ecg', /ecg|ekg/i],
  ['accelerometer', /axl|accel|^acc|^[xyz]$/i],
  ['flow', /flow(?!lim)/i],
  ['impedance', /impe|resp(?!rate|hr|i?-?axl)|thor|abdo/i],
  ['temperature', /temp/i],
];

function detectKind({ label, sampleRateHz }: RecordedChannel): NightChannelKind | undefined {
  const kind = KINDS.find(([, pattern]) => pattern.test(label))?.[0];
  // A lower rate does not resolve breathing.
  return kind !== undefined && kind !== 'temperature' && sampleRateHz < 8 ? undefined : kind;
}

function analyseFiles(
  files: readonly { fileName: string; file: RecordedFile }[],
  utcOffsetMinutes: number,
): NightAnalysis {
  const startedMs = files.map(({ file }) => file.startedMs ?? 0);
  const fromMs = Math.min(...startedMs);
  const toMs = Math.max(
    ...files.map(
      ({ file }, i) =>
        (startedMs[i] ?? 0) +
        Math.max(
          0,
          ...file.channels.map(({ samples, sampleRateHz }) =>
            sampleRateHz > 0 ? (1000 * samples.length) / sampleRateHz : 0,
          ),
        ),
    ),
  );
  if (toMs - fromMs > MAX_HOURS * 3_600_000)
    throw new CommandProblem(
      'night-long',
      `the recordings span more than ${MAX_HOURS} hours`,
      files[0]?.fileName ?? null,
    );
  const channels = files.flatMap(({ fileName, file }, i) =>
    toChannels(file, startedMs[i] ?? 0, fileName),
  );
  if (channels.length === 0)
    throw new CommandProblem(
      'night-unknown',
      `none of the channels is supported: ${files.flatMap(({ file }) => file.channels.map(({ label }) => label)).join(', ')}`,
      files[0]?.fileName ?? null,
    );
  return analyseNight({ fromMs, toMs, utcOffsetMinutes, channels: joinSessions(channels) });
}

interface StartedChannel extends NightChannel {
  readonly startedMs: number;
}

function toChannels(file: RecordedFile, startedMs: number, fileName: string): StartedChannel[] {
  const toChannel = (
    kind: NightChannelKind,
    label: string,
    samples: Float32Array,
    sampleRateHz: number,
    scale = 1,
  ): StartedChannel => ({
    kind,
    sampleRateHz,
    scale,
    startedMs,
    stretches: [{ fromMs: startedMs, samples, source: `${fileName}: ${label}` }],
  });
  const known = file.channels.map((channel) => ({ channel, kind: detectKind(channel) }));
  const axes = known.filter(({ kind }) => kind === 'accelerometer').map(({ channel }) => channel);
  const [x, y, z] = axes;
  const others = known.flatMap(({ channel, kind }) =>
    kind === undefined || kind === 'accelerometer'
      ? []
      : [toChannel(kind, channel.label, channel.samples, channel.sampleRateHz)],
  );
  if (!x || !y || !z) return others;
  const length = Math.min(x.samples.length, y.samples.length, z.samples.length);
  const samples = new Float32Array(3 * length);
  for (let i = 0; i < length; i++)
    samples.set(
      [x.samples[i] ?? Number.NaN, y.samples[i] ?? Number.NaN, z.samples[i] ?? Number.NaN],
      3 * i,
    );
  return [
    toChannel(
      'accelerometer',
      [x, y, z].map(({ label }) => label).join(', '),
      samples,
      x.sampleRateHz,
      /mg/i.test(x.unit) ? 0.001 : 1,
    ),
    ...others,
  ];
}

/** Joins consecutive sessions of equal kind and rate into one channel. */
function joinSessions(channels: readonly StartedChannel[]): NightChannel[] {
  const channelsByKey = new Map<string, StartedChannel[]>();
  for (const channel of channels) {
    const key = `${channel.kind} ${channel.sampleRateHz} ${channel.scale}`;
    channelsByKey.set(key, [...(channelsByKey.get(key) ?? []), channel]);
  }
  return [...channelsByKey.values()].flatMap((sessions) => {
    const [first, ...more] = sessions.toSorted((a, b) => a.startedMs - b.startedMs);
    return first
      ? [{ ...first, stretches: [first, ...more].flatMap(({ stretches }) => [...stretches]) }]
      : [];
  });
}

function formatNight({ metrics, bounds, quality, provenance, events }: NightAnalysis): string {
  const shown = (value: number | null) =>
    value === null ? '-' : String(Math.round(value * 10) / 10);
  const lines = Object.entries(metrics).map(
    ([name, value]) => `${name.padEnd(26)} ${shown(value)}`,
  );
  const { TST } = bounds;
  return [
    `signals ${provenance.signals.join(', ')}; quality ${quality.code}, ${Math.round(100 * quality.coverage)} % known; sleep stages are not distinguished`,
    ...lines,
    `${'TST'.padEnd(26)} from ${shown(TST?.least ?? null)} to ${shown(TST?.most ?? null)} min`,
    `${events.length} events`,
    '',
  ].join('\n');
}
