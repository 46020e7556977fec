import { ProblemError } from '@yamori/domain';
import { type ImportApi } from '../api.ts';
import type { UploadClient } from '../../../shared/imports/api.ts';
import type { BundleFiles, CheckFile } from '../reading/check-in-worker.ts';
import type { FileCheck } from '../reading/file-check.ts';
import { createFileSource } from '../reading/file-source.ts';
import type { ChosenFile } from './file-handles.ts';
import {
  importKey,
  type createItemList,
  type ImportItem,
  type ImportStage,
} from './import-item.ts';
import type { ResumableUpload, ResumableUploads } from './resumable-uploads.ts';
import { sendFile } from './send-file.ts';
import type { Running, WorkerPool } from './worker-pool.ts';

export type ImportWorkOptions = {
  readonly checkFile: CheckFile;
  readonly bundleFiles: BundleFiles;
  readonly uploads: UploadClient;
  readonly api: ImportApi;
  readonly kept: ResumableUploads;
  /** Runs exclusively among all tabs; `onHeld` is called if another tab holds the lock. */
  readonly alone: <Result>(
    name: string,
    signal: AbortSignal,
    onHeld: () => void,
    run: () => Promise<Result>,
  ) => Promise<Result>;
  readonly pause: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
};

/** Checks and sends the files of the queue's items, and sets their stages. */
export function createImportWork(
  options: ImportWorkOptions,
  list: ReturnType<typeof createItemList>,
  lanes: WorkerPool,
) {
  const stage = (id: string, next: ImportStage): void => list.change(id, { stage: next });

  async function checkFile({ chosen, work }: Running, item: ImportItem): Promise<FileCheck> {
    const { id } = item;
    stage(id, { kind: 'checking', fraction: 0 });
    const whole = await bundleRecord(options, chosen, work.signal);
    if (whole !== chosen) {
      lanes.replace(id, whole);
      list.change(id, { fileName: whole.file.name, sizeBytes: whole.file.size });
    }
    return options.checkFile(whole.file, {
      sampleRateHz: item.settings.sampleRateHz ?? null,
      signal: work.signal,
      onProgress: (fraction) => stage(id, { kind: 'checking', fraction }),
    });
  }

  async function checkNew(running: Running, id: string): Promise<void> {
    const item = list.find(id);
    if (item === undefined) return;
    const check = await checkFile(running, item);
    const proposals = await proposeRooms(options.api, check);
    const chosenRoomId = list.find(id)?.roomId ?? null;
    list.change(id, {
      check,
      sha256: check.sha256,
      proposals,
      roomId: chosenRoomId ?? proposals[0]?.roomId ?? null,
      stage: { kind: 'checked' },
    });
  }

  /** The same file resumes; a different one is not sent under its name. */
  async function checkAgain(running: Running, id: string): Promise<void> {
    const item = list.find(id);
    if (item === undefined) return;
    const check = await checkFile(running, item);
    if (check.sha256 !== item.sha256)
      return stage(id, { kind: 'fileNeeded', by: 'choice', wasOther: true });
    list.change(id, { check });
    enqueueSend(id);
  }

  async function send({ chosen, work }: Running, id: string): Promise<void> {
    const item = list.find(id);
    const { roomId = null, sha256 = null } = item ?? {};
    if (item === undefined || roomId === null || sha256 === null) return;
    let progress: SendProgress = { sentBytes: 0, held: 'no' };
    const report = (change: Partial<SendProgress>): void => {
      progress = { ...progress, ...change };
      stage(id, { kind: 'sending', ...progress });
    };
    report({});
    const outcome = await sendExclusively(
      options,
      { item, roomId, sha256, chosen, signal: work.signal },
      report,
    );
    if (outcome.kind === 'fileGone')
      return stage(id, { kind: 'fileNeeded', by: 'choice', wasOther: false });
    stage(id, { kind: 'there', wasThere: outcome.kind === 'there' });
    await options.kept.forget(importKey(roomId, sha256));
  }

  function enqueueSend(id: string): void {
    stage(id, { kind: 'queued' });
    lanes.enqueue('send', id, (running) => send(running, id));
  }

  return {
    enqueueCheck: (id: string) => lanes.enqueue('check', id, (running) => checkNew(running, id)),
    enqueueCheckAgain: (id: string) =>
      lanes.enqueue('check', id, (running) => checkAgain(running, id)),
    enqueueSend,
  };
}

/** Bundles the files of a record first. */
async function bundleRecord(
  { bundleFiles }: ImportWorkOptions,
  chosen: ChosenFile,
  signal: AbortSignal,
): Promise<ChosenFile> {
  const { record } = chosen;
  return record === undefined
    ? chosen
    : { file: await bundleFiles(record.parts, record.name, signal), handle: null };
}

/** Proposes rooms if the file names its device; proposes none offline. */
async function proposeRooms(
  api: ImportApi,
  { serial, start, seconds }: FileCheck,
): Promise<ImportItem['proposals']> {
  if (serial === null) return [];
  const [from, to] =
    start.kind === 'instant'
      ? [new Date(start.atMs).toISOString(), new Date(start.atMs + seconds * 1000).toISOString()]
      : [null, null];
  return api.propose({ serial, from, to });
}

type Sending = {
  readonly item: ImportItem;
  readonly roomId: string;
  readonly sha256: string;
  readonly chosen: ChosenFile;
  readonly signal: AbortSignal;
};
type SendProgress = {
  readonly sentBytes: number;
  readonly held: 'no' | 'network' | 'otherTab';
};

/**
 * Sends a file exclusively among all tabs, and stores its resume state until the server has it or
 * rejects it.
 */
async function sendExclusively(
  options: ImportWorkOptions,
  { item, roomId, sha256, chosen, signal }: Sending,
  report: (change: Partial<SendProgress>) => void,
) {
  await options.kept.keep(toKeptUpload(item, roomId, sha256, chosen.handle));
  return options
    .alone(
      `yamori-upload ${importKey(roomId, sha256)}`,
      signal,
      () => report({ held: 'otherTab' }),
      () => {
        report({ held: 'no' });
        const declared = {
          roomId,
          fileName: item.fileName,
          sizeBytes: item.sizeBytes,
          sha256,
          autoStart: !item.waitsForReview,
          settings: item.settings,
        };
        return sendFile(createFileSource(chosen.file), declared, {
          client: options.uploads,
          now: options.now,
          pause: options.pause,
          signal,
          onSent: (sentBytes) => report({ sentBytes, held: 'no' }),
          onWaiting: (problem) => report({ held: problem === null ? 'no' : 'network' }),
        });
      },
    )
    .catch(async (error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      // A moved file can be chosen again; a permanent refusal is not retried after a reload.
      if (error.problem.code === 'file-unreadable') return { kind: 'fileGone' as const };
      await options.kept.forget(importKey(roomId, sha256));
      throw error;
    });
}

const toKeptUpload = (
  item: ImportItem,
  roomId: string,
  sha256: string,
  handle: FileSystemFileHandle | null,
): ResumableUpload => ({
  id: importKey(roomId, sha256),
  roomId,
  sha256,
  fileName: item.fileName,
  sizeBytes: item.sizeBytes,
  partNames: [...item.partNames],
  waitsForReview: item.waitsForReview,
  settings: item.settings,
  handle,
});
