import { isVisible, mayImport, refuse, roomsVisibleTo, type Actor } from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/** The room that an import is about. */
export type ImportRoom = {
  readonly roomId: string;
  readonly domainId: string;
  readonly rootDomainId: string;
};

/**
 * The room, for whoever may bring files into it. Somebody whose right was taken away meanwhile is
 * refused with the next request.
 */
export async function requireImportRoom(
  store: DocumentStore,
  actor: Actor,
  roomId: string,
): Promise<ImportRoom> {
  const [room] = await readIfPath(store, `room/${roomId}`);
  if (room === undefined || room === null || !isVisible(room, roomsVisibleTo(actor)))
    throw refuse('document-not-found');
  if (!mayImport(actor, room)) throw refuse('import-forbidden');
  return placeOf(roomId, room);
}

/** The room for the server's own work. */
export async function findRoom(store: DocumentStore, roomId: string): Promise<ImportRoom> {
  const [room] = await readIfPath(store, `room/${roomId}`);
  if (room === undefined || room === null) throw refuse('document-not-found');
  return placeOf(roomId, room);
}

function placeOf(roomId: string, { data: { domainId, rootDomainId } }: ReadDocument): ImportRoom {
  if (typeof domainId !== 'string' || typeof rootDomainId !== 'string')
    throw refuse('document-not-found');
  return { roomId, domainId, rootDomainId };
}

/** An id that cannot be one names nothing. */
async function readIfPath(store: DocumentStore, path: string): Promise<(ReadDocument | null)[]> {
  return path.split('/').length === 2 ? store.read([path]) : [];
}
