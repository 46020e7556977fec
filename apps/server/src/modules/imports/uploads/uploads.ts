import type { Readable } from 'node:stream';
import { ProblemError, refuse, type Actor } from '@yamori/domain';
import { requireImportRoom, type ImportRoom } from '../import-access.ts';
import { importDocumentPath, type ImportDocument, type ImportFields } from '../import-documents.ts';
import { IMPORT_JOB, type ImportParts } from '../import-parts.ts';
import { pacedProgress } from '../import-progress.ts';
import { addRun, dropRun } from '../import-runs.ts';
import type { OriginalPiece } from './original-store.ts';
import { receivePieces } from './receive-bytes.ts';
import type { DeclaredUpload } from './upload-headers.ts';
import {
  addUpload,
  dropUpload,
  expiredUploads,
  findUpload,
  findUploadOfFile,
  type Upload,
} from './upload-store.ts';

export type Uploads = {
  /** Starts an upload, or returns the member's unfinished upload of the same file. */
  readonly create: (actor: Actor, declared: DeclaredUpload, sizeBytes: number) => Promise<Upload>;
  /** Returns the member's own upload, complete or not. */
  readonly find: (actor: Actor, uploadId: string) => Promise<Upload>;
  /** Stores the bytes from `atByte` on. Returns the number of bytes stored so far. */
  readonly receive: (
    actor: Actor,
    uploadId: string,
    atByte: number,
    body: Readable,
  ) => Promise<number>;
  /** Abandons an unfinished upload. */
  readonly abandon: (upload: Upload, by: string) => Promise<void>;
  /** Deletes abandoned uploads. Returns their number. */
  readonly sweep: () => Promise<number>;
};

const HOUR_MS = 3_600_000;
const CREATE_TRIES = 3;
const MAX_SWEPT = 50;

export function createUploads(parts: ImportParts): Uploads {
  const { database, documents, limits } = parts;
  const expiry = (): Date => new Date(parts.now().getTime() + limits.uploadIdleHours * HOUR_MS);

  async function create(
    actor: Actor,
    declared: DeclaredUpload,
    sizeBytes: number,
  ): Promise<Upload> {
    const room = await requireImportRoom(parts.store, actor, declared.roomId);
    if (sizeBytes === 0) throw refuse('upload-empty');
    if (sizeBytes > limits.fileBytes)
      throw refuse('upload-too-large', { details: { limit: limits.fileBytes } });
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await createOnce(actor, room, declared, sizeBytes);
      } catch (error) {
        // Another tab was faster. Retry with the new state.
        const raced =
          error instanceof ProblemError &&
          ['document-exists', 'document-conflict', 'document-key-taken', 'import-in-use'].includes(
            error.problem.code,
          );
        if (!raced || attempt === CREATE_TRIES) throw error;
      }
    }
  }

  async function createOnce(
    actor: Actor,
    room: ImportRoom,
    declared: DeclaredUpload,
    sizeBytes: number,
  ): Promise<Upload> {
    const known = await documents.find(room.roomId, declared.sha256);
    const underWay =
      known?.fields.state === 'uploading'
        ? await findUploadOfFile(database, room.roomId, declared.sha256)
        : null;
    if (
      underWay !== null &&
      underWay.expiresAt !== null &&
      underWay.ownerId === actor.userId &&
      underWay.sizeBytes === sizeBytes
    )
      return underWay;
    if (known !== null && !mayRestart(known, underWay))
      throw refuse('import-exists', { place: known.path, details: { state: known.fields.state } });
    const upload = {
      rootDomainId: room.rootDomainId,
      uploadId: parts.newId(),
      roomId: room.roomId,
      sha256: declared.sha256,
      ownerId: actor.userId,
      sizeBytes,
      expiresAt: expiry(),
      createdAt: parts.now(),
    };
    await documents.begin(
      importDocumentPath(room.roomId, declared.sha256),
      newFields(declared, upload, known),
      actor.userId,
      known?.version ?? null,
      async (queries) => {
        await addUpload(queries, upload, limits);
        await addRun(queries, upload, declared.settings);
      },
    );
    return { ...upload, offsetBytes: 0 };
  }

  async function find(actor: Actor, uploadId: string): Promise<Upload> {
    const upload = UUID.test(uploadId) ? await findUpload(database, uploadId) : null;
    if (upload === null) throw refuse('upload-not-found');
    await requireImportRoom(parts.store, actor, upload.roomId).catch((error: unknown) => {
      throw error instanceof ProblemError && error.problem.code === 'document-not-found'
        ? refuse('upload-not-found')
        : error;
    });
    if (upload.ownerId !== actor.userId) throw refuse('upload-forbidden');
    return upload;
  }

  async function receive(
    actor: Actor,
    uploadId: string,
    atByte: number,
    body: Readable,
  ): Promise<number> {
    const upload = await find(actor, uploadId);
    if (upload.offsetBytes !== atByte || upload.expiresAt === null)
      throw refuse('upload-offset-conflict', { details: { offset: upload.offsetBytes } });
    const path = importDocumentPath(upload.roomId, upload.sha256);
    const progress = pacedProgress((fraction) =>
      documents.change(path, { fields: { progress: fraction }, by: null }),
    );
    let at = atByte;
    try {
      await receivePieces(body, async (bytes) => {
        const end = at + bytes.length;
        if (end > upload.sizeBytes)
          throw refuse('upload-length-invalid', { details: { length: upload.sizeBytes } });
        // After the last byte, the import job reports the progress.
        if (end === upload.sizeBytes) await progress.end();
        if (!(await keep(upload, { atByte: at, bytes }, end === upload.sizeBytes)))
          throw refuse('upload-offset-conflict');
        at = end;
        progress.say(at / upload.sizeBytes);
      });
    } finally {
      await progress.end();
    }
    if (at === upload.sizeBytes) parts.jobs.wake(IMPORT_JOB);
    return at;
  }

  /** The last piece completes the upload and adds the import job, atomically. */
  async function keep(upload: Upload, piece: OriginalPiece, isLast: boolean): Promise<boolean> {
    if (!isLast) return parts.originals.append(database, upload, piece, expiry());
    const fields: Partial<ImportFields> = {
      state: 'checking',
      progress: 0,
      originalStored: true,
      uploadId: null,
    };
    const state = { kept: false };
    await documents.change(importDocumentPath(upload.roomId, upload.sha256), {
      fields,
      action: 'uploaded',
      by: upload.ownerId,
      alongside: async (queries) => {
        state.kept = await parts.originals.append(queries, upload, piece, null);
        if (!state.kept) throw refuse('upload-offset-conflict');
        await parts.jobs.add(queries, {
          rootDomainId: upload.rootDomainId,
          kind: IMPORT_JOB,
          subject: upload.uploadId,
          parameters: { action: 'import' },
        });
      },
    });
    return state.kept;
  }

  async function drop(
    upload: Upload,
    fields: Partial<ImportFields>,
    by: string | null,
  ): Promise<void> {
    await documents.change(importDocumentPath(upload.roomId, upload.sha256), {
      fields: { ...fields, progress: 0, uploadId: null },
      by,
      ...(by === null ? {} : { action: 'cancelled' as const }),
      alongside: async (queries) => {
        if (!(await dropUpload(queries, upload, false))) throw refuse('import-in-use');
        await parts.originals.delete(queries, upload);
        await dropRun(queries, upload);
      },
    });
  }

  return {
    create,
    find,
    receive,
    abandon: (upload, by) => drop(upload, { state: 'undone' }, by),
    async sweep() {
      const expired = await expiredUploads(database, parts.now(), MAX_SWEPT);
      for (const upload of expired) {
        await drop(upload, { state: 'failed', error: 'upload-expired' }, null).catch(
          (error: unknown) =>
            parts.log.warn(
              { err: error, uploadId: upload.uploadId },
              'deleting an expired upload failed',
            ),
        );
      }
      return expired.length;
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether a new upload may replace an import: it ended without its original, or its upload no
 * longer exists.
 */
const mayRestart = ({ fields }: ImportDocument, underWay: Upload | null): boolean =>
  !fields.originalStored &&
  (fields.state === 'failed' ||
    fields.state === 'undone' ||
    (fields.state === 'uploading' && underWay === null));

const newFields = (
  declared: DeclaredUpload,
  upload: Upload | Omit<Upload, 'offsetBytes'>,
  known: ImportDocument | null,
): Partial<ImportFields> => ({
  sha256: declared.sha256,
  fileName: declared.fileName,
  sizeBytes: upload.sizeBytes,
  format: '',
  deviceSerial: null,
  from: null,
  to: null,
  state: 'uploading',
  progress: 0,
  clock: declared.settings.clock ?? null,
  autoStart: declared.autoStart,
  uploadId: upload.uploadId,
  uploadedBy: upload.ownerId,
  actions: known?.fields.actions ?? [],
});
