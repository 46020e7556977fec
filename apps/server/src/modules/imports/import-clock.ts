import {
  ProblemError,
  type Actor,
  type ClockFitReply,
  deviceTypeCollection,
  type StreamDeclaration,
} from '@yamori/domain';
import type { ImportCommands } from './import-commands.ts';
import type { ImportPlace } from './import-transitions.ts';
import type { ImportContext } from './import-context.ts';
import { readRun } from './import-runs.ts';
import { findRoom } from './import-access.ts';
import { createFairQueue, type FairQueue } from '../../core/messaging/jobs/fair-queue.ts';
import { readNightZone } from '../../core/documents/room-place.ts';
import type { ImportPlan } from './reading/import-plan.ts';
import type { StreamPair } from './reading/reading-messages.ts';
import { readInThread } from './reading/reading-thread.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/** Maximum streams to compare. Only sampled streams of the same kind and rate are comparable. */
const MAX_COMPARED = 3;
/** Each fit occupies a thread and two database connections; a screen lists several imports. */
const QUEUE_LIMITS = { concurrency: 1, waiting: 20, maxWaitingPerOwner: 4 };

/** Creates the fair queue, by member, of clock fits. */
export const createClockFitTurns = (): FairQueue =>
  createFairQueue(
    QUEUE_LIMITS,
    (limit) => new ProblemError('limit-clock-fits', { retryAfterSeconds: 5, details: { limit } }),
  );

/**
 * Estimates the clock error of a checked recording by comparing it with the room's timeline.
 * Returns the best fit of up to three streams.
 */
export async function fitImportClock(
  context: ImportContext,
  commands: ImportCommands,
  actor: Actor,
  at: ImportPlace,
  signal: AbortSignal,
): Promise<ClockFitReply> {
  const { document, upload } = await commands.find(actor, at);
  if (document.fields.state !== 'ready')
    throw new ProblemError('import-state-conflict', {
      place: document.path,
      details: { state: document.fields.state },
    });
  const run = upload === null ? null : await readRun(context.database, upload);
  if (upload === null || run === null || run.plan === null)
    throw new ProblemError('import-original-missing', { place: document.path });
  const { plan, settings } = run;
  const room = await findRoom(context.store, at.roomId);
  const { timeZone } = await readNightZone(context.store, room.domainId);
  const pairs = await findComparablePairs(context, room, plan);
  if (pairs.length === 0) return { fit: null };
  const result = await readInThread(
    {
      databaseUrl: context.database.url,
      key: upload,
      sizeBytes: upload.sizeBytes,
      fileName: document.fields.fileName,
      settings,
      timeZone,
      wholeFileBytes: context.limits.wholeFileBytes,
      startedMs: context.now().getTime(),
      task: { kind: 'clock', plan, pairs: pairs.slice(0, MAX_COMPARED) },
    },
    { limits: context.limits, signal, onProgress: () => undefined },
  );
  if (result.kind !== 'fitted') throw new Error(`the thread answered ${result.kind}`);
  return { fit: result.fit };
}

/** Streams of the file that a device in the room also has, at the same rate. Highest rate first. */
async function findComparablePairs(
  context: ImportContext,
  room: { readonly roomId: string; readonly rootDomainId: string },
  plan: ImportPlan,
): Promise<StreamPair[]> {
  const stays = await context.timeline.assignments.ofRoom(
    room.rootDomainId,
    room.roomId,
    plan.fromUs,
    plan.toUs,
  );
  const pairs: StreamPair[] = [];
  for (const serial of new Set(stays.map((stay) => stay.serial))) {
    for (const declared of await findDeclarations(context.store, serial)) {
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

/** The streams that a device's type declares; none for an unknown device. */
export async function findDeclarations(
  store: DocumentStore,
  serial: string,
): Promise<readonly StreamDeclaration[]> {
  const [device] = await store.read([`device/${serial}`]);
  const typeId = device?.data['typeId'];
  const [type] =
    typeof typeId === 'string' && !typeId.includes('/')
      ? await store.read([`deviceType/${typeId}`])
      : [];
  return deviceTypeCollection.schema.shape.streams.catch([]).parse(type?.data['streams'] ?? []);
}
