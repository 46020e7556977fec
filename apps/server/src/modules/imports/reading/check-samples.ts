import { ProblemError, fromLocalTime, type ImportSettings } from '@yamori/domain';
import { createFaultList } from './fault-list.ts';
import type { ImportPlan, PlannedStream } from './import-plan.ts';
import { cutFrames, isWithinRecording } from './sample-frames.ts';
import type { SampleSource } from './sample-source.ts';
import { createValueRange } from './sample-values.ts';
import { cleanText, groupStreams } from './stream-naming.ts';

const MAX_STREAMS = 64;
const MIN_RATE_HZ = 1 / 3600;
const MAX_RATE_HZ = 100_000;

/** Range that the timeline and a calendar can represent. */
const EARLIEST_MS = Date.UTC(1900, 0, 1);
const LATEST_MS = Date.UTC(2200, 0, 1);

/**
 * Start of the recording: from the settings, else from the file, in the organisation's time zone
 * unless it names one.
 */
export function recordingStartUs(
  startedAt: string | null,
  settings: ImportSettings,
  timeZone: string,
): number {
  const startText = settings.startedAt ?? startedAt;
  if (startText === null) throw new ProblemError('import-start-missing');
  const ms = /(Z|[+-]\d\d:?\d\d)$/.test(startText)
    ? Date.parse(startText)
    : fromLocalTime(startText, timeZone);
  if (!(ms >= EARLIEST_MS && ms <= LATEST_MS)) throw new ProblemError('import-start-missing');
  return Math.round(ms * 1000);
}

/** Checks every sample, part by part, without storing it. */
export async function checkSamples(
  source: SampleSource,
  settings: ImportSettings,
  timeZone: string,
  onProgress: (fraction: number) => void,
): Promise<ImportPlan> {
  const fromUs = recordingStartUs(source.startedAt, settings, timeZone);
  const faults = createFaultList();
  const scan = await scanSamples(source, faults, onProgress);
  const streams = planStreams(source, scan, faults);
  if (streams.length === 0) throw new ProblemError('import-empty');
  // Second pass, with the scaling known: counts the frames that storing will produce.
  let frames = 0;
  let endSeconds = 0;
  for await (const part of source.parts()) {
    const due = cutFrames(part, streams, { serial: '', receivedMs: 0, timeUs: () => 0 });
    frames += due.length;
    endSeconds = due.reduce((latest, frame) => Math.max(latest, frame.endSeconds), endSeconds);
  }
  if (frames === 0) throw new ProblemError('import-empty');
  return {
    format: source.format,
    serial: null,
    typeCode: '',
    firmware: '',
    fromUs,
    toUs: fromUs + Math.round(endSeconds * 1e6),
    streams,
    frames,
    badFrames: 0,
    gaps: scan.gaps,
    faults: faults.list(),
  };
}

type Signal = {
  readonly label: string;
  readonly unit: string;
  readonly sampleRateHz: number;
  samples: number;
  readonly range: ReturnType<typeof createValueRange>;
};
type ScanResult = { readonly signals: readonly Signal[]; readonly gaps: number };

/** A longer step between two parts counts as a gap. */
const GAP_SECONDS = 0.05;

async function scanSamples(
  source: SampleSource,
  faults: ReturnType<typeof createFaultList>,
  onProgress: (fraction: number) => void,
): Promise<ScanResult> {
  const signals: Signal[] = [];
  let gaps = 0;
  let endSeconds = 0;
  for await (const part of source.parts()) {
    for (const { code, byteOffset, file } of part.problems)
      faults.add(code, byteOffset, file === undefined ? {} : { file });
    part.streams.forEach((stream, index) => {
      const signal = signals[index] ?? {
        label: stream.label,
        unit: stream.unit,
        sampleRateHz: stream.sampleRateHz,
        samples: 0,
        range: createValueRange(),
      };
      signals[index] = signal;
      signal.samples += stream.samples.values.length;
      signal.range.add(stream);
    });
    const ends = part.startSeconds + getLength(part);
    if (!isWithinRecording(part.startSeconds) || !isWithinRecording(ends)) {
      // The samples within the limit are still stored.
      faults.add('badTime', part.problems[0]?.byteOffset ?? 0);
      continue;
    }
    if (endSeconds > 0 && part.startSeconds > endSeconds + GAP_SECONDS) gaps += 1;
    gaps += part.gaps.length;
    endSeconds = Math.max(endSeconds, ends);
    onProgress(part.fraction);
  }
  return { signals, gaps };
}

/** Length of the longest signal, including its gaps. */
function getLength(part: Pick<Parameters<typeof cutFrames>[0], 'streams' | 'gaps'>): number {
  const recorded = Math.max(
    0,
    ...part.streams.map((stream) =>
      stream.sampleRateHz > 0 ? stream.samples.values.length / stream.sampleRateHz : 0,
    ),
  );
  return recorded + part.gaps.reduce((sum, gap) => sum + gap.endSeconds - gap.startSeconds, 0);
}

function planStreams(
  source: SampleSource,
  { signals }: ScanResult,
  faults: ReturnType<typeof createFaultList>,
): PlannedStream[] {
  const groups = (source.groups ?? groupStreams(signals)).filter(({ members }) => {
    const rate = signals[members[0] ?? 0]?.sampleRateHz ?? 0;
    const usable = rate >= MIN_RATE_HZ && rate <= MAX_RATE_HZ;
    if (!usable) faults.add('badRate', 0);
    return usable && members.every((member) => (signals[member]?.samples ?? 0) > 0);
  });
  if (groups.length > MAX_STREAMS)
    faults.add('tooManyStreams', 0, { count: groups.length - MAX_STREAMS });
  return groups.slice(0, MAX_STREAMS).map((group, index) => {
    const own = group.members.flatMap((member) => signals[member] ?? []);
    const [first] = own;
    return {
      streamId: index + 1,
      kind: group.kind,
      label: group.label,
      unit: cleanText(first?.unit ?? '', 20),
      channels: group.members.length,
      sampleRateHz: first?.sampleRateHz ?? 0,
      samples: Math.min(...own.map((signal) => signal.samples)),
      members: [...group.members],
      ...mergeScalings(own),
    };
  });
}

/** All channels of one stream share a scale. */
function mergeScalings(
  signals: readonly Signal[],
): Pick<PlannedStream, 'values' | 'scale' | 'offset'> {
  const scalings = signals.map((signal) => signal.range.scaling());
  const [first] = scalings;
  if (first === undefined) return { values: 'physical', scale: 1, offset: 0 };
  const same = scalings.every(
    (scaling) =>
      scaling.values === first.values &&
      scaling.scale === first.scale &&
      scaling.offset === first.offset,
  );
  if (same) return first;
  const minValue = Math.min(
    ...scalings.map((scaling) => scaling.offset - 32_767 * Math.abs(scaling.scale)),
  );
  const maxValue = Math.max(
    ...scalings.map((scaling) => scaling.offset + 32_767 * Math.abs(scaling.scale)),
  );
  return {
    values: 'physical',
    scale: (maxValue - minValue) / 65_534,
    offset: (maxValue + minValue) / 2,
  };
}
