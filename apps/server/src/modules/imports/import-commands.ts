import { ProblemError, type Actor, type ImportSettings } from '@yamori/domain';
import { importDocumentPath } from './import-documents.ts';
import { IMPORT_JOB, type ImportContext } from './import-context.ts';
import { dropRun, putSettings, readCursor, readRun } from './import-runs.ts';
import {
  createImportTransitions,
  wrongState,
  type FoundImport,
  type ImportPlace,
  type Transition,
} from './import-transitions.ts';
import type { Uploads } from './uploads/uploads.ts';
import { dropUpload } from './uploads/upload-store.ts';

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

export function createImportCommands(context: ImportContext, uploads: Uploads): ImportCommands {
  const { documents } = context;
  const { find, run } = createImportTransitions(context);

  async function start(actor: Actor, at: ImportPlace, settings?: ImportSettings): Promise<void> {
    const { document } = await find(actor, at);
    // While the check is still running, setting `autoStart` is enough.
    const waits = document.fields.state === 'ready';
    // A running check uses the settings that it started with.
    if (!waits && settings !== undefined) throw wrongState(document);
    await run(actor, at, {
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
      return run(actor, at, {
        states: ['ready'],
        fields: { state: 'undone' },
        action: 'cancelled',
        job: null,
      });
    const isRunning = ['checking', 'storing', 'analysing'].includes(document.fields.state);
    if (upload === null || !isRunning || !(await context.jobs.cancel(IMPORT_JOB, upload.uploadId)))
      throw wrongState(document);
    await documents.change(document.path, { fields: {}, action: 'cancelled', by: actor.userId });
  }

  return {
    find,
    start,
    cancel,
    rerun: (actor, at, settings) =>
      run(actor, at, {
        states: ['done', 'failed', 'undone', 'ready'],
        fields: { state: 'undoing', progress: 0, autoStart: true, error: null },
        action: 'rerun',
        job: 'rerun',
        ...newSettings(settings),
      }),
    discard: (actor, at) =>
      run(actor, at, {
        states: ['undone', 'failed'],
        fields: { originalStored: false, state: 'undone' },
        action: 'discarded',
        job: null,
        also: async (queries, upload) => {
          if (
            (await readCursor(queries, upload)).windowsDone > 0 ||
            !(await dropUpload(queries, upload, true))
          )
            throw new ProblemError('import-state-conflict');
          await context.originals.delete(queries, upload);
          await dropRun(queries, upload);
        },
      }),
    undo: (actor, at) =>
      run(actor, at, {
        states: ['done', 'failed'],
        fields: { state: 'undoing', progress: 0 },
        action: 'undone',
        job: 'undo',
      }),
  };
}

/** Adds the settings to those of the import. */
const newSettings = (settings: ImportSettings | undefined): Pick<Transition, 'also'> =>
  settings === undefined
    ? {}
    : {
        also: async (queries, upload) => {
          const run = await readRun(queries, upload);
          await putSettings(queries, upload, { ...run?.settings, ...settings });
        },
      };

export const getDocumentPath = ({ roomId, sha256 }: ImportPlace): string =>
  importDocumentPath(roomId, sha256);
