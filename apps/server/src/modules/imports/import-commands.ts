import { ProblemError, refuse, type Actor, type ImportSettings } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { requireImportRoom } from './import-access.ts';
import {
  importDocumentPath,
  type ImportAction,
  type ImportDocument,
  type ImportFields,
} from './import-documents.ts';
import type { ImportJobParameters } from './import-job.ts';
import { IMPORT_JOB, type ImportParts } from './import-parts.ts';
import { dropRun, putSettings, readCursor, readRun } from './import-runs.ts';
import type { Uploads } from './uploads/uploads.ts';
import { dropUpload, findUploadOfFile, type Upload } from './uploads/upload-store.ts';

/**
 * User commands on an import. A command fails with `import-state-conflict` if the import is not in
 * a suitable state.
 */
export type ImportCommands = {
  /** Approves a checked import for storing. */
  readonly start: (actor: Actor, at: ImportPlace, settings?: ImportSettings) => Promise<void>;
  /** Removes the stored data and stores the file again, optionally with new settings. */
  readonly rerun: (actor: Actor, at: ImportPlace, settings?: ImportSettings) => Promise<void>;
  readonly undo: (actor: Actor, at: ImportPlace) => Promise<void>;
  /** Stops the import and removes what it has stored so far. */
  readonly cancel: (actor: Actor, at: ImportPlace) => Promise<void>;
  /** Deletes the original of an import that is not on the timeline. The document remains. */
  readonly discard: (actor: Actor, at: ImportPlace) => Promise<void>;
  /** The import and its file. */
  readonly find: (actor: Actor, at: ImportPlace) => Promise<FoundImport>;
};

export type ImportPlace = { readonly roomId: string; readonly sha256: string };
type FoundImport = {
  readonly document: ImportDocument;
  /** Null if the original has been deleted. */
  readonly upload: Upload | null;
};

/** Retry, because a job that has just ended is still recorded as running for a moment. */
const ORDER_TRIES = 50;
const ORDER_WAIT_MS = 100;

export function createImportCommands(parts: ImportParts, uploads: Uploads): ImportCommands {
  const { documents } = parts;

  async function find(actor: Actor, { roomId, sha256 }: ImportPlace): Promise<FoundImport> {
    await requireImportRoom(parts.store, actor, roomId);
    const document = await documents.find(roomId, sha256);
    if (document === null) throw refuse('import-not-found');
    return { document, upload: await findUploadOfFile(parts.database, roomId, sha256) };
  }

  type Order = {
    readonly states: readonly ImportFields['state'][];
    readonly fields: Partial<ImportFields>;
    readonly action: ImportAction;
    /** Null if no job is needed. */
    readonly job: ImportJobParameters['action'] | null;
    readonly also?: (queries: Queries, upload: Upload) => Promise<void>;
  };

  /** Changes the document and adds the job atomically. */
  async function order(
    actor: Actor,
    at: ImportPlace,
    { states, fields, action, job, also }: Order,
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { document, upload } = await find(actor, at);
      if (!states.includes(document.fields.state))
        throw refuse('import-state-conflict', {
          place: document.path,
          details: { state: document.fields.state },
        });
      if (upload === null || upload.expiresAt !== null)
        throw refuse('import-original-missing', { place: document.path });
      try {
        await documents.change(document.path, {
          fields,
          action,
          by: actor.userId,
          version: document.version,
          alongside: async (queries) => {
            await also?.(queries, upload);
            if (
              job !== null &&
              !(await parts.jobs.add(queries, {
                rootDomainId: upload.rootDomainId,
                kind: IMPORT_JOB,
                subject: upload.uploadId,
                parameters: { action: job },
              }))
            )
              throw refuse('import-in-use');
          },
        });
        break;
      } catch (error) {
        const passes =
          error instanceof ProblemError &&
          ['import-in-use', 'document-conflict'].includes(error.problem.code);
        if (!passes || attempt === ORDER_TRIES) throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, ORDER_WAIT_MS);
        });
      }
    }
    parts.jobs.wake(IMPORT_JOB);
  }

  const newSettings = (settings: ImportSettings | undefined) =>
    settings === undefined
      ? {}
      : {
          also: async (queries: Queries, upload: Upload): Promise<void> => {
            const run = await readRun(queries, upload);
            await putSettings(queries, upload, { ...run?.settings, ...settings });
          },
        };

  async function start(actor: Actor, at: ImportPlace, settings?: ImportSettings): Promise<void> {
    const { document } = await find(actor, at);
    // While the check is still running, setting `autoStart` is enough.
    const waits = document.fields.state === 'ready';
    // A running check uses the settings that it started with.
    if (!waits && settings !== undefined)
      throw refuse('import-state-conflict', {
        place: document.path,
        details: { state: document.fields.state },
      });
    await order(actor, at, {
      states: waits ? ['ready'] : ['checking'],
      action: 'started',
      job: waits ? 'import' : null,
      fields: { autoStart: true, ...(waits ? { state: 'checking' as const, progress: 0 } : {}) },
      ...(waits ? newSettings(settings) : {}),
    });
  }

  async function cancel(actor: Actor, at: ImportPlace): Promise<void> {
    const { document, upload } = await find(actor, at);
    if (document.fields.state === 'uploading' && upload !== null)
      return uploads.abandon(upload, actor.userId);
    // Nothing is on the timeline yet.
    if (document.fields.state === 'ready')
      return order(actor, at, {
        states: ['ready'],
        fields: { state: 'undone' },
        action: 'cancelled',
        job: null,
      });
    if (upload === null || !['checking', 'storing', 'analysing'].includes(document.fields.state))
      throw refuse('import-state-conflict', {
        place: document.path,
        details: { state: document.fields.state },
      });
    if (!(await parts.jobs.cancel(IMPORT_JOB, upload.uploadId)))
      throw refuse('import-state-conflict', {
        place: document.path,
        details: { state: document.fields.state },
      });
    await documents.change(document.path, { fields: {}, action: 'cancelled', by: actor.userId });
  }

  return {
    find,
    start,
    cancel,
    rerun: (actor, at, settings) =>
      order(actor, at, {
        states: ['done', 'failed', 'undone', 'ready'],
        fields: { state: 'undoing', progress: 0, autoStart: true, error: null },
        action: 'rerun',
        job: 'rerun',
        ...newSettings(settings),
      }),
    discard: (actor, at) =>
      order(actor, at, {
        states: ['undone', 'failed'],
        fields: { originalStored: false, state: 'undone' },
        action: 'discarded',
        job: null,
        also: async (queries, upload) => {
          if (
            (await readCursor(queries, upload)).windowsDone > 0 ||
            !(await dropUpload(queries, upload, true))
          )
            throw refuse('import-state-conflict');
          await parts.originals.delete(queries, upload);
          await dropRun(queries, upload);
        },
      }),
    undo: (actor, at) =>
      order(actor, at, {
        states: ['done', 'failed'],
        fields: { state: 'undoing', progress: 0 },
        action: 'undone',
        job: 'undo',
      }),
  };
}

export const placeOf = ({ roomId, sha256 }: ImportPlace): string =>
  importDocumentPath(roomId, sha256);
