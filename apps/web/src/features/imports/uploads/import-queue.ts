import { type ImportSettings } from '@yamori/domain';
import { askToRead, readFile, queryReadPermission, type ChosenFile } from './file-handles.ts';
import {
  createItemList,
  importKey,
  missingFor,
  type ImportItem,
  type ImportStage,
} from './import-item.ts';
import { createImportWork, type ImportWorkOptions } from './import-work.ts';
import type { ResumableUpload } from './resumable-uploads.ts';
import { createRecordChoices, holdsRecord } from './record-choices.ts';
import { groupChosen } from './record-groups.ts';
import { createWorkerPool } from './worker-pool.ts';

export type QueueOptions = ImportWorkOptions & { readonly newId: () => string };

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

export function createImportQueue(options: QueueOptions): ImportQueue {
  const list = createItemList();
  /** The stored handle of an item whose file is needed. */
  const handles = new Map<string, FileSystemFileHandle>();
  const records = createRecordChoices();
  const closed = new AbortController();
  const stage = (id: string, next: ImportStage): void => list.change(id, { stage: next });
  const lanes = createWorkerPool(closed.signal, (id, problem) =>
    stage(id, { kind: 'refused', problem }),
  );
  const work = createImportWork(options, list, lanes);

  async function load(): Promise<void> {
    for (const upload of await options.kept.list()) {
      const id = options.newId();
      const reading = await queryReadPermission(upload.handle);
      if (closed.signal.aborted) return;
      if (upload.handle !== null) handles.set(id, upload.handle);
      list.add(toItem(id, upload, reading === 'ask' ? 'permission' : 'choice'));
      const file =
        reading === 'granted' && upload.handle !== null ? await readFile(upload.handle) : null;
      if (file !== null) again(id, { file, handle: upload.handle });
    }
  }

  function again(id: string, chosen: ChosenFile): void {
    lanes.hold(id, chosen);
    stage(id, { kind: 'waiting' });
    work.enqueueCheckAgain(id);
  }

  function addChosen(files: readonly ChosenFile[], roomId: string | null): void {
    for (const chosen of files) {
      const id = options.newId();
      lanes.hold(id, chosen);
      records.note(id, chosen.record?.parts ?? []);
      list.add(newItem(id, chosen, roomId));
      work.enqueueCheck(id);
    }
  }

  const leave = (id: string): void => {
    lanes.drop(id);
    list.remove(id);
    records.forget(id);
  };
  void load().catch(() => undefined);
  return {
    items: list.all,
    subscribe: list.subscribe,
    add(files, roomId) {
      if (!holdsRecord(files)) return addChosen(files, roomId);
      // Group the files of a record, including earlier ones that wait for them.
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
        work.enqueueCheck(id);
    },
    start(id) {
      const item = list.find(id);
      if (item === undefined || missingFor(item) !== null) return;
      work.enqueueSend(id);
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
      void options.kept.forget(importKey(item.roomId, item.sha256));
      // Do not cancel another tab's upload.
      const wasBegun =
        (item.stage.kind === 'sending' && item.stage.held !== 'otherTab') ||
        item.stage.kind === 'fileNeeded';

      if (wasBegun) options.api.cancel(item.roomId, item.sha256);
    },
    close: () => closed.abort(),
  };
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

const toItem = (
  id: string,
  { fileName, sizeBytes, partNames, sha256, roomId, settings, waitsForReview }: ResumableUpload,
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
