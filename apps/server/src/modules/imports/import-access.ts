import { isVisible, mayImport, ProblemError, roomsVisibleTo, type Actor } from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/** The room that receives an import. */
export type ImportRoom = {
  readonly roomId: string;
  readonly domainId: string;
  readonly rootDomainId: string;
};

/**
 * Returns the room if the actor may import into it. Checks on every request, so a revoked right
 * takes effect immediately.
 */
export async function requireImportRoom(
  store: DocumentStore,
  actor: Actor,
  roomId: string,
): Promise<ImportRoom> {
  const [room] = await readIfPath(store, `room/${roomId}`);
  if (room === undefined || room === null || !isVisible(room, roomsVisibleTo(actor)))
    throw new ProblemError('document-not-found');
  if (!mayImport(actor, room)) throw new ProblemError('import-forbidden');
  return toImportRoom(roomId, room);
}

/** Returns the room, without an access check. */
export async function findRoom(store: DocumentStore, roomId: string): Promise<ImportRoom> {
  const [room] = await readIfPath(store, `room/${roomId}`);
  if (room === undefined || room === null) throw new ProblemError('document-not-found');
  return toImportRoom(roomId, room);
}

function toImportRoom(
  roomId: string,
  { data: { domainId, rootDomainId } }: ReadDocument,
): ImportRoom {
  if (typeof domainId !== 'string' || typeof rootDomainId !== 'string')
    throw new ProblemError('document-not-found');
  return { roomId, domainId, rootDomainId };
}

/** A room id that is not a valid path segment matches no room. */
async function readIfPath(store: DocumentStore, path: string): Promise<(ReadDocument | null)[]> {
  return path.split('/').length === 2 ? store.read([path]) : [];
}
