import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode, ProblemError, type Actor } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { requireImportRoom } from './import-access.ts';
import type { ImportAction, ImportDocument, ImportFields } from './import-documents.ts';
import type { ImportJobParameters } from './import-job.ts';
import { IMPORT_JOB, type ImportContext } from './import-context.ts';
import { findUploadByFile, type Upload } from './uploads/upload-store.ts';

export type ImportPlace = { readonly roomId: string; readonly sha256: string };
export type FoundImport = {
  readonly document: ImportDocument;
  /** Null if the original has been deleted. */
  readonly upload: Upload | null;
};

/** A change of an import's state, with the job that does the work. */
export type Transition = {
  /** The states from which it is allowed. */
  readonly states: readonly ImportFields['state'][];
  readonly fields: Partial<ImportFields>;
  readonly action: ImportAction;
  /** Null if no job is needed. */
  readonly job: ImportJobParameters['action'] | null;
  /** Runs in the same transaction. */
  readonly also?: (queries: Queries, upload: Upload) => Promise<void>;
};

type ImportTransitions = {
  readonly find: (actor: Actor, at: ImportPlace) => Promise<FoundImport>;
  readonly run: (actor: Actor, at: ImportPlace, transition: Transition) => Promise<void>;
};

/** Retry, because a job that has just ended is still recorded as running for a moment. */
const MAX_ATTEMPTS = 50;
const RETRY_MS = 100;

export function createImportTransitions(context: ImportContext): ImportTransitions {
  async function find(actor: Actor, { roomId, sha256 }: ImportPlace): Promise<FoundImport> {
    await requireImportRoom(context.store, actor, roomId);
    const document = await context.documents.find(roomId, sha256);
    if (document === null) throw new ProblemError('import-not-found');
    return { document, upload: await findUploadByFile(context.database, roomId, sha256) };
  }

  /** Changes the document and adds the job atomically. */
  async function tryOnce(actor: Actor, at: ImportPlace, transition: Transition): Promise<void> {
    const { states, fields, action, job, also } = transition;
    const { document, upload } = await find(actor, at);
    if (!states.includes(document.fields.state)) throw wrongState(document);
    if (upload === null || upload.expiresAt !== null)
      throw new ProblemError('import-original-missing', { place: document.path });
    await context.documents.change(document.path, {
      fields,
      action,
      by: actor.userId,
      version: document.version,
      alongside: async (queries) => {
        await also?.(queries, upload);
        if (job === null) return;
        const isAdded = await context.jobs.add(queries, {
          rootDomainId: upload.rootDomainId,
          kind: IMPORT_JOB,
          subject: upload.uploadId,
          parameters: { action: job },
        });
        if (!isAdded) throw new ProblemError('import-in-use');
      },
    });
  }

  async function run(actor: Actor, at: ImportPlace, transition: Transition): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await tryOnce(actor, at, transition);
        break;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRace(error)) throw error;
        await sleep(RETRY_MS);
      }
    }
    context.jobs.wake(IMPORT_JOB);
  }

  return { find, run };
}

const isRace = (error: unknown): boolean => hasCode(error, 'import-in-use', 'document-conflict');

export const wrongState = ({ path, fields: { state } }: ImportDocument): ProblemError =>
  new ProblemError('import-state-conflict', { place: path, details: { state } });
