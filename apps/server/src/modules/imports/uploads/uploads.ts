import type { Readable } from 'node:stream';
import { hasCode, ProblemError, type Actor } from '@yamori/domain';
import { requireImportRoom } from '../import-access.ts';
import { importDocumentPath, type ImportFields } from '../import-documents.ts';
import type { ImportContext } from '../import-context.ts';
import { dropRun } from '../import-runs.ts';
import { beginUpload } from './begin-upload.ts';
import { receiveUpload } from './receive-upload.ts';
import type { DeclaredUpload } from './upload-headers.ts';
import { dropUpload, expiredUploads, findUpload, type Upload } from './upload-store.ts';

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

const MAX_SWEPT = 50;

export function createUploads(context: ImportContext): Uploads {
  const { database, documents } = context;

  async function find(actor: Actor, uploadId: string): Promise<Upload> {
    const upload = UUID.test(uploadId) ? await findUpload(database, uploadId) : null;
    if (upload === null) throw new ProblemError('upload-not-found');
    await requireImportRoom(context.store, actor, upload.roomId).catch((error: unknown) => {
      throw hasCode(error, 'document-not-found') ? new ProblemError('upload-not-found') : error;
    });
    if (upload.ownerId !== actor.userId) throw new ProblemError('upload-forbidden');
    return upload;
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
        if (!(await dropUpload(queries, upload, false))) throw new ProblemError('import-in-use');
        await context.originals.delete(queries, upload);
        await dropRun(queries, upload);
      },
    });
  }

  return {
    create: (actor, declared, sizeBytes) => beginUpload(context, actor, declared, sizeBytes),
    find,
    receive: async (actor, uploadId, atByte, body) =>
      receiveUpload(context, await find(actor, uploadId), atByte, body),
    abandon: (upload, by) => drop(upload, { state: 'undone' }, by),
    async sweep() {
      const expired = await expiredUploads(database, context.now(), MAX_SWEPT);
      for (const upload of expired) {
        await drop(upload, { state: 'failed', error: 'upload-expired' }, null).catch(
          (error: unknown) =>
            context.log.warn(
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
