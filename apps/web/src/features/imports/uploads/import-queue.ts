import { importApi, ProblemError, type ImportSettings } from '@yamori/domain';
import type { Http } from '../../../api/http.ts';
import type { UploadClient } from '../../../shared/imports/upload-client.ts';
import type { BundleFiles, CheckFile } from '../reading/check-in-worker.ts';
import type { FileCheck } from '../reading/file-check.ts';
import { sourceOfFile } from '../reading/file-source.ts';
import { askToRead, fileOf, readingOf, type ChosenFile } from './file-handles.ts';
import {
  createItemList,
  importKey,
  missingFor,
  type ImportItem,
  type ImportStage,
} from './import-item.ts';
import type { KeptUpload, KeptUploads } from './kept-uploads.ts';
import { sendFile } from './send-file.ts';
import { createRecordChoices, holdsRecord } from './record-choices.ts';
import { groupChosen } from './record-groups.ts';
import { createWorkLanes, type Running } from './work-lanes.ts';

export type QueueOptions = {
  readonly checkFile: CheckFile;
  readonly bundleFiles: BundleFiles;
  readonly uploads: UploadClient;
  readonly http: Http;
  readonly kept: KeptUploads;
  /** Runs exclusively among all tabs; `onHeld` is called if another tab holds the lock. */
  readonly alone: <Result>(
    name: string,
    signal: AbortSignal,
    onHeld: () => void,
    run: () => Promise<Result>,
  ) => Promise<Result>;
  readonly pause: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly newId: () => string;
};

/** Uploads files into rooms and continues while the user visits other pages. */
export type ImportQueue = {
  readonly items: () => readonly ImportItem[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (files: readonly ChosenFile[], roomId: string | null) => void;
  readonly change: (
    id: string,
    change: {
      readonly roomId?: string | null;
      readonly settings?: ImportSettings;
      readonly waitsForReview?: boolean;
    },
  ) => void;
  readonly start: (id: string) => void;
  /**
   * Resumes with the files chosen again or, without any, asks the browser for permission to read
   * the stored one.
   */
  readonly resume: (id: string, files: readonly ChosenFile[]) => Promise<void>;
  /** Removes it from the list and cancels its upload. */
  readonly remove: (id: string) => void;
  readonly close: () => void;
};

export function createImportQueue(parts: QueueOptions): ImportQueue {
  const list = createItemList();
  /** The stored handle of an item whose file is needed. */
  const handles = new Map<string, FileSystemFileHandle>();
  const records = createRecordChoices();
  const closed = new AbortController();
  const stage = (id: string, next: ImportStage): void => list.change(id, { stage: next });
  const { hold, enqueue, drop, replace } = createWorkLanes(closed.signal, (id, problem) =>
    stage(id, { kind: 'refused', problem }),
  );

  const checkedBy = async (
    { chosen, work }: Running,
    id: string,
    sampleRateHz: number | null,
  ): Promise<FileCheck> => {
    stage(id, { kind: 'checking', fraction: 0 });
    const own = await asOneFile(parts, chosen, work.signal);
    if (own !== chosen) replace(id, own);
    if (own !== chosen) list.change(id, { fileName: own.file.name, sizeBytes: own.file.size });
    return parts.checkFile(own.file, {
      sampleRateHz,
      signal: work.signal,
      onProgress: (fraction) => stage(id, { kind: 'checking', fraction }),
    });
  };

  async function checkNew(own: Running, id: string): Promise<void> {
    const item = list.find(id);
    if (item === undefined) return;
    const check = await checkedBy(own, id, item.settings.sampleRateHz ?? null);
    const proposals = await propose(parts.http, check);
    const fixed = list.find(id)?.roomId ?? null;
    list.change(id, {
      check,
      sha256: check.sha256,
      proposals,
      roomId: fixed ?? proposals[0]?.roomId ?? null,
      stage: { kind: 'checked' },
    });
  }

  /** The same file resumes; a different one is not sent under its name. */
  async function checkAgain(own: Running, id: string): Promise<void> {
    const item = list.find(id);
    if (item === undefined) return;
    const check = await checkedBy(own, id, item.settings.sampleRateHz ?? null);
    if (check.sha256 !== item.sha256)
      return stage(id, { kind: 'fileNeeded', by: 'choice', wasOther: true });
    list.change(id, { check, stage: { kind: 'queued' } });
    enqueue('send', id, (held) => send(held, id));
  }

  async function send({ chosen, work }: Running, id: string): Promise<void> {
    const item = list.find(id);
    const { roomId = null, sha256 = null } = item ?? {};
    if (item === undefined || roomId === null || sha256 === null) return;
    const progress = { sentBytes: 0, held: 'no' as 'no' | 'network' | 'otherTab' };
    const report = (change: Partial<typeof progress>): void =>
      stage(id, { kind: 'sending', ...Object.assign(progress, change) });
    report({});
    const outcome = await sendChosen(
      parts,
      { item, roomId, sha256, chosen, signal: work.signal },
      report,
    );
    if (outcome.kind === 'fileGone')
      return stage(id, { kind: 'fileNeeded', by: 'choice', wasOther: false });
    stage(id, { kind: 'there', wasThere: outcome.kind === 'there' });
    await parts.kept.forget(importKey(roomId, sha256));
  }

  async function load(): Promise<void> {
    for (const upload of await parts.kept.list()) {
      const id = parts.newId();
      const reading = await readingOf(upload.handle);
      if (closed.signal.aborted) return;
      if (upload.handle !== null) handles.set(id, upload.handle);
      list.add(itemOf(id, upload, reading === 'ask' ? 'permission' : 'choice'));
      const file =
        reading === 'granted' && upload.handle !== null ? await fileOf(upload.handle) : null;
      if (file !== null) again(id, { file, handle: upload.handle });
    }
  }

  function again(id: string, chosen: ChosenFile): void {
    hold(id, chosen);
    stage(id, { kind: 'waiting' });
    enqueue('check', id, (own) => checkAgain(own, id));
  }

  function addChosen(files: readonly ChosenFile[], roomId: string | null): void {
    for (const chosen of files) {
      const id = parts.newId();
      hold(id, chosen);
      records.note(id, chosen.record?.parts ?? []);
      list.add(newItem(id, chosen, roomId));
      enqueue('check', id, (held) => checkNew(held, id));
    }
  }

  const leave = (id: string): void => {
    drop(id);
    list.remove(id);
    records.forget(id);
  };
  void load().catch(() => undefined);
  return {
    items: list.all,
    subscribe: list.subscribe,
    add(files, roomId) {
      if (!holdsRecord(files)) return addChosen(files, roomId);
      // Group the files of a record, also with earlier ones that wait for them.
      void records
        .join(
          files,
          list.all().filter((item) => roomId === null || item.roomId === roomId),
        )
        .then(({ added, replaced }) => {
          for (const id of replaced) leave(id);
          addChosen(added, roomId);
        });
    },
    change(id, change) {
      const before = list.find(id);
      if (before?.stage.kind !== 'checked') return;
      list.change(id, change);
      // Another rate changes the length and the picture.
      if (
        change.settings !== undefined &&
        change.settings.sampleRateHz !== before.settings.sampleRateHz
      )
        enqueue('check', id, (own) => checkNew(own, id));
    },
    start(id) {
      const item = list.find(id);
      if (item === undefined || missingFor(item) !== null) return;
      stage(id, { kind: 'queued' });
      enqueue('send', id, (own) => send(own, id));
    },
    async resume(id, files) {
      const item = list.find(id);
      if (item?.stage.kind !== 'fileNeeded') return;
      const handle = handles.get(id) ?? null;
      const [file] = await groupChosen(files);
      const kept = file === undefined && handle !== null ? await askToRead(handle) : null;
      const chosen = file ?? (kept === null ? null : { file: kept, handle });
      if (chosen === null) stage(id, { kind: 'fileNeeded', by: 'choice', wasOther: false });
      else again(id, chosen);
    },
    remove(id) {
      const item = list.find(id);
      leave(id);
      if (item === undefined || item.roomId === null || item.sha256 === null) return;
      void parts.kept.forget(importKey(item.roomId, item.sha256));
      // Do not cancel another tab's upload.
      const wasBegun =
        (item.stage.kind === 'sending' && item.stage.held !== 'otherTab') ||
        item.stage.kind === 'fileNeeded';
      const params = { roomId: item.roomId, sha256: item.sha256 };
      if (wasBegun) parts.http.call(importApi.cancel, { params, body: {} }).catch(() => undefined);
    },
    close: () => closed.abort(),
  };
}

/** Bundles the files of a record first. */
async function asOneFile(
  { bundleFiles }: QueueOptions,
  chosen: ChosenFile,
  signal: AbortSignal,
): Promise<ChosenFile> {
  const { record } = chosen;
  return record === undefined
    ? chosen
    : { file: await bundleFiles(record.parts, record.name, signal), handle: null };
}

/** Uses the name and size of the files until a record is bundled. */
const newItem = (id: string, { file, record }: ChosenFile, roomId: string | null): ImportItem => ({
  id,
  fileName: record?.name ?? file.name,
  sizeBytes: (record?.parts ?? [file]).reduce((sum, { size }) => sum + size, 0),
  partNames: (record?.parts ?? []).map(({ name }) => name),
  check: null,
  sha256: null,
  roomId,
  proposals: [],
  settings: {},
  waitsForReview: false,
  stage: { kind: 'waiting' },
});

type Sending = {
  readonly item: ImportItem;
  readonly roomId: string;
  readonly sha256: string;
  readonly chosen: ChosenFile;
  readonly signal: AbortSignal;
};
type Told = { readonly sentBytes?: number; readonly held?: 'no' | 'network' | 'otherTab' };

/**
 * Sends a file exclusively among all tabs, and stores its resume state until the server has it or
 * rejects it.
 */
async function sendChosen(
  parts: QueueOptions,
  { item, roomId, sha256, chosen, signal }: Sending,
  tell: (change: Told) => void,
) {
  await parts.kept.keep(keptOf(item, roomId, sha256, chosen.handle));
  return parts
    .alone(
      `yamori-upload ${importKey(roomId, sha256)}`,
      signal,
      () => tell({ held: 'otherTab' }),
      () => {
        tell({ held: 'no' });
        const declared = {
          roomId,
          fileName: item.fileName,
          sizeBytes: item.sizeBytes,
          sha256,
          autoStart: !item.waitsForReview,
          settings: item.settings,
        };
        return sendFile(sourceOfFile(chosen.file), declared, {
          client: parts.uploads,
          now: parts.now,
          pause: parts.pause,
          signal,
          onSent: (sentBytes) => tell({ sentBytes, held: 'no' }),
          onWaiting: (problem) => tell({ held: problem === null ? 'no' : 'network' }),
        });
      },
    )
    .catch(async (error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      // A moved file can be chosen again; a permanent refusal is not retried after a reload.
      if (error.problem.code === 'file-unreadable') return { kind: 'fileGone' as const };
      await parts.kept.forget(importKey(roomId, sha256));
      throw error;
    });
}

/** Proposes rooms if the file names its device; proposes none offline. */
async function propose(
  http: Http,
  { serial, start, seconds }: FileCheck,
): Promise<ImportItem['proposals']> {
  if (serial === null) return [];
  const [from, to] =
    start.kind === 'instant'
      ? [new Date(start.atMs).toISOString(), new Date(start.atMs + seconds * 1000).toISOString()]
      : [null, null];
  const body = { serial, from, to };
  const proposal = await http.call(importApi.propose, { body }).catch(() => ({ rooms: [] }));
  return proposal.rooms;
}

const keptOf = (
  item: ImportItem,
  roomId: string,
  sha256: string,
  handle: FileSystemFileHandle | null,
): KeptUpload => ({
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

const itemOf = (
  id: string,
  { fileName, sizeBytes, partNames, sha256, roomId, settings, waitsForReview }: KeptUpload,
  by: 'permission' | 'choice',
): ImportItem => ({
  id,
  fileName,
  sizeBytes,
  partNames,
  check: null,
  sha256,
  roomId,
  proposals: [],
  settings,
  waitsForReview,
  stage: { kind: 'fileNeeded', by, wasOther: false },
});
