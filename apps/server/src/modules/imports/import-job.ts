import { hasCode, ProblemError, toUploadSerial, UPLOAD_BEGUN } from '@yamori/domain';
import { z } from 'zod';
import { holdJob } from '../../core/messaging/jobs/job-store.ts';
import type { JobKind, RunningJob } from '../../core/messaging/jobs/job-kind.ts';
import { putImportedStay } from '../../core/timeline/importing/imported-stays.ts';
import { findRoom } from './import-access.ts';
import { importDocumentPath, type ImportDocument, type ImportFields } from './import-documents.ts';
import { IMPORT_JOB, type ImportContext } from './import-context.ts';
import { pacedProgress, type PacedProgress } from './import-progress.ts';
import { readCursor, putPlan, readRun } from './import-runs.ts';
import { chooseSerial, fileDeviceWrites } from './import-target.ts';
import { takeAway } from './import-undo.ts';
import type { ImportPlan } from './reading/import-plan.ts';
import type { ReadingStart } from './reading/reading-messages.ts';
import { readInThread } from './reading/reading-thread.ts';
import { cleanText } from './reading/stream-naming.ts';
import { findUpload, type Upload } from './uploads/upload-store.ts';
import { readNightZone } from '../../core/documents/room-place.ts';

const jobParameters = z.strictObject({ action: z.enum(['import', 'undo', 'rerun']) });
export type ImportJobParameters = z.infer<typeof jobParameters>;

const ATTEMPTS = 5;

/** Checks, stores and removes files. Every step either can be repeated or resumes after a crash. */
export function importJobKind(context: ImportContext): JobKind {
  return {
    name: IMPORT_JOB,
    concurrency: context.limits.concurrentImports,
    attempts: ATTEMPTS,
    run: async (job) => {
      const work = await open(context, job);
      if (work !== null) await runImport(work, jobParameters.parse(job.parameters).action);
    },
    failed: async (job, problem) => {
      const work = await open(context, job);
      if (work !== null)
        await work.write({ state: 'failed', error: problem, ...(await counts(work)) });
    },
    cancelled: async (job) => {
      const work = await open(context, job);
      if (work === null) return;
      await removeAndNotify(work);
      await work.write({
        state: 'undone',
        progress: 1,
        addedFrames: 0,
        repeatedFrames: 0,
        error: null,
      });
    },
  };
}

/** One run of the job on one file. */
type ImportWork = {
  readonly context: ImportContext;
  readonly job: RunningJob;
  readonly upload: Upload;
  readonly document: ImportDocument;
  /** Writes only while this run holds the job. */
  readonly write: (fields: Partial<ImportFields>, version?: string) => Promise<void>;
};

/** Null if the file or its document no longer exists, so there is nothing to do. */
async function open(context: ImportContext, job: RunningJob): Promise<ImportWork | null> {
  const upload = await findUpload(context.database, job.subject);
  const document =
    upload === null ? null : await context.documents.find(upload.roomId, upload.sha256);
  if (upload === null || document === null) return null;
  const write: ImportWork['write'] = (fields, version) =>
    context.documents.change(importDocumentPath(upload.roomId, upload.sha256), {
      fields,
      by: null,
      alongside: (queries) => holdJob(queries, job.lease),
      ...(version === undefined ? {} : { version }),
    });
  return { context, job, upload, document, write };
}

async function runImport(work: ImportWork, action: ImportJobParameters['action']): Promise<void> {
  const { context, upload } = work;
  const { state } = work.document.fields;
  // The previous run finished just before its server died.
  if (state === 'done' || state === 'undone' || (action === 'undo' && state !== 'undoing')) return;
  if (state === 'undoing') {
    await removeAndNotify(work);
    if (action === 'undo')
      return work.write({
        state: 'undone',
        progress: 1,
        addedFrames: 0,
        repeatedFrames: 0,
        error: null,
      });
    await work.write({
      state: 'checking',
      progress: 0,
      addedFrames: 0,
      repeatedFrames: 0,
      error: null,
    });
  }
  const plan = (await readRun(context.database, upload))?.plan ?? (await check(work));
  await recordPlan(work, plan);
  if (!(await mayStore(work))) return;
  await storePlan(work, plan);
}

/** Notifies before the state changes, so that the notification is repeated after a crash. */
async function removeAndNotify({
  context,
  upload,
  job,
  document: {
    fields: { from, to },
  },
}: ImportWork): Promise<void> {
  await takeAway(context, upload, job);
  if (from !== null && to !== null)
    await context.afterRemoved?.({
      roomId: upload.roomId,
      fromUs: from.getTime() * 1000,
      toUs: to.getTime() * 1000,
    });
}

async function readStart(work: ImportWork, task: ReadingStart['task']): Promise<ReadingStart> {
  const { context, upload } = work;
  const run = await readRun(context.database, upload);
  const room = await findRoom(context.store, upload.roomId);
  return {
    databaseUrl: context.database.url,
    key: { rootDomainId: upload.rootDomainId, uploadId: upload.uploadId },
    sizeBytes: upload.sizeBytes,
    fileName: work.document.fields.fileName,
    settings: run?.settings ?? {},
    timeZone: (await readNightZone(context.store, room.domainId)).timeZone,
    wholeFileBytes: context.limits.wholeFileBytes,
    startedMs: context.now().getTime(),
    task,
  };
}

async function check(work: ImportWork): Promise<ImportPlan> {
  const { upload, job } = work;
  await work.write({ state: 'checking', progress: UPLOAD_BEGUN, error: null });
  const progress = pacedProgress((fraction) =>
    work.write({ progress: Math.max(UPLOAD_BEGUN, fraction) }),
  );
  const start = await readStart(work, { kind: 'check', sha256: upload.sha256 });
  const result = await readWithProgress(work, start, progress).catch((error: unknown) =>
    recordFault(work, error),
  );
  if (result.kind !== 'checked') throw new Error('the check of a file returned no plan');
  const { plan } = result;
  await job.effect((queries) => putPlan(queries, upload, plan));
  return plan;
}

/** Records why a file cannot be read: the byte offset and, in an archive, the faulty file. */
async function recordFault({ write }: ImportWork, error: unknown): Promise<never> {
  const place =
    error instanceof ProblemError ? refusedPlace.safeParse(error.problem.details).data : undefined;
  if (place !== undefined)
    await write({
      faults: [
        {
          code: place.reason,
          byteOffset: place.byteOffset,
          count: 1,
          ...(place.file === undefined ? {} : { file: cleanText(place.file, 255) }),
        },
      ],
    });
  throw error;
}

const refusedPlace = z.object({
  reason: z.string().max(60),
  byteOffset: z.int().min(0),
  file: z.string().optional(),
});

/** Also called for the plan of an earlier run, which may have died before it wrote the document. */
async function recordPlan(work: ImportWork, plan: ImportPlan): Promise<void> {
  const settings = (await readRun(work.context.database, work.upload))?.settings ?? {};
  const correctedMs = (us: number): Date =>
    new Date(Math.round(us / 1000) + correctionMs(settings, us, plan.fromUs));
  await work.write({
    format: plan.format,
    from: correctedMs(plan.fromUs),
    to: correctedMs(plan.toUs),
    streams: plan.streams.map(({ kind }) => kind),
    streamTable: plan.streams.map(
      ({ scale: _scale, offset: _offset, members: _members, values: _values, ...stream }) => stream,
    ),
    frames: plan.frames,
    badFrames: plan.badFrames,
    gaps: plan.gaps,
    faults: plan.faults,
    clock: settings.clock ?? null,
    progress: 1,
  });
}

async function readWithProgress(
  { context, job }: ImportWork,
  start: ReadingStart,
  progress: PacedProgress,
): Promise<Awaited<ReturnType<typeof readInThread>>> {
  try {
    return await readInThread(start, {
      limits: context.limits,
      signal: job.signal,
      onProgress: progress.report,
    });
  } finally {
    await progress.end();
  }
}

const correctionMs = ({ clock }: ReadingStart['settings'], us: number, fromUs: number): number =>
  clock === undefined
    ? 0
    : Math.round(clock.offsetSeconds * 1000 + (clock.driftPpm * (us - fromUs)) / 1e9);

const MAX_TRIES = 5;

/**
 * False if the import waits for approval. The version check detects an approval that arrives
 * concurrently.
 */
async function mayStore(work: ImportWork): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const document = await work.context.documents.find(work.upload.roomId, work.upload.sha256);
    if (document === null) return false;
    if (document.fields.autoStart) return true;
    try {
      await work.write({ state: 'ready', progress: 1 }, document.version);
      return false;
    } catch (error) {
      if (!hasCode(error, 'document-conflict')) throw error;
    }
  }
  throw new ProblemError('document-conflict');
}

async function storePlan(work: ImportWork, plan: ImportPlan): Promise<void> {
  const { context, upload, job } = work;
  const room = await findRoom(context.store, upload.roomId);
  const key = { rootDomainId: upload.rootDomainId, uploadId: upload.uploadId };
  // Keep the serial of the first attempt, because part of the data is already stored under it.
  const earlier =
    (await readCursor(context.database, key)).windowsDone > 0
      ? work.document.fields.deviceSerial
      : null;
  const chosen =
    earlier !== null
      ? { serial: earlier, shared: earlier !== toUploadSerial(upload.uploadId) }
      : await chooseSerial(
          context.store,
          context.timeline.assignments,
          room,
          upload.uploadId,
          plan,
        );
  const start = await readStart(work, {
    kind: 'store',
    plan,
    serial: chosen.serial,
    lease: job.lease,
    receivedMs: upload.createdAt.getTime(),
    target: { rootDomainId: upload.rootDomainId, importId: upload.uploadId, shared: chosen.shared },
  });
  if (!chosen.shared)
    await context.store.commit(fileDeviceWrites(chosen.serial, room, plan), {
      userId: null,
      alongside: (queries) => holdJob(queries, job.lease),
    });
  const correctedUs = (us: number): number =>
    us + correctionMs(start.settings, us, plan.fromUs) * 1000;
  const fromUs = correctedUs(plan.fromUs);
  // A single event has no length, but its stay needs one.
  const toUs = Math.max(fromUs + 1, correctedUs(plan.toUs));
  await job.effect((queries) =>
    putImportedStay(queries, {
      rootDomainId: upload.rootDomainId,
      importId: upload.uploadId,
      serial: chosen.serial,
      roomId: room.roomId,
      fromUs,
      toUs,
    }),
  );
  await work.write({ state: 'storing', progress: 0, deviceSerial: chosen.serial });
  const progress = pacedProgress(async (fraction) =>
    work.write({ progress: fraction, ...(await counts(work)) }),
  );
  await readWithProgress(work, start, progress);
  if (context.afterStored !== null) {
    await work.write({ state: 'analysing', progress: 0, ...(await counts(work)) });
    await context.afterStored(
      {
        roomId: room.roomId,
        rootDomainId: upload.rootDomainId,
        importId: upload.uploadId,
        serial: chosen.serial,
        fromUs,
        toUs,
      },
      job.signal,
    );
  }
  if (job.signal.aborted) throw new Error('the import was cancelled');
  await work.write({ state: 'done', progress: 1, ...(await counts(work)) });
}

const counts = async ({ context, upload }: ImportWork): Promise<Partial<ImportFields>> => {
  const { added, repeated } = await readCursor(context.database, upload);
  return { addedFrames: added, repeatedFrames: repeated };
};
