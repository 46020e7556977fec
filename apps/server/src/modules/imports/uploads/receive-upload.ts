import type { Readable } from 'node:stream';
import { ProblemError } from '@yamori/domain';
import { importDocumentPath, type ImportFields } from '../import-documents.ts';
import { IMPORT_JOB, type ImportContext } from '../import-context.ts';
import { pacedProgress } from '../import-progress.ts';
import { PIECE_BYTES, type OriginalPiece } from './original-store.ts';
import { getExpiry, type Upload } from './upload-store.ts';

/** Stores the bytes from `atByte` on. Returns the number of bytes stored so far. */
export async function receiveUpload(
  context: ImportContext,
  upload: Upload,
  atByte: number,
  body: Readable,
): Promise<number> {
  if (upload.offsetBytes !== atByte || upload.expiresAt === null)
    throw new ProblemError('upload-offset-conflict', { details: { offset: upload.offsetBytes } });
  const path = importDocumentPath(upload.roomId, upload.sha256);
  const progress = pacedProgress((fraction) =>
    context.documents.change(path, { fields: { progress: fraction }, by: null }),
  );
  let offsetByte = atByte;
  try {
    await receivePieces(body, async (bytes) => {
      const end = offsetByte + bytes.length;
      if (end > upload.sizeBytes)
        throw new ProblemError('upload-length-invalid', { details: { length: upload.sizeBytes } });
      const isLast = end === upload.sizeBytes;
      // After the last byte, the import job reports the progress.
      if (isLast) await progress.end();
      const piece: OriginalPiece = { atByte: offsetByte, bytes };
      const isStored = isLast
        ? await storeLastPiece(context, upload, piece)
        : await context.originals.append(context.database, upload, piece, getExpiry(context));
      if (!isStored) throw new ProblemError('upload-offset-conflict');
      offsetByte = end;
      progress.report(offsetByte / upload.sizeBytes);
    });
  } finally {
    await progress.end();
  }
  if (offsetByte === upload.sizeBytes) context.jobs.wake(IMPORT_JOB);
  return offsetByte;
}

/** The last piece completes the upload and adds the import job, atomically. */
async function storeLastPiece(
  context: ImportContext,
  upload: Upload,
  piece: OriginalPiece,
): Promise<boolean> {
  const fields: Partial<ImportFields> = {
    state: 'checking',
    progress: 0,
    originalStored: true,
    uploadId: null,
  };
  let isStored = false;
  await context.documents.change(importDocumentPath(upload.roomId, upload.sha256), {
    fields,
    action: 'uploaded',
    by: upload.ownerId,
    alongside: async (queries) => {
      isStored = await context.originals.append(queries, upload, piece, null);
      if (!isStored) throw new ProblemError('upload-offset-conflict');
      await context.jobs.add(queries, {
        rootDomainId: upload.rootDomainId,
        kind: IMPORT_JOB,
        subject: upload.uploadId,
        parameters: { action: 'import' },
      });
    },
  });
  return isStored;
}

/**
 * Reads a request body in pieces and stores each before reading on, which limits memory to one
 * piece and slows down fast clients. Stores what arrived before an interruption. @returns 'cut' if
 * the body was interrupted
 */
async function receivePieces(
  body: Readable,
  keep: (bytes: Uint8Array) => Promise<void>,
): Promise<'whole' | 'cut'> {
  let waiting: Buffer[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (length === 0) return;
    const bytes = Buffer.concat(waiting, length);
    waiting = [];
    length = 0;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      await keep(bytes.subarray(at, at + PIECE_BYTES));
  };
  const source = body[Symbol.asyncIterator]();
  let end: 'whole' | 'cut' = 'whole';
  for (;;) {
    const next = await source.next().catch(() => null);
    if (next === null) end = 'cut';
    if (next === null || next.done === true) break;
    // A body without an encoding yields buffers.
    const chunk: unknown = next.value;
    if (!Buffer.isBuffer(chunk)) continue;
    waiting.push(chunk);
    length += chunk.length;
    if (length >= PIECE_BYTES) await flush();
  }
  await flush();
  return end;
}
