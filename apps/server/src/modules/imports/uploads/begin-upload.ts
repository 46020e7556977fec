import { hasCode, ProblemError, type Actor } from '@yamori/domain';
import { requireImportRoom, type ImportRoom } from '../import-access.ts';
import { importDocumentPath, type ImportDocument, type ImportFields } from '../import-documents.ts';
import type { ImportContext } from '../import-context.ts';
import { addRun } from '../import-runs.ts';
import type { DeclaredUpload } from './upload-headers.ts';
import { addUpload, findUploadByFile, getExpiry, type Upload } from './upload-store.ts';

const MAX_ATTEMPTS = 3;

/** Starts an upload, or returns the member's unfinished upload of the same file. */
export async function beginUpload(
  context: ImportContext,
  actor: Actor,
  declared: DeclaredUpload,
  sizeBytes: number,
): Promise<Upload> {
  const room = await requireImportRoom(context.store, actor, declared.roomId);
  if (sizeBytes === 0) throw new ProblemError('upload-empty');
  if (sizeBytes > context.limits.fileBytes)
    throw new ProblemError('upload-too-large', { details: { limit: context.limits.fileBytes } });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToBegin(context, actor, room, declared, sizeBytes);
    } catch (error) {
      // Another tab was faster. Retry with the new state.
      if (attempt === MAX_ATTEMPTS || !isRace(error)) throw error;
    }
  }
}

const isRace = (error: unknown): boolean =>
  hasCode(error, 'document-exists', 'document-conflict', 'document-key-taken', 'import-in-use');

async function tryToBegin(
  context: ImportContext,
  actor: Actor,
  room: ImportRoom,
  declared: DeclaredUpload,
  sizeBytes: number,
): Promise<Upload> {
  const known = await context.documents.find(room.roomId, declared.sha256);
  const unfinished =
    known?.fields.state === 'uploading'
      ? await findUploadByFile(context.database, room.roomId, declared.sha256)
      : null;
  if (
    unfinished !== null &&
    unfinished.expiresAt !== null &&
    unfinished.ownerId === actor.userId &&
    unfinished.sizeBytes === sizeBytes
  )
    return unfinished;
  if (known !== null && !mayRestart(known, unfinished))
    throw new ProblemError('import-exists', {
      place: known.path,
      details: { state: known.fields.state },
    });
  const upload = {
    rootDomainId: room.rootDomainId,
    uploadId: context.newId(),
    roomId: room.roomId,
    sha256: declared.sha256,
    ownerId: actor.userId,
    sizeBytes,
    expiresAt: getExpiry(context),
    createdAt: context.now(),
  };
  await context.documents.begin(
    importDocumentPath(room.roomId, declared.sha256),
    newFields(declared, upload, known),
    actor.userId,
    known?.version ?? null,
    async (queries) => {
      await addUpload(queries, upload, context.limits);
      await addRun(queries, upload, declared.settings);
    },
  );
  return { ...upload, offsetBytes: 0 };
}

/**
 * Whether a new upload may replace an import: it ended without storing the original file, or its
 * upload no longer exists.
 */
const mayRestart = ({ fields }: ImportDocument, unfinished: Upload | null): boolean =>
  !fields.originalStored &&
  (fields.state === 'failed' ||
    fields.state === 'undone' ||
    (fields.state === 'uploading' && unfinished === null));

const newFields = (
  declared: DeclaredUpload,
  upload: Omit<Upload, 'offsetBytes'>,
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
