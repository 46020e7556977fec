import { refuse, type Actor, type ClockFitReply } from '@yamori/domain';
import { fitClock } from '@yamori/signal';
import type { TimelineRun } from '../../core/timeline/sample-runs.ts';
import type { ImportCommands, ImportPlace } from './import-commands.ts';
import type { ImportParts } from './import-parts.ts';
import { readRun } from './import-runs.ts';
import { findRoom } from './import-access.ts';
import { nightZoneOf } from '../../core/documents/night-zone.ts';
import type { ImportPlan, PlannedStream } from './reading/import-plan.ts';
import type { SampledStream } from './reading/reading-messages.ts';
import { readInThread } from './reading/reading-thread.ts';
import { findDeclarations } from './stream-declarations.ts';

/** Maximum clock error to search for. */
const MAX_OFFSET_SECONDS = 600;
/** Maximum streams to compare. Only sampled streams of the same kind and rate are comparable. */
const MAX_COMPARED = 3;

/**
 * Estimates the clock error of a checked recording by comparing it with the room's timeline: the
 * first channel of streams of the same kind. Returns the best fit of up to three streams.
 */
export async function fitImportClock(
  parts: ImportParts,
  commands: ImportCommands,
  actor: Actor,
  at: ImportPlace,
  signal: AbortSignal,
): Promise<ClockFitReply> {
  const { document, upload } = await commands.find(actor, at);
  if (document.fields.state !== 'ready')
    throw refuse('import-state-conflict', {
      place: document.path,
      details: { state: document.fields.state },
    });
  const run = upload === null ? null : await readRun(parts.database, upload);
  if (upload === null || run === null || run.plan === null)
    throw refuse('import-original-missing', { place: document.path });
  const { plan, settings } = run;
  const room = await findRoom(parts.store, at.roomId);
  const { timeZone } = await nightZoneOf(parts.store, room.domainId);
  const pairs = await findComparablePairs(parts, room, plan);
  let best: ClockFitReply['fit'] = null;
  for (const { stream, serial, streamId } of pairs.slice(0, MAX_COMPARED)) {
    const result = await readInThread(
      {
        databaseUrl: parts.database.url,
        key: upload,
        sizeBytes: upload.sizeBytes,
        fileName: document.fields.fileName,
        settings,
        timeZone,
        wholeFileBytes: parts.limits.wholeFileBytes,
        task: { kind: 'samples', plan, streamId: stream.streamId },
      },
      { limits: parts.limits, signal, onProgress: () => undefined },
    );
    if (result.kind !== 'sampled') continue;
    const { fromUs, toUs } = comparedRange(plan, result.stream);
    const runs = await parts.timeline.read({ serial, streamId, fromUs, toUs });
    const fit = fitClock(
      toSeries(runs, fromUs, toUs, stream.sampleRateHz),
      recordingSeries(result.stream),
      { mostOffsetSeconds: MAX_OFFSET_SECONDS },
    );
    if (fit !== null && (best === null || fit.certainty > best.certainty))
      best = { ...fit, kind: stream.kind };
  }
  return { fit: best };
}

type Pair = { readonly stream: PlannedStream; readonly serial: string; readonly streamId: number };

/** Streams of the file that a device in the room also has, at the same rate. Highest rate first. */
async function findComparablePairs(
  parts: ImportParts,
  room: { readonly roomId: string; readonly rootDomainId: string },
  plan: ImportPlan,
): Promise<Pair[]> {
  const stays = await parts.timeline.assignments.ofRoom(
    room.rootDomainId,
    room.roomId,
    plan.fromUs,
    plan.toUs,
  );
  const pairs: Pair[] = [];
  for (const serial of new Set(stays.map((stay) => stay.serial))) {
    for (const declared of await findDeclarations(parts.store, serial)) {
      const stream = plan.streams.find(
        (candidate) =>
          candidate.kind === declared.kind &&
          candidate.sampleRateHz === declared.sampleRateHz &&
          candidate.sampleRateHz > 0,
      );
      if (stream !== undefined) pairs.push({ stream, serial, streamId: declared.streamId });
    }
  }
  return pairs.sort((a, b) => b.stream.sampleRateHz - a.stream.sampleRateHz);
}

const recordingSeries = (stream: SampledStream) => ({
  startSeconds: stream.startUs / 1e6,
  sampleRateHz: stream.sampleRateHz,
  values: stream.values,
});

/**
 * The part of the timeline to compare. Limited to the samples that the thread has read, because a
 * recording may span a year and hold two minutes of data.
 */
export function comparedRange(
  plan: Pick<ImportPlan, 'fromUs' | 'toUs'>,
  { values, sampleRateHz }: Pick<SampledStream, 'values' | 'sampleRateHz'>,
): { readonly fromUs: number; readonly toUs: number } {
  const marginUs = MAX_OFFSET_SECONDS * 1e6;
  return {
    fromUs: plan.fromUs - marginUs,
    toUs:
      Math.min(plan.toUs, plan.fromUs + Math.ceil((values.length / sampleRateHz) * 1e6)) + marginUs,
  };
}

/** Resamples timeline runs onto one even grid, with NaN in the gaps. */
function toSeries(
  runs: readonly TimelineRun[],
  fromUs: number,
  toUs: number,
  sampleRateHz: number,
) {
  const values = new Float32Array(Math.ceil(((toUs - fromUs) / 1e6) * sampleRateHz) + 1).fill(
    Number.NaN,
  );
  for (const run of runs) {
    const at = Math.round(((run.firstSampleTimeUs - fromUs) / 1e6) * sampleRateHz);
    run.channels[0]?.forEach((digital, index) => {
      if (digital !== -32_768 && at + index >= 0 && at + index < values.length)
        values[at + index] = digital;
    });
  }
  return { startSeconds: fromUs / 1e6, sampleRateHz, values };
}
