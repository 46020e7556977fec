import {
  openNight,
  type NightAnalysis,
  type NightChannelKind,
  type OpenChannel,
} from '@yamori/signal';
import type { Timeline } from '../../../core/timeline/timeline.ts';
import { createEitRuns, type EitRuns } from './eit-runs.ts';
import type { NightPlan, PlannedStream } from './night-plan.ts';
import { inOneLine, toNightRun, type NightRun } from './night-runs.ts';
import { createNightSegments } from './night-segments.ts';

/** A night as it was read: the analysis, its sources, and the call-button presses. */
export type ReadNight = {
  readonly analysis: NightAnalysis;
  readonly segments: readonly string[];
  readonly segmentsLeftOut: number;
  readonly calls: readonly { readonly atMs: number; readonly streamId: number }[];
};

/** Read window. 15 minutes of ECG at 500 Hz are 2 MB. */
const WINDOW_MS = 15 * 60_000;
const PRESS = 1;
const LONG_PRESS = 3;

type Line = { readonly channel: OpenChannel; readonly streams: readonly PlannedStream[] };

/**
 * Reads and analyses a night in windows, so that memory use does not depend on the sample rates.
 */
export async function readNight(
  timeline: Pick<Timeline, 'read'>,
  plan: NightPlan,
  onProgress: (fraction: number) => void,
): Promise<ReadNight> {
  const lines = groupIntoLines(plan);
  const night = openNight({ ...plan, channels: lines.map(({ channel }) => channel) });
  const used = createNightSegments();
  const eit = createEitRuns();
  for (let atMs = plan.fromMs; atMs < plan.toMs; atMs += WINDOW_MS) {
    const untilMs = Math.min(plan.toMs, atMs + WINDOW_MS);
    for (const [index, { channel, streams }] of lines.entries()) {
      const runs = await Promise.all(
        streams.map((stream) => readRuns(timeline, stream, atMs, untilMs, eit)),
      );
      for (const run of inOneLine(runs, channel.sampleRateHz)) {
        night.add(index, run);
        used.add(run.source, run.fromMs, run.toMs);
      }
    }
    night.advance(untilMs);
    onProgress((untilMs - plan.fromMs) / (plan.toMs - plan.fromMs));
  }
  return { analysis: night.finish(), ...used.texts(), calls: await readCalls(timeline, plan) };
}

/** Streams of one signal and rate form one channel, so a replacement device continues it. */
function groupIntoLines({ streams }: NightPlan): Line[] {
  const measuring = streams.filter(({ signal }) => signal !== 'button');
  return [
    ...Map.groupBy(measuring, ({ signal, sampleRateHz }) => `${signal} ${sampleRateHz}`).values(),
  ].flatMap((own): Line[] => {
    const [first] = own;
    // `measuring` excludes buttons.
    return first === undefined
      ? []
      : [
          {
            channel: { kind: first.signal as NightChannelKind, sampleRateHz: first.sampleRateHz },
            streams: own,
          },
        ];
  });
}

async function readRuns(
  timeline: Pick<Timeline, 'read'>,
  stream: PlannedStream,
  fromMs: number,
  toMs: number,
  eit: EitRuns,
): Promise<NightRun[]> {
  const runs: NightRun[] = [];
  for (const { fromUs, toUs } of toRanges(stream, fromMs, toMs)) {
    for (const run of await timeline.read({
      serial: stream.serial,
      streamId: stream.streamId,
      fromUs,
      toUs,
    }))
      runs.push(stream.signal === 'eitSum' ? eit.toNightRun(run, stream) : toNightRun(run, stream));
  }
  return runs;
}

const toRanges = ({ stays }: PlannedStream, fromMs: number, toMs: number) =>
  stays
    .map((stay) => ({
      fromUs: Math.max(stay.fromUs, Math.round(fromMs * 1000)),
      toUs: Math.min(stay.toUs, Math.round(toMs * 1000)),
    }))
    .filter(({ fromUs, toUs }) => fromUs < toUs);

async function readCalls(
  timeline: Pick<Timeline, 'read'>,
  plan: NightPlan,
): Promise<ReadNight['calls']> {
  const calls: { atMs: number; streamId: number }[] = [];
  for (const stream of plan.streams.filter(({ signal }) => signal === 'button')) {
    for (const { fromUs, toUs } of toRanges(stream, plan.fromMs, plan.toMs)) {
      for (const { firstSampleTimeUs, channels } of await timeline.read({
        serial: stream.serial,
        streamId: stream.streamId,
        fromUs,
        toUs,
      })) {
        const value = channels[0]?.[0];
        if (value === PRESS || value === LONG_PRESS)
          calls.push({ atMs: firstSampleTimeUs / 1000, streamId: stream.streamId });
      }
    }
  }
  return calls;
}
